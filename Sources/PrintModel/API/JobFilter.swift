public import FoundationEssentials

/// Which jobs a list has.
public struct JobFilter: Sendable, Equatable {
    /// Whether those that have ended are listed too.
    public var all: Bool
    /// The printer; `nil` for all.
    public var printer: PrinterID?
    /// Whose jobs; `nil` for everybody's.
    public var user: String?
    /// Those that were submitted at this moment or later.
    public var since: Date?
    /// Those that were submitted before this moment.
    public var until: Date?

    /// Makes a filter; without anything it lists what is under way.
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

    /// Whether a job belongs into the list, as far as its printer, its user and its date go.
    public func takes(_ job: PrintJob) -> Bool {
        if let printer, job.printer != printer { return false }
        if let user, job.user != user { return false }
        if let since, job.createdAt < since { return false }
        if let until, job.createdAt >= until { return false }
        return true
    }
}
