/// A printer, as the scheduler's queue and the device describe it.
public struct Printer: Codable, Sendable, Equatable {
    /// The state of a printer.
    public enum State: String, Codable, Sendable {
        /// The printer is ready for a job.
        case idle
        /// The printer is busy with a job.
        case printing
        /// The printer is stopped until a user resumes it.
        case stopped
        /// The printer does not respond.
        case unreachable
        /// The printer sends invalid replies; the reasons have the details.
        case unusable
    }

    /// The id: the name of its queue, or one made from the name that it announces.
    public var id: PrinterID
    /// The display name.
    public var name: String
    /// Other ids that it had, or was added with, before it got a queue; they are names for it as well.
    public var aliases: [PrinterID]
    /// The state of the printer.
    public var state: State
    /// Whether new jobs are accepted: `printer-is-accepting-jobs` (RFC 8011, 5.4.23).
    public var accepting: Bool
    /// The reasons that keep it from printing, or soon will.
    public var reasons: [Reason]
    /// The location, if known.
    ///
    /// The IPP attribute is `printer-location`.
    public var location: String?
    /// Make and model, if known: `printer-make-and-model`.
    public var makeAndModel: String?
    /// Its `printer-uuid`, if known, as a URN.
    public var uuid: String?
    /// The URI of the device itself, if it supports IPP.
    public var uri: String?
    /// Whether it is the default printer.
    public var isDefault: Bool
    /// The capabilities; `nil` until the printer has reported them once.
    public var capabilities: PrinterCapabilities?

    /// The way that jobs take to it.
    public var route: Route
    /// The URIs of all ways to it, the preferred one first: of queues, and of the device itself.
    public var ways: [String]

    private enum CodingKeys: String, CodingKey {
        case id, name, aliases, state, accepting, reasons, location, makeAndModel, uuid, uri, route,
            ways
        case isDefault = "default"
        case capabilities
    }

    /// Creates a printer.
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
        capabilities: PrinterCapabilities? = nil,
        route: Route = .queue,
        ways: [String] = [],
        aliases: [PrinterID] = []
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
        self.route = route
        self.ways = ways
        self.aliases = aliases
    }

    /// Whether the printer has, or had, an id.
    public func isKnown(as id: PrinterID) -> Bool { self.id == id || aliases.contains(id) }

    /// Returns the alias that a name stands for, without regard to case; `nil` for the id, and for any other name.
    public func alias(named name: String) -> PrinterID? {
        guard id.rawValue != name else { return nil }
        return aliases.first { $0.rawValue == name }
            ?? aliases.first { $0.rawValue.lowercased() == name.lowercased() }
    }

    /// Whether the printer is there, and has not answered for longer than usual.
    ///
    /// What is known of it may be old; where nothing is, its state is ``State/unreachable``.
    public var isSlow: Bool { reasons.contains { $0.code == .printerSlow } }

    /// The same printer in another language.
    public func inWords(of language: Language) -> Printer {
        var copy = self
        copy.reasons = reasons.map { $0.inWords(of: language) }
        return copy
    }
}
