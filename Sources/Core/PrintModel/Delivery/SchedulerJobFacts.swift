public import IPP

/// The facts of a job, as the scheduler reports them.
public struct SchedulerJobFacts: Sendable, Equatable {
    /// The id of the job in the scheduler: `job-id`.
    public var id: Int
    /// When the scheduler last began to print it, in seconds since 1970: `time-at-processing`.
    public var beganAt: Int?
    /// When the job ended there, in seconds since 1970: `time-at-completed`.
    public var endedAt: Int?
    /// The state.
    public var state: IPPJobState
    /// The `job-state-reasons`.
    public var reasons: [String]
    /// The `job-printer-state-message`, if there is one.
    public var message: String?
    /// The `job-printer-state-reasons`.
    public var printerReasons: [String]
    /// The number of documents received: `number-of-documents`.
    public var documents: Int
    /// The hold: `job-hold-until`.
    public var holdUntil: String?
    /// Whether the scheduler ever began to process it: `time-at-processing`.
    public var hasBegun: Bool
    /// Whether the scheduler calls a job pending that it will never start, because it has ended.
    public var isLeftBehind = false
    /// The number of sides that its filters and its backend counted: `job-impressions-completed`.
    public var impressions: Int?

    /// Creates facts.
    public init(
        id: Int,
        state: IPPJobState,
        reasons: [String] = [],
        message: String? = nil,
        printerReasons: [String] = [],
        documents: Int,
        holdUntil: String? = nil,
        hasBegun: Bool = false,
        impressions: Int? = nil
    ) {
        self.id = id
        self.state = state
        self.reasons = reasons
        self.message = message
        self.printerReasons = printerReasons
        self.documents = documents
        self.holdUntil = holdUntil
        self.hasBegun = hasBegun
        self.impressions = impressions
    }
}
