import NIOCore
import PrintModel

/// Watches the bytes of a connection, before they are HTTP, and ends it when the other end takes too
/// long.
final class ConnectionWatch: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let table: ConnectionTable
    private let limits: ConnectionLimits
    /// What the connection is doing.
    var state: ConnectionState
    private var isReading = false
    private var isOver = false
    private var ticks: RepeatedTask?

    init(table: ConnectionTable, limits: ConnectionLimits) {
        self.table = table
        self.limits = limits
        state = ConnectionState(limits: limits, now: .now())
    }

    func channelActive(context: ChannelHandlerContext) {
        guard table.admit(context.channel) else {
            end(context, with: .tooManyConnections)
            return
        }
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        ticks = context.eventLoop.scheduleRepeatedTask(
            initialDelay: limits.tick,
            delay: limits.tick
        ) { _ in
            let (watch, context) = loopBound.value
            watch.tick(context)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish(context)
    }

    private func finish(_ context: ChannelHandlerContext) {
        ticks?.cancel()
        ticks = nil
        table.remove(context.channel)
    }

    func read(context: ChannelHandlerContext) {
        isReading = true
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What comes after the end is nobody's business.
        guard !isOver else { return }
        isReading = false
        state.received(bytes: unwrapInboundIn(data).readableBytes, now: .now())
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        state.gaveOut(bytes: unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    /// Notes in the table what the connection is doing.
    func note(_ context: ChannelHandlerContext) {
        table.note(context.channel, idleSince: state.idleSince)
    }

    private func tick(_ context: ChannelHandlerContext) {
        let options = context.channel.syncOptions
        // A channel that cannot tell has nothing waiting as far as anybody knows.
        let waiting = (try? options?.getOption(.bufferedWritableBytes)) ?? 0
        switch state.verdict(now: .now(), isReading: isReading, waiting: waiting) {
        case .goOn: break
        case .answerTimeout: end(context, with: .requestTimeout)
        case .close:
            isOver = true
            context.close(promise: nil)
        }
    }

    /// Says a last word past all that knows of HTTP, and closes.
    private func end(_ context: ChannelHandlerContext, with problem: Problem) {
        guard !isOver else { return }
        isOver = true
        let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let bytes = context.channel.allocator.buffer(string: problem.wholeAnswer)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(bytes))).whenComplete { _ in
            loopBound.value.close(promise: nil)
        }
    }
}

extension Problem {
    fileprivate static let requestTimeout = Problem(
        status: 408,
        title: "Request Timeout",
        code: .requestTimeout,
        detail: "The request did not come in time. Send it again, faster."
    )

    fileprivate static let tooManyConnections = Problem(
        status: 503,
        title: "Service Unavailable",
        code: .tooManyConnections,
        detail: "Too many programs ask at once. Try again in a moment."
    )

    /// The problem as a whole HTTP answer, after which the connection ends.
    fileprivate var wholeAnswer: String {
        // It has nothing in it that cannot be written.
        let body = (try? WireFormat.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return """
            HTTP/1.1 \(status) \(title)\r\nContent-Type: application/problem+json\r\n\
            Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\
            \(ServiceVersion.header): \(projectVersion)\r\n\r\n\(body)
            """
    }
}
