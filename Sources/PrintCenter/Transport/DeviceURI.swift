/// The address of a printer that speaks IPP.
///
/// Only the schemes `ipp` and `ipps` are accepted. Options for the backend of the
/// scheduler (`?contimeout=5`) and a user name are removed: a printer would not
/// recognize such a URI as its own, and must not see the name.
package struct DeviceURI: Hashable, Sendable, CustomStringConvertible {
    /// Whether the connection is encrypted from its first byte.
    package let isEncrypted: Bool
    /// The host's name or address, without brackets; a link-local address has its interface: `fe80::1%eth0`.
    package let host: String
    /// The port; 631 where the URI names none.
    package let port: UInt16
    /// The path as it stands in the URI.
    package let path: String

    /// The path for the HTTP request, percent escapes resolved: libcups writes them itself.
    let resource: String

    /// Parses a URI; `nil` if it is not the URI of a printer that speaks IPP.
    package init?(_ uri: String) {
        guard uri.utf8.count <= 1023, uri.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            let schemeEnd = uri.firstRange(of: "://")
        else { return nil }
        switch uri[..<schemeEnd.lowerBound].lowercased() {
        case "ipp": isEncrypted = false
        case "ipps": isEncrypted = true
        default: return nil
        }
        let rest = uri[schemeEnd.upperBound...].prefix { $0 != "?" && $0 != "#" }
        let authority = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(authority.count)
        let address =
            authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
            ?? authority
        guard let (host, port) = Self.hostAndPort(address),
            let resource = Self.unescaped(path.isEmpty ? "/" : path)
        else { return nil }
        self.host = host
        self.port = port
        self.path = path.isEmpty ? "/" : String(path)
        self.resource = resource
    }

    /// The host without the interface of a link-local address, which means nothing to others.
    package var plainHost: String { String(host.prefix { $0 != "%" }) }

    /// The URI for `printer-uri`: without the interface, which leaves this computer with no request (RFC 6874, 4).
    package var requested: String { written(plainHost) }

    /// The URI.
    package var description: String { written(host) }

    private func written(_ host: String) -> String {
        let scheme = isEncrypted ? "ipps" : "ipp"
        // RFC 6874, 2: the sign before the interface is escaped.
        let name = host.contains(":") ? "[\(host.replacing("%", with: "%25"))]" : host
        return "\(scheme)://\(name)\(port == 631 ? "" : ":\(port)")\(path)"
    }

    private static func hostAndPort(_ address: Substring) -> (String, UInt16)? {
        let host: Substring
        var rest: Substring
        if address.first == "[" {
            guard let end = address.firstIndex(of: "]") else { return nil }
            host = address[address.index(after: address.startIndex)..<end]
            rest = address[address.index(after: end)...]
        } else {
            host = address.prefix { $0 != ":" }
            rest = address.dropFirst(host.count)
        }
        // A path as a host would make libcups open a domain socket.
        guard !host.isEmpty, host.utf8.count <= 255, !host.contains("/"),
            let name = host.contains("%") ? withInterface(host) : String(host),
            !name.contains("%") || address.first == "["
        else { return nil }
        guard !rest.isEmpty else { return (name, 631) }
        guard rest.removeFirst() == ":", let port = UInt16(rest), port > 0 else { return nil }
        return (name, port)
    }

    /// An address that holds on one interface only (`fe80::1%25eth0`, or `%eth0` as people type it), as libcups reads it; `nil`
    /// for anything else with a percent sign.
    private static func withInterface(_ host: Substring) -> String? {
        let address = host.prefix { $0 != "%" }
        var interface = host.dropFirst(address.count + 1)
        // No name of an interface begins with these digits.
        if interface.hasPrefix("25") { interface = interface.dropFirst(2) }
        let isSound = interface.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        // The names of interfaces have at most 15 bytes: IFNAMSIZ.
        guard isSound, (1...15).contains(interface.utf8.count),
            address.contains(":"), address.allSatisfy({ $0.isHexDigit || $0 == ":" })
        else { return nil }
        return "\(address)%\(interface)"
    }

    /// Resolves percent escapes; returns `nil` for control characters and invalid UTF-8.
    private static func unescaped(_ path: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = path.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16),
                value >= 0x20, value != 0x7f
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
