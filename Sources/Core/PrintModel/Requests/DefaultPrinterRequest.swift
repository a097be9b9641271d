/// The user's default printer: the body of `PUT /v1/printers/default`.
public struct DefaultPrinterRequest: Codable, Sendable, Equatable {
    /// The printer; `nil` removes the user's default.
    public var printer: String?

    /// Creates a request for a printer.
    public init(printer: String?) {
        self.printer = printer
    }
}
