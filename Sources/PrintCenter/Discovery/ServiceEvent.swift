/// An event of the Avahi daemon, as a plain value.
enum ServiceEvent: Sendable, Equatable {
    /// A service was announced on an interface, or announced anew.
    case appeared(ServiceKey, ServicePlace)
    /// A service has said goodbye, or has expired.
    case vanished(ServiceKey, ServicePlace)
    /// The host, the port, the address, and the TXT record of a service were found.
    case resolved(ServiceKey, ServicePlace, ServiceAnswer)
    /// They were not found within a few seconds.
    case unresolved(ServiceKey, ServicePlace)
    /// The first round of answers for a service type has ended.
    case settled(isEncrypted: Bool)
}

/// The name of a service instance, exactly as it was announced.
///
/// Only these characters find the service again, so they are kept apart from the cleaned ones of
/// ``AnnouncedService/ID``.
struct ServiceKey: Sendable, Hashable, Comparable {
    var instance: String
    var isEncrypted: Bool
    var domain: String

    /// The service type, such as `_ipp._tcp`.
    var type: String { Self.type(isEncrypted: isEncrypted) }

    static func type(isEncrypted: Bool) -> String { isEncrypted ? "_ipps._tcp" : "_ipp._tcp" }

    static func < (lhs: ServiceKey, rhs: ServiceKey) -> Bool {
        (lhs.instance, lhs.domain, lhs.isEncrypted ? 0 : 1)
            < (rhs.instance, rhs.domain, rhs.isEncrypted ? 0 : 1)
    }
}

/// Where a service was announced: a service comes once for each interface and address family.
struct ServicePlace: Sendable, Hashable, Comparable {
    /// An address family, with Avahi's number for it.
    enum Family: Int32, Sendable {
        case ipv4 = 0
        case ipv6 = 1
    }

    /// The index of the interface.
    var interface: Int32
    var family: Family

    static func < (lhs: ServicePlace, rhs: ServicePlace) -> Bool {
        (lhs.interface, lhs.family.rawValue) < (rhs.interface, rhs.family.rawValue)
    }
}

/// The answer of a resolver.
struct ServiceAnswer: Sendable, Hashable {
    /// The name of the host without the final dot.
    var host: String
    /// The address; `nil` if it is none that a printer can have.
    var address: ServiceAddress?
    /// Whether the address was left out because it is in no network of this computer.
    var isElsewhere = false
    var port: UInt16
    var txt: [String: String]
}
