/// A document to print and its options: the body of `POST /v1/jobs`, or the part `job` of its form.
///
/// The client, the service and the store use the same value.
public struct SubmissionRequest: Codable, Sendable, Equatable {
    /// The id that `POST /v1/documents` returned; `nil` if the document follows in the form.
    public var document: String?
    /// The id or the name of the printer; `nil` for the default printer.
    public var printer: String?
    /// Names of default printers to prefer, in this order: the client's `PRINTER` and `LPDEST`.
    public var defaults: [String]?
    /// The options of the job.
    public var ticket: PrintTicket
    /// The name of the job; `nil` for the name of the document.
    ///
    /// The IPP attribute is `job-name`.
    public var name: String?
    /// The PIN to enter at the printer before it prints; the service never stores it.
    public var pin: String?
    /// Whether to queue the job even if an obstacle exists that may pass by itself.
    public var whenPossible: Bool?
    /// Whether to queue the job on hold, until the user releases it.
    public var hold: Bool?
    /// The name of a preset, whose options apply where the ticket has none; `nil` for none.
    public var preset: String?

    private enum CodingKeys: String, CodingKey {
        case document, printer, defaults, ticket, name, pin, whenPossible, hold, preset
    }

    /// Creates a request.
    public init(
        document: String? = nil,
        printer: String? = nil,
        defaults: [String]? = nil,
        ticket: PrintTicket = PrintTicket(),
        name: String? = nil,
        pin: String? = nil,
        whenPossible: Bool? = nil,
        hold: Bool? = nil,
        preset: String? = nil
    ) {
        self.document = document
        self.printer = printer
        self.defaults = defaults
        self.ticket = ticket
        self.name = name
        self.pin = pin
        self.whenPossible = whenPossible
        self.hold = hold
        self.preset = preset
    }

    /// The same request for a document that the service already has.
    ///
    /// - Parameter document: The id of the document.
    /// - Returns: The request.
    public func with(document: String) -> SubmissionRequest {
        var copy = self
        copy.document = document
        return copy
    }

    /// Encodes all keys, except that of a document that follows in the form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let document { try container.encode(document, forKey: .document) }
        try container.encodeIfPresent(printer, forKey: .printer)
        try container.encodeIfPresent(defaults, forKey: .defaults)
        try container.encode(ticket, forKey: .ticket)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(pin, forKey: .pin)
        try container.encodeIfPresent(whenPossible, forKey: .whenPossible)
        try container.encodeIfPresent(hold, forKey: .hold)
        try container.encodeIfPresent(preset, forKey: .preset)
    }
}
