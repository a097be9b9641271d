/// Whether the service comes up at login by itself, and goes on then with jobs that are not final.
public struct LoginStatus: Codable, Sendable, Equatable {
    /// What starts it.
    public enum Way: String, Codable, Sendable, CaseIterable {
        /// A unit of the user's systemd.
        case systemd
        /// An entry in the desktop's autostart folder.
        case autostart
    }

    /// Whether anything does.
    public var enabled: Bool
    /// What does; `nil` for nothing.
    public var by: Way?

    /// Makes a status.
    public init(by way: Way?) {
        enabled = way != nil
        by = way
    }

    private enum CodingKeys: String, CodingKey {
        case enabled
        case by
    }

    /// Writes both keys: `null` where nothing starts it.
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
