import FoundationEssentials
import HTTPTypes
import NIOCore
import PrintModel

/// Watches the bytes of a connection below HTTP, and closes the connection when the client exceeds
/// a time limit.
final class ConnectionWatch: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let table: ConnectionTable
    private let limits: ConnectionLimits
    /// The state of the connection.
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
            end(context, with: Problem(.tooManyConnections))
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
        // Bytes after the end are discarded.
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
        state.sent(bytes: unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    /// Records the state of the connection in the table.
    func note(_ context: ChannelHandlerContext) {
        table.note(context.channel, idleSince: state.idleSince)
    }

    private func tick(_ context: ChannelHandlerContext) {
        let options = context.channel.syncOptions
        // A channel without this option counts as empty.
        let waiting = (try? options?.getOption(.bufferedWritableBytes)) ?? 0
        switch state.verdict(now: .now(), isReading: isReading, waiting: waiting) {
        case .goOn: break
        case .answerTimeout: end(context, with: Problem(.requestTimeout))
        case .close:
            isOver = true
            context.close(promise: nil)
        }
    }

    /// Writes a last response, bypassing the HTTP handlers, and closes the connection.
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
    /// The problem as a complete HTTP response, after which the connection closes.
    fileprivate var wholeAnswer: String {
        let answer = ProblemAnswer(self)
        // Encoding cannot fail: the values are strings and numbers.
        let body =
            (try? WireFormat.encode(answer)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return """
            HTTP/1.1 \(answer.status.code) \(answer.status.reasonPhrase)\r\n\
            Content-Type: application/problem+json\r\n\
            Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\
            \(ServiceVersion.header): \(projectVersion)\r\n\r\n\(body)
            """
    }
}
