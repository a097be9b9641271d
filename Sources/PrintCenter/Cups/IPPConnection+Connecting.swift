internal import CCups
import Synchronization

/// How a connection is made, and what may leave over it.
extension IPPConnection {
    /// The password of the printer at the other end.
    var authentication: Authentication {
        guard case .device(let address) = endpoint else {
            return Authentication(nil, at: nil, publicKey: nil)
        }
        return Authentication(keyring, at: address, publicKey: publicKey)
    }

    /// Throws before anything of a request with a secret leaves over a connection without TLS, or to the
    /// scheduler, which would keep it.
    func refuse(
        _ exchange: IPPExchange,
        unlessEncrypted handle: borrowing HTTPHandle
    ) throws(CupsError) {
        guard exchange.isSecret else { return }
        guard case .device = endpoint, handle.isEncrypted else { throw .notEncrypted }
    }

    /// Connects; `nil` if that fails, or takes longer than until a moment.
    func connect(
        deadline: RequestDeadline,
        until end: ContinuousClock.Instant? = nil
    ) throws(CupsError) -> HTTPHandle? {
        let left = end.map { ($0 - .now).cupsMilliseconds } ?? .max
        guard left > 0 else { return nil }
        let milliseconds = min(deadline.millisecondsLeft, left)
        let socket: String
        switch endpoint {
        case .scheduler:
            let server = configuredScheduler()
            socket = try SchedulerSocket.path(host: server.host, port: server.port)
        case .domainSocket(let path):
            socket = path
        case .device(let address):
            return try connect(
                to: address,
                milliseconds: milliseconds,
                answer: deadline.millisecondsLeft
            )
        }
        return HTTPHandle(
            host: socket,
            port: 0,
            encryption: HTTP_ENCRYPTION_NEVER,
            milliseconds: milliseconds
        )
    }

    /// Connects to a device and checks who it is, before anything is sent.
    private func connect(
        to address: DeviceAddress,
        milliseconds: Int32,
        answer: Int32
    ) throws(CupsError) -> HTTPHandle? {
        // A printer whose key is known is never asked without TLS, which anyone could answer.
        guard address.publicKey == nil || address.uri.isEncrypted else {
            throw .identityChanged(key: nil)
        }
        lookUp.withLock { $0 = true }
        defer { lookUp.withLock { $0 = false } }
        guard
            let connected = HTTPHandle(
                host: address.uri.plainHost,
                port: address.uri.port,
                addresses: address.reachable,
                encryption: address.uri.isEncrypted
                    ? HTTP_ENCRYPTION_ALWAYS : HTTP_ENCRYPTION_NEVER,
                milliseconds: milliseconds,
                answer: answer,
                whenFound: { lookUp.withLock { $0 = false } }
            )
        else { return nil }
        publicKey = connected.publicKey
        guard address.publicKey == nil || address.publicKey == publicKey else {
            throw .identityChanged(key: publicKey)
        }
        return connected
    }
}

extension Duration {
    /// The milliseconds, as far as libcups can count them.
    var cupsMilliseconds: Int32 { Int32(clamping: Int(clamping: inSeconds * 1000)) }
}
