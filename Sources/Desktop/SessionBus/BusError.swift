import Glibc

/// An error of the bus, or one that a program on it replied with.
public struct BusError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name of an error.
    public struct Name: RawRepresentable, Sendable, Hashable {
        /// The name, as on the bus.
        public let rawValue: String

        /// Wraps a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is no bus, or the connection to it is lost.
        public static let disconnected = Self(rawValue: "org.freedesktop.DBus.Error.Disconnected")
        /// A message that cannot be read or written.
        public static let invalid = Self(rawValue: "org.freedesktop.DBus.Error.InvalidArgs")
        /// There was no reply in time.
        public static let noReply = Self(rawValue: "org.freedesktop.DBus.Error.NoReply")
        /// Nobody has the name, and nobody can be started for it.
        public static let serviceUnknown = Self(
            rawValue: "org.freedesktop.DBus.Error.ServiceUnknown"
        )
        /// The object has no such method.
        public static let unknownMethod = Self(
            rawValue: "org.freedesktop.DBus.Error.UnknownMethod"
        )
        /// Any other error.
        public static let failed = Self(rawValue: "org.freedesktop.DBus.Error.Failed")
    }

    /// Its name.
    public let name: Name
    /// What is said of it, for a log.
    public let message: String

    /// Creates an error.
    public init(_ name: Name, _ message: String) {
        (self.name, self.message) = (name, message)
    }

    init(_ name: String, _ message: String) {
        self.init(Name(rawValue: name), message)
    }

    /// The name and the message.
    public var description: String { "\(name.rawValue): \(message)" }

    /// Throws for a negative error number.
    static func check(_ result: Int32) throws(BusError) {
        guard result < 0 else { return }
        let words = unsafe strerror(-result).map { unsafe String(cString: $0) } ?? "\(-result)"
        let isLost = [ENOTCONN, ECONNRESET, ESHUTDOWN, EPIPE, ENOENT, ECONNREFUSED, ENOMEDIUM]
            .contains(-result)
        throw BusError(isLost ? Name.disconnected : .failed, words)
    }
}
