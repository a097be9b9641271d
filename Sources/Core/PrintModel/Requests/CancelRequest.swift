/// The jobs to cancel: the body of `POST /v1/jobs/cancel`.
public struct CancelRequest: Codable, Sendable, Equatable {
    /// The printer whose jobs to cancel; `nil` means all printers.
    public var printer: String?
    /// Whether to end the jobs even if their printers do not say what becomes of them; `nil` means `false`.
    public var force: Bool?

    /// Creates a request for the jobs of one printer, or of all.
    public init(printer: String? = nil, force: Bool? = nil) {
        self.printer = printer
        self.force = force
    }
}
