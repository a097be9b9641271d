/// The options for printing a job again: the body of `POST /v1/jobs/ID/reprint`.
public struct ReprintRequest: Codable, Sendable, Equatable {
    /// The printer's id, or a unique name; `nil` means the job's own printer.
    public var printer: String?
    /// The options that differ from those of the job.
    public var ticket: PrintTicket?
    /// The name of the new job; `nil` means the job's own name.
    public var name: String?
    /// Whether to queue the new job on hold, until the user releases it.
    public var hold: Bool?
    /// The PIN of the new job; `nil` if the job has none, or it is given later.
    ///
    /// A job that had a PIN needs one again.
    public var pin: String?
    /// The name of a preset, whose options override those of the job; `nil` for none.
    public var preset: String?

    /// Creates a request with the differences from the job.
    public init(
        printer: String? = nil,
        ticket: PrintTicket? = nil,
        name: String? = nil,
        hold: Bool? = nil,
        pin: String? = nil,
        preset: String? = nil
    ) {
        self.printer = printer
        self.ticket = ticket
        self.name = name
        self.hold = hold
        self.pin = pin
        self.preset = preset
    }
}
