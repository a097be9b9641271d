import HummingbirdCore
import Logging
import NIOCore

/// An HTTP connection with limits of time and number.
struct GuardedChannel: Sendable {
    private let inner: HTTP1Channel
    private let table: ConnectionTable
    private let limits: ConnectionLimits

    /// - Parameters:
    ///   - limits: The time limits, and the number of connections.
    ///   - responder: The handler of requests.
    init(limits: ConnectionLimits, responder: @escaping HTTPChannelHandler.Responder) {
        self.limits = limits
        table = ConnectionTable(limit: limits.connections)
        inner = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10,
                    maxHeaderListSize: 64 << 10,
                    maxHeaderFieldCount: 100
                )
            )
        )
    }

    /// Adds the handlers to a connection.
    func setup(_ channel: any Channel, _ log: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let (table, limits) = (table, limits)
        return inner.setup(channel: channel, logger: log).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let connection = ConnectionWatch(table: table, limits: limits)
            let http = try pipeline.handler(type: HTTPConnectionStateHandler.self)
            try pipeline.addHandler(ExchangeWatch(connection), position: .before(http))
            try pipeline.addHandler(connection, position: .first)
            return value
        }
    }

    /// Serves a connection until it is closed.
    func handle(_ connection: HTTP1Channel.Value, _ log: Logger) async {
        await inner.handle(value: connection, logger: log)
    }
}
