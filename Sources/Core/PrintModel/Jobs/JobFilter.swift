public import FoundationEssentials

/// A filter of a list of jobs.
public struct JobFilter: Sendable, Equatable {
    /// Whether to list jobs in a final state, too.
    public var all: Bool
    /// The printer; `nil` for all.
    public var printer: PrinterID?
    /// Other ids of the printer.
    public var aliases: [PrinterID] = []
    /// The owner of the jobs; `nil` for all users.
    public var user: String?
    /// The earliest time of submission, inclusive.
    public var since: Date?
    /// The latest time of submission, exclusive.
    public var until: Date?

    /// Creates a filter; by default it selects the active jobs of all printers and users.
    public init(
        all: Bool = false,
        printer: PrinterID? = nil,
        user: String? = nil,
        since: Date? = nil,
        until: Date? = nil
    ) {
        self.all = all
        self.printer = printer
        self.user = user
        self.since = since
        self.until = until
    }

    /// All ids of the printer; `nil` for all printers.
    public var printers: [PrinterID]? { printer.map { [$0] + aliases } }

    /// Takes the jobs of all names of the printer, whichever of them was typed.
    public mutating func takeNames(of found: Printer) {
        aliases = ([found.id] + found.aliases).filter { $0 != printer }
    }

    /// Whether a job matches the printer, the user, and the dates of the filter.
    public func takes(_ job: PrintJob) -> Bool {
        if let printers, !printers.contains(job.printer) { return false }
        if let user, job.user != user { return false }
        if let since, job.createdAt < since { return false }
        if let until, job.createdAt >= until { return false }
        return true
    }
}
