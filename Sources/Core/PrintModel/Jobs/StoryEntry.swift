public import FoundationEssentials

/// An entry in the history of a job: its state at a time.
public struct StoryEntry: Codable, Sendable, Equatable {
    /// The time of the change.
    public var at: Date
    /// The state of the job from then on.
    public var state: JobState
    /// The printer of the job at that time.
    public var printer: PrinterID
    /// The reasons for the state.
    public var reasons: [Reason]
    /// The progress at that time.
    public var progress: JobProgress

    /// Creates an entry.
    public init(
        at date: Date,
        state: JobState,
        printer: PrinterID,
        reasons: [Reason],
        progress: JobProgress
    ) {
        self.at = date
        self.state = state
        self.printer = printer
        self.reasons = reasons
        self.progress = progress
    }
}
