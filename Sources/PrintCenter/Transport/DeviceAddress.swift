import Glibc

/// Where a printer is, and which key it has to show there.
package struct DeviceAddress: Hashable, Sendable {
    /// The URI, which names the printer in each request, and its host in TLS and HTTP.
    package let uri: DeviceURI
    /// The numeric addresses to try, in order; if there are none, the host of the URI is looked up.
    ///
    /// A link-local address has its interface: `fe80::1%eth0`.
    package let addresses: [String]
    /// The SHA-256 of the printer's public key, in hexadecimal digits; `nil` accepts any key.
    ///
    /// The key is the certificate's SubjectPublicKeyInfo: a printer keeps it when it renews its
    /// certificate, or changes its name.
    package var publicKey: String?
    /// The UUID that the printer announces, or that is remembered of it; `nil` if it has none.
    package let uuid: String?

    /// Describes where a printer is.
    ///
    /// - Parameters:
    ///   - uri: The URI of the printer.
    ///   - addresses: The numeric addresses to try, in order; others are left out.
    ///   - publicKey: The SHA-256 of its public key; `nil` accepts any key.
    ///   - uuid: Its UUID.
    package init(
        _ uri: DeviceURI,
        addresses: [String] = [],
        publicKey: String? = nil,
        uuid: String? = nil
    ) {
        self.uri = uri
        self.uuid = uuid
        self.addresses = addresses.filter(Self.isNumeric)
        self.publicKey = publicKey
    }

    /// The numeric addresses to connect to; libcups looks up the host where there are none.
    var reachable: [String] {
        addresses.isEmpty && uri.host.contains("%") ? [uri.host] : addresses
    }

    /// Whether a text is an address, with or without an interface, so that it is never looked up.
    private static func isNumeric(_ text: String) -> Bool {
        guard text.utf8.count <= 63 else { return false }
        let address = text.prefix { $0 != "%" }
        guard address.count < text.count else {
            return isAddress(text, AF_INET) || isAddress(text, AF_INET6)
        }
        // The names of interfaces have at most 15 bytes.
        let interface = text.dropFirst(address.count + 1).utf8
        return isAddress(String(address), AF_INET6) && (1...15).contains(interface.count)
            && interface.allSatisfy { (0x21...0x7e).contains($0) }
    }

    private static func isAddress(_ text: String, _ family: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        return unsafe inet_pton(family, text, &bytes) == 1
    }
}
