import HummingbirdCore
import Logging
import NIOCore

/// An HTTP connection with limits of time and number, which only the user can open.
struct GuardedChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    /// Who may open a connection.
    enum Peers: Sendable {
        /// The user, on the Unix socket.
        case ownSocket
        /// The user, on the loopback interface.
        case ownLoopback
    }

    private let inner: HTTP1Channel
    private let peers: Peers
    private let table: ConnectionTable
    private let limits: ConnectionLimits

    /// - Parameters:
    ///   - limits: The time limits, and the number of connections.
    ///   - peers: Who may open a connection.
    ///   - responder: The handler of requests.
    init(
        limits: ConnectionLimits,
        peers: Peers = .ownSocket,
        responder: @escaping HTTPChannelHandler.Responder
    ) {
        self.limits = limits
        self.peers = peers
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

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let (table, limits, peers) = (table, limits, peers)
        return inner.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let connection = ConnectionWatch(table: table, limits: limits)
            let http = try pipeline.handler(type: HTTPConnectionStateHandler.self)
            try pipeline.addHandler(ExchangeWatch(connection), position: .before(http))
            switch peers {
            case .ownSocket:
                try pipeline.addHandlers([OwnUserOnly(), connection], position: .first)
            case .ownLoopback:
                try pipeline.addHandlers([OwnPeerOnly(), connection], position: .first)
            }
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await inner.handle(value: value, logger: logger)
    }
}
