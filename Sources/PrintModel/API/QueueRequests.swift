/// Where a job is to be printed instead: the body of `POST /v1/jobs/ID/move`.
public struct MoveRequest: Codable, Sendable, Equatable {
    /// The printer's id, or a name that only it has.
    public var printer: String

    /// Names a printer.
    public init(printer: String) {
        self.printer = printer
    }
}

/// How a job is to be printed again: the body of `POST /v1/jobs/ID/reprint`.
public struct ReprintRequest: Codable, Sendable, Equatable {
    /// The printer's id, or a name that only it has; `nil` means the job's own printer.
    public var printer: String?
    /// What is to be different from the job; what it leaves out is as it was.
    public var ticket: PrintTicket?
    /// What to call the new job; `nil` means the job's own name.
    public var name: String?
    /// Whether to queue the new job held, until somebody releases it.
    public var hold: Bool?

    /// Names what is to be different.
    public init(
        printer: String? = nil,
        ticket: PrintTicket? = nil,
        name: String? = nil,
        hold: Bool? = nil
    ) {
        self.printer = printer
        self.ticket = ticket
        self.name = name
        self.hold = hold
    }
}

/// How urgent a job is: the body of `POST /v1/jobs/ID/priority`.
public struct PriorityRequest: Codable, Sendable, Equatable {
    /// What a job's priority can be; the highest is printed first.
    ///
    /// The IPP attribute is `job-priority` (RFC 8011, 5.2.1).
    public static let range = 1...100

    /// The priority, 1 to 100.
    public var priority: Int

    /// Wraps a priority.
    public init(priority: Int) {
        self.priority = priority
    }
}

/// Which jobs are to be canceled: the body of `POST /v1/jobs/cancel`.
public struct CancelRequest: Codable, Sendable, Equatable {
    /// The printer whose jobs are meant; `nil` means those of all printers.
    public var printer: String?

    /// Names a printer, if only its jobs are meant.
    public init(printer: String? = nil) {
        self.printer = printer
    }
}
