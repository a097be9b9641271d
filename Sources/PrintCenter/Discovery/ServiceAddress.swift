internal import Glibc

/// The numeric address of a host that announces a service.
struct ServiceAddress: Sendable, Hashable, Comparable {
    /// How far an address reaches, the best first.
    private enum Reach: Int {
        /// This machine: a printer behind USB, which `ipp-usb` announces.
        case machine
        case network
        case networkIPv6
        case link
        case linkIPv6
    }

    /// The address in its usual form; a link-local IPv6 address has its interface as the scope.
    let text: String
    /// The address in network order.
    let bytes: [UInt8]
    private let reach: Reach

    /// Reads an address of 4 or 16 bytes in network order; `nil` for one that no printer has, such as
    /// a multicast address.
    ///
    /// - Parameters:
    ///   - bytes: The address.
    ///   - interface: The name of the interface on which it was announced.
    ///   - isLoopback: Whether that is the loopback interface. Only there may an address be this
    ///     machine's: another host that announces 127.0.0.1 would have us talk to our own servers.
    init?(bytes: [UInt8], interface: String, isLoopback: Bool) {
        guard bytes.count == 4 || bytes.count == 16,
            let reach = Self.reach(of: bytes), reach != .machine || isLoopback,
            let digits = Self.digits(of: bytes)
        else { return nil }
        if reach == .linkIPv6 {
            guard !interface.isEmpty else { return nil }
            text = digits + "%" + interface
        } else {
            text = digits
        }
        self.bytes = bytes
        self.reach = reach
    }

    static func < (lhs: ServiceAddress, rhs: ServiceAddress) -> Bool {
        (lhs.reach.rawValue, lhs.text) < (rhs.reach.rawValue, rhs.text)
    }

    private static func reach(of bytes: [UInt8]) -> Reach? {
        if bytes.count == 4 {
            switch (bytes[0], bytes[1]) {
            case (127, _): return .machine
            case (169, 254): return .link
            // "This network", multicast, reserved, and broadcast.
            case (0, _), (224..., _): return nil
            default: return .network
            }
        }
        if bytes[..<15].allSatisfy({ $0 == 0 }) { return bytes[15] == 1 ? .machine : nil }
        // IPv4 addresses in the form of IPv6 would evade the rules for IPv4.
        if bytes[..<10].allSatisfy({ $0 == 0 }) { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xfe, 0x80...0xbf): return .linkIPv6
        case (0xff, _): return nil
        default: return .networkIPv6
        }
    }

    private static func digits(of bytes: [UInt8]) -> String? {
        let size = Int(INET6_ADDRSTRLEN)
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
            let family = bytes.count == 4 ? AF_INET : AF_INET6
            guard
                let text = unsafe inet_ntop(
                    family,
                    bytes,
                    buffer.baseAddress,
                    socklen_t(clamping: size)
                )
            else { return nil }
            return unsafe String(cString: text)
        }
    }
}
