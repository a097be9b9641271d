import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import PrintCenter
import ServiceLifecycle

/// Serves HTTP to the own user at one place.
///
/// A connection of somebody else is closed before anything is made for it. Each other one has its task from that moment.
/// Servers that queue accepted connections until a loop takes them have some left when the loop is canceled, and a
/// writer that is dropped unfinished ends the process.
struct Listener: Service {
    /// Where a listener listens.
    enum Place: Sendable {
        /// A Unix socket that it makes.
        case path(String)
        /// A Unix socket that is there already.
        case handed(HandedSocket)
        /// A free port of 127.0.0.1.
        case loopback
    }

    /// The listening socket.
    private let channel: any Channel
    private let connections: OpenConnections
    /// The time for responses in progress at its end.
    private let grace: Duration

    /// The port; 0 for a Unix socket.
    var port: Int { channel.localAddress?.port ?? 0 }

    /// Begins to listen, and to serve.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - responder: What answers requests.
    ///   - limits: The limits of connections.
    ///   - strangers: Counts connections of others.
    ///   - grace: The time for responses in progress at its end.
    ///   - log: The log.
    /// - Throws: `IOError`, if the place is taken.
    init(
        at place: Place,
        responder: RouterResponder<BasicRequestContext>,
        limits: ConnectionLimits,
        strangers: Strangers,
        grace: Duration,
        log: Logger
    ) async throws {
        let connections = OpenConnections()
        let guarded = GuardedChannel(limits: limits) { request, writer, channel in
            let source = ApplicationRequestContextSource(channel: channel, logger: log)
            var response = try await Caller.$current.withValue(Caller { channel.isActive }) {
                try await responder.respond(
                    to: request,
                    context: BasicRequestContext(source: source)
                )
            }
            response.headers[.date] = HTTPDate.now
            do {
                try await writer.write(response: response.head, body: response.body)
            } catch is HTTPParserError {
                // This error would be answered, after a response has begun.
                throw ChannelError.inputClosed
            }
        }
        let check: PeerCheck = if case .loopback = place { .loopback } else { .unixSocket }
        // Without SO_REUSEADDR: as long as a connection is there, nobody else gets the port.
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                check.admits(channel).flatMap { isOwn in
                    guard isOwn, !connections.isEnding else {
                        if !isOwn { strangers.add() }
                        // The connection is closed, as it has no handlers.
                        return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
                    }
                    return guarded.setup(channel, log).map { connection in
                        connections.serve(channel) { await guarded.handle(connection, log) }
                    }
                }
            }
        self.connections = connections
        self.grace = grace
        channel =
            switch place {
            case .path(let path):
                try await bootstrap.bind(
                    unixDomainSocketPath: path,
                    cleanupExistingSocketFile: true
                )
                .get()
            case .handed(let socket): try await bootstrap.withBoundSocket(socket.descriptor).get()
            case .loopback: try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
            }
    }

    /// Serves until the listener is stopped, or the service ends, and all connections have ended.
    func run() async {
        await withTaskCancellationOrGracefulShutdownHandler {
            // It never fails.
            try? await channel.closeFuture.get()
        } onCancelOrGracefulShutdown: {
            stop()
        }
        await connections.end(within: grace)
    }

    /// Takes no further connections; who connects to a socket that was handed over waits for the next service.
    func stop() {
        channel.close(promise: nil)
    }
}
