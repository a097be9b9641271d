/// A request to check whether a document can be printed: the body of `POST /v1/check`.
public struct CheckRequest: Codable, Sendable, Equatable {
    /// The id that `POST /v1/documents` returned.
    public var document: String
    /// The id or the name of the printer; `nil` for the default printer.
    public var printer: String?
    /// Names of default printers to prefer, in this order: the client's `PRINTER` and `LPDEST`.
    public var defaults: [String]?
    /// The options of the job.
    public var ticket: PrintTicket
    /// The PIN to enter at the printer; `nil` for none.
    public var pin: String?
    /// The name of a preset, whose options apply where the ticket has none; `nil` for none.
    public var preset: String?
    /// The name that the job is to have; `nil` for the name of the document.
    public var name: String?

    /// Creates a request.
    public init(
        document: String,
        printer: String? = nil,
        defaults: [String]? = nil,
        ticket: PrintTicket = PrintTicket(),
        pin: String? = nil,
        preset: String? = nil,
        name: String? = nil
    ) {
        self.document = document
        self.printer = printer
        self.defaults = defaults
        self.ticket = ticket
        self.pin = pin
        self.preset = preset
        self.name = name
    }
}
