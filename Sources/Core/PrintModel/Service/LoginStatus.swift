/// Whether the service starts at login, and then continues the unfinished jobs.
public struct LoginStatus: Codable, Sendable, Equatable {
    /// The program that starts the service.
    public enum Way: String, Codable, Sendable, CaseIterable {
        /// A unit of the user's systemd.
        case systemd
        /// An entry in the desktop's autostart folder.
        case autostart
    }

    /// Whether the service starts at login.
    public var enabled: Bool
    /// The program that starts it; `nil` for none.
    public var by: Way?

    /// Creates a status.
    public init(by way: Way?) {
        enabled = way != nil
        by = way
    }

    private enum CodingKeys: String, CodingKey {
        case enabled
        case by
    }

    /// Encodes both keys, with `null` if the service does not start at login.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(enabled, forKey: .enabled)
        if let by {
            try container.encode(by, forKey: .by)
        } else {
            try container.encodeNil(forKey: .by)
        }
    }
}
