/// Who a printer is, so that no other one gets its password.
///
/// The TLS handshake proves the key. The name tells apart printers of one make that share a key.
package struct PrinterIdentity: Hashable, Sendable {
    /// The UUID of the printer, else its host and port.
    let name: String
    /// The SHA-256 of its public key, in hexadecimal digits.
    let publicKey: String

    /// Identifies the printer at an address by the key that it has shown there.
    package init(_ address: DeviceAddress, publicKey: String) {
        name = address.uuid ?? "\(address.uri.host):\(address.uri.port)"
        self.publicKey = publicKey
    }

    /// The form for the secret store.
    var text: String { "\(name) \(publicKey)" }
}
