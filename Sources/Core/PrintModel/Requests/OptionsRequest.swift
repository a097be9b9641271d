/// A request for the options of a printer: the body of `POST /v1/options`.
public struct OptionsRequest: Codable, Sendable, Equatable {
    /// The id of a document to print; `nil` for any document.
    public var document: String?
    /// The id or the name of the printer; `nil` for the default printer.
    public var printer: String?
    /// Names of default printers to prefer, in this order: the client's `PRINTER` and `LPDEST`.
    public var defaults: [String]?
    /// The name of a preset, whose values are listed as defaults; `nil` for none.
    public var preset: String?

    /// Creates a request.
    public init(
        document: String? = nil,
        printer: String? = nil,
        defaults: [String]? = nil,
        preset: String? = nil
    ) {
        self.document = document
        self.printer = printer
        self.defaults = defaults
        self.preset = preset
    }
}
