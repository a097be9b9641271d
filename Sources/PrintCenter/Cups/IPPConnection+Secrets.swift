internal import CCups

extension IPPConnection {
    /// The effect of a request, which decides whether it may be retried when its reply is lost.
    package enum Effect: Sendable {
        /// The request only reads: it is retried once over a new connection.
        case reads
        /// The request changes something: it is never retried.
        case changes
    }
}

// MARK: Secrets

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
}

extension Duration {
    /// The milliseconds, as far as libcups can count them.
    var cupsMilliseconds: Int32 { Int32(clamping: Int(clamping: inSeconds * 1000)) }
}
