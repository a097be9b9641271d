/// The id of a printer: the name of its queue, unique among all printers.
public struct PrinterID: RawRepresentable, Hashable, Sendable, Codable, Comparable,
    CustomStringConvertible
{
    /// The name as people type it.
    public let rawValue: String

    /// Wraps the name of a queue.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name as people type it.
    public var description: String { rawValue }

    /// Orders printers by name.
    public static func < (lhs: PrinterID, rhs: PrinterID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

/// Something a job can be printed on.
public struct Printer: Codable, Sendable, Equatable {
    /// What the printer is doing.
    public enum State: String, Codable, Sendable {
        /// Ready for a job.
        case idle
        /// Busy with a job.
        case printing
        /// Does not print until somebody resumes it.
        case stopped
        /// Does not answer.
        case unreachable
        /// Answers with something that cannot be used; the reasons say what.
        case unusable
    }

    /// The id: the name of its queue.
    public var id: PrinterID
    /// The name for people.
    public var name: String
    /// What the printer is doing.
    public var state: State
    /// Whether new jobs are accepted: `printer-is-accepting-jobs` (RFC 8011, 5.4.23).
    public var accepting: Bool
    /// What keeps it from printing, or will soon.
    public var reasons: [Reason]
    /// Where it stands, if known: `printer-location`.
    public var location: String?
    /// Make and model, if known: `printer-make-and-model`.
    public var makeAndModel: String?
    /// Its `printer-uuid`, if known, as a URN.
    public var uuid: String?
    /// The URI of the device itself, if it has one that speaks IPP.
    public var uri: String?
    /// Whether jobs go here when no printer is named.
    public var isDefault: Bool
    /// What it can do; `nil` until it has answered once.
    public var capabilities: PrinterCapabilities?

    private enum CodingKeys: String, CodingKey {
        case id, name, state, accepting, reasons, location, makeAndModel, uuid, uri
        case isDefault = "default"
        case capabilities
    }

    /// Makes a printer from what is known of it.
    public init(
        id: PrinterID,
        name: String,
        state: State,
        accepting: Bool,
        reasons: [Reason] = [],
        location: String? = nil,
        makeAndModel: String? = nil,
        uuid: String? = nil,
        uri: String? = nil,
        isDefault: Bool = false,
        capabilities: PrinterCapabilities? = nil
    ) {
        self.id = id
        self.name = name
        self.state = state
        self.accepting = accepting
        self.reasons = reasons
        self.location = location
        self.makeAndModel = makeAndModel
        self.uuid = uuid
        self.uri = uri
        self.isDefault = isDefault
        self.capabilities = capabilities
    }

    /// The same printer in the words of a language.
    public func inWords(of language: Language) -> Printer {
        var copy = self
        copy.reasons = reasons.map { $0.inWords(of: language) }
        return copy
    }
}
