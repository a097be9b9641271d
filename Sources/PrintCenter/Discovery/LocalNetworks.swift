import CLinux

/// The networks of this computer, and which addresses are in the neighborhood.
///
/// Announcements come from neighbors only, but the address in one may be any: without this rule, a
/// neighbor could offer a host on the Internet as a printer.
struct LocalNetworks: Sendable, Equatable {
    /// An address of this computer with its network.
    struct Link: Sendable, Equatable {
        /// The address, in network order: 4 or 16 bytes.
        var bytes: [UInt8]
        /// How many of its first bits are those of the network.
        var prefix: Int

        /// Whether an address is in the network.
        func contains(_ address: [UInt8]) -> Bool {
            // A route to everywhere, such as that of a tunnel, makes no neighbors.
            guard address.count == bytes.count, (8...bytes.count * 8).contains(prefix) else {
                return false
            }
            let (whole, rest) = prefix.quotientAndRemainder(dividingBy: 8)
            guard address[..<whole] == bytes[..<whole] else { return false }
            return rest == 0 || (address[whole] ^ bytes[whole]) >> UInt8(clamping: 8 - rest) == 0
        }
    }

    /// The most addresses of this computer that count.
    private static let linkLimit = 256

    /// The addresses of this computer.
    var links: [Link] = []

    /// Whether an address can be that of a printer in the neighborhood: one of this machine, a
    /// link-local one, a private one (RFC 1918, RFC 4193), or one in a network of this computer.
    ///
    /// Private ones count wherever they are, since large sites reflect announcements between their
    /// networks.
    ///
    /// - Parameter address: 4 or 16 bytes in network order.
    /// - Returns: `false` for one that only routers reach.
    func contains(_ address: [UInt8]) -> Bool {
        Self.isNeverRouted(address) || links.contains { $0.contains(address) }
    }

    private static func isNeverRouted(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4:
            switch (address[0], address[1]) {
            case (127, _), (169, 254), (10, _), (172, 16...31), (192, 168): true
            default: false
            }
        case 16:
            switch (address[0], address[1]) {
            case (0xfc...0xfd, _), (0xfe, 0x80...0xff): true
            default: address[..<15].allSatisfy { $0 == 0 } && address[15] == 1
            }
        default: false
        }
    }

    /// The networks now; none where the system does not tell.
    ///
    /// The corresponding C function is `getifaddrs`.
    static var current: LocalNetworks {
        var links = [clinux_link](repeating: clinux_link(), count: linkLimit)
        let count = unsafe clinux_links(&links, Int32(clamping: linkLimit))
        return LocalNetworks(
            links: links.prefix(max(0, Int(count))).map { link in
                let bytes = unsafe withUnsafeBytes(of: link.address) { unsafe Array($0) }
                return Link(bytes: Array(bytes.prefix(Int(link.size))), prefix: Int(link.prefix))
            }
        )
    }
}
