/// The new printer of a job: the body of `POST /v1/jobs/ID/move`.
public struct MoveRequest: Codable, Sendable, Equatable {
    /// The printer's id, or a unique name.
    public var printer: String

    /// Creates a request for a printer.
    public init(printer: String) {
        self.printer = printer
    }
}
