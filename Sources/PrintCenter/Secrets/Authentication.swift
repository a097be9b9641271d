/// The user name and the password of one printer, as far as the keyring has them.
struct Authentication {
    private let keyring: Keyring?
    /// `nil` without TLS, where anyone could be at the other end.
    private let printer: PrinterIdentity?

    /// - Parameters:
    ///   - keyring: The keyring; `nil` where nobody is asked for a password.
    ///   - address: The address of the printer; `nil` for another server.
    ///   - publicKey: The key that its connection has shown.
    init(_ keyring: Keyring?, at address: DeviceAddress?, publicKey: String?) {
        self.keyring = keyring
        if let address, address.uri.isEncrypted, let publicKey {
            printer = PrinterIdentity(address, publicKey: publicKey)
        } else {
            printer = nil
        }
    }

    /// Returns the value of `Authorization` for a request; `nil` if the printer has asked for none.
    func authorization(for resource: String) -> String? {
        guard let keyring, let printer else { return nil }
        return keyring.authorization(for: printer, resource: resource)
    }

    /// Takes in a reply with 401; see ``Keyring/challenged(by:from:sent:isRetry:isAtEnd:)``.
    func takeIn(
        _ challenge: String,
        to authorization: String?,
        isRetry: Bool,
        isAtEnd: Bool = false
    ) throws(CupsError) {
        guard let keyring, let printer else { throw .authenticationRequired }
        try keyring.challenged(
            by: challenge,
            from: printer,
            sent: authorization,
            isRetry: isRetry,
            isAtEnd: isAtEnd
        )
    }

    /// Takes in that the printer has accepted a whole document.
    func noteAcceptance() {
        guard let keyring, let printer else { return }
        keyring.accepted(by: printer)
    }
}
