/// A printer that announces itself by DNS-SD (RFC 6763), resolved.
///
/// One value stands for a printer's service on all interfaces and address families. All texts come
/// from the network: they are bounded, and free of control characters.
public struct AnnouncedService: Sendable, Hashable, Identifiable {
    /// What identifies a service instance.
    public struct ID: Sendable, Hashable, Comparable {
        /// The name of the instance, as people see it: `Office Printer`.
        public var instance: String
        /// Whether the type is `_ipps._tcp` instead of `_ipp._tcp`.
        public var isEncrypted: Bool
        /// The domain without the final dot: `local`.
        public var domain: String
        /// Which of the printers with this very name, each on a network of its own: from 0.
        public var namesake: Int

        /// Creates an id.
        public init(
            instance: String,
            isEncrypted: Bool,
            domain: String = "local",
            namesake: Int = 0
        ) {
            self.instance = instance
            self.isEncrypted = isEncrypted
            self.domain = domain
            self.namesake = namesake
        }

        /// Orders by instance, domain, and namesake; the encrypted one comes first.
        public static func < (lhs: ID, rhs: ID) -> Bool {
            if lhs.instance != rhs.instance { return lhs.instance < rhs.instance }
            if lhs.domain != rhs.domain { return lhs.domain < rhs.domain }
            if lhs.namesake != rhs.namesake { return lhs.namesake < rhs.namesake }
            return lhs.isEncrypted && !rhs.isEncrypted
        }
    }

    /// The id of the instance.
    public var id: ID
    /// The name of the host without the final dot: `printer.local`.
    public var host: String
    /// The numeric addresses of the host, the best first: those that reach beyond one link before
    /// link-local ones, which have the interface as their scope (`fe80::1%eth0`).
    public var addresses: [String]
    /// The port.
    public var port: UInt16
    /// The TXT record: keys in lower case.
    public var txt: [String: String]

    /// Creates a service.
    public init(
        id: ID,
        host: String,
        addresses: [String],
        port: UInt16,
        txt: [String: String] = [:]
    ) {
        self.id = id
        self.host = host
        self.addresses = addresses
        self.port = port
        self.txt = txt
    }
}
