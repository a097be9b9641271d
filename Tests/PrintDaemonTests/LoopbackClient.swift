import NIOCore
import NIOPosix

/// A connection to a port of this computer, which reads until it is closed.
struct LoopbackClient: Sendable {
    let channel: any Channel
    private let answer: EventLoopFuture<String>

    /// Connects.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - host: Its address.
    ///   - source: The own address; `nil` leaves it to the kernel.
    ///   - sourcePort: The own port; 0 takes a free one.
    ///   - request: What is sent at once.
    /// - Throws: `IOError` where the connection is refused.
    init(
        to port: Int,
        at host: String = "127.0.0.1",
        from source: String? = nil,
        sourcePort: Int = 0,
        sending request: String? = nil
    ) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let promise = group.next().makePromise(of: String.self)
        var bootstrap = ClientBootstrap(group: group)
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Reader(promise))
                }
            }
        if let source {
            bootstrap = bootstrap.bind(
                to: try SocketAddress(ipAddress: source, port: sourcePort)
            )
        }
        answer = promise.futureResult
        do {
            channel = try await bootstrap.connect(host: host, port: port).get()
            // It may be closed by now.
            if let request { channel.writeAndFlush(ByteBuffer(string: request), promise: nil) }
        } catch {
            promise.succeed("")
            throw error
        }
    }

    /// The port of this end.
    var port: Int { channel.localAddress?.port ?? 0 }

    /// All that came until the connection was closed.
    var received: String {
        get async throws { try await answer.get() }
    }

    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let promise: EventLoopPromise<String>
        private var text = ""

        init(_ promise: EventLoopPromise<String>) { self.promise = promise }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            promise.succeed(text)
        }
    }
}
