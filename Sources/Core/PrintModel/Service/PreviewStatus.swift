/// The state of the previews, as part of `GET /v1/status`.
///
/// In JSON the helpers are keys of the object itself, by the names that the preview library gives
/// them: `{"images":{"state":"ready",…},…,"ends":{…},"helperDeaths":0}`.
public struct PreviewStatus: Codable, Sendable, Equatable {
    /// A program that reads documents of one family.
    public struct Helper: Codable, Sendable, Equatable {
        /// The state of a helper.
        public enum State: String, Codable, Sendable {
            /// The service has not needed it yet.
            case notStarted = "not-started"
            /// It runs, and confines each document.
            case ready
            /// It lacks a layer of its sandbox, or a library; the service opens no document of its family.
            case off
        }

        /// The state of the helper.
        public var state: State
        /// The documents that it reads, in words; `nil` from a service that is older than this field.
        public var documents: String?
        /// The layers of the sandbox, if the helper is ready.
        public var confinement: String?
        /// The reason why the helper is off, as a sentence.
        public var reason: String?

        /// Creates a state of a helper.
        public init(
            state: State,
            documents: String? = nil,
            confinement: String? = nil,
            reason: String? = nil
        ) {
            self.state = state
            self.documents = documents
            self.confinement = confinement
            self.reason = reason
        }
    }

    /// The helpers by the names of their families.
    public var helpers: [String: Helper]
    /// The number of requests since the service started, by outcome, such as `shown`, `refused`,
    /// `time-limit`, `crashed`, and `canceled`.
    public var ends: [String: Int]
    /// The number of times that a helper died and was restarted.
    public var helperDeaths: Int

    /// Creates a status.
    public init(helpers: [String: Helper], ends: [String: Int], helperDeaths: Int) {
        self.helpers = helpers
        self.ends = ends
        self.helperDeaths = helperDeaths
    }

    private struct Key: CodingKey {
        static let ends = Key("ends")
        static let helperDeaths = Key("helperDeaths")

        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// Decodes every key except the two counts as a helper.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        ends = try container.decode([String: Int].self, forKey: .ends)
        helperDeaths = try container.decode(Int.self, forKey: .helperDeaths)
        helpers = [:]
        for key in container.allKeys {
            guard key.stringValue != Key.ends.stringValue,
                key.stringValue != Key.helperDeaths.stringValue
            else { continue }
            // A newer service may add other keys.
            helpers[key.stringValue] = try? container.decode(Helper.self, forKey: key)
        }
    }

    /// Encodes the helpers beside the counts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (name, helper) in helpers { try container.encode(helper, forKey: Key(name)) }
        try container.encode(ends, forKey: .ends)
        try container.encode(helperDeaths, forKey: .helperDeaths)
    }
}
