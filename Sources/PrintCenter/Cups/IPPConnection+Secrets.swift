/// Passwords of printers, and requests that contain a PIN.
extension IPPConnection {
    /// Throws before anything of a request with a secret leaves over a connection without TLS, or to the
    /// scheduler, which would keep it.
    func refuse(
        _ exchange: IPPExchange,
        unlessEncrypted handle: borrowing HTTPHandle
    ) throws(CupsError) {
        guard exchange.isSecret else { return }
        guard case .device = endpoint, handle.isEncrypted else { throw .notEncrypted }
    }

    /// The printer at the other end; `nil` without TLS, where anyone could be there.
    private var identity: PrinterIdentity? {
        guard case .device(let address) = endpoint, address.uri.isEncrypted, let publicKey else {
            return nil
        }
        return PrinterIdentity(address, publicKey: publicKey)
    }

    func authorization(for resource: String) -> String? {
        guard let keyring, let identity else { return nil }
        return keyring.authorization(for: identity, resource: resource)
    }

    /// Throws unless a request that was replied to with 401 is worth a retry.
    func takeIn(
        _ challenge: String,
        to authorization: String?,
        isRetry: Bool,
        isAtEnd: Bool = false
    ) throws(CupsError) {
        guard let keyring, let identity else { throw .authenticationRequired }
        try keyring.challenged(
            by: challenge,
            from: identity,
            sent: authorization,
            isRetry: isRetry,
            isAtEnd: isAtEnd
        )
    }

    /// Takes in that the printer has accepted a whole document.
    func noteAcceptance() {
        guard let keyring, let identity else { return }
        keyring.accepted(by: identity)
    }
}
