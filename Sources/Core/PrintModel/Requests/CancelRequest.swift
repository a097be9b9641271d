/// The jobs to cancel: the body of `POST /v1/jobs/cancel`.
public struct CancelRequest: Codable, Sendable, Equatable {
    /// The printer whose jobs to cancel; `nil` means all printers.
    public var printer: String?

    /// Creates a request for the jobs of one printer, or of all.
    public init(printer: String? = nil) {
        self.printer = printer
    }
}
