/// The state of a job in a scheduler or a printer: `job-state` (RFC 8011, 5.3.7).
public enum IPPJobState: Int, Sendable {
    /// Waits for its turn.
    case pending = 3
    /// Is held.
    case held = 4
    /// Is being worked on.
    case processing = 5
    /// Was being worked on, and is stopped.
    case stopped = 6
    /// Was canceled.
    case canceled = 7
    /// Was given up.
    case aborted = 8
    /// Is done.
    case completed = 9

    /// Whether nothing will change any more.
    public var isTerminal: Bool { rawValue >= 7 }
}

/// What the scheduler says of a job.
public struct SchedulerJobFacts: Sendable, Equatable {
    /// The scheduler's id.
    public var id: Int
    /// When it was last begun to be printed, in seconds since 1970: `time-at-processing`.
    public var beganAt: Int?
    /// The state.
    public var state: IPPJobState
    /// The `job-state-reasons`.
    public var reasons: [String]
    /// The `job-printer-state-message`, if there is one.
    public var message: String?
    /// The `job-printer-state-reasons`.
    public var printerReasons: [String]
    /// How many documents it has received: `number-of-documents`.
    public var documents: Int
    /// Until when it is held: `job-hold-until`.
    public var holdUntil: String?
    /// Whether it was ever worked on: `time-at-processing`.
    public var hasBegun: Bool
    /// How many sides its filters and its backend counted: `job-impressions-completed`.
    public var impressions: Int?

    /// Makes facts from what was read.
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

/// What the printer itself says of a job.
public struct DeviceJobFacts: Sendable, Equatable {
    /// The printer's id.
    public var id: Int
    /// The state.
    public var state: IPPJobState
    /// What the printer says in words, if anything.
    public var message: String?
    /// How many sides it has printed, if it tells.
    public var impressions: Int?
    /// How many sheets have come out, if it tells.
    public var sheets: Int?

    /// Makes facts from what was read.
    public init(
        id: Int,
        state: IPPJobState,
        message: String? = nil,
        impressions: Int? = nil,
        sheets: Int? = nil
    ) {
        self.id = id
        self.state = state
        self.message = message
        self.impressions = impressions
        self.sheets = sheets
    }
}

/// What can be seen of a job at the printer.
public enum DeviceSight: Sendable, Equatable {
    /// The printer has the job.
    case job(DeviceJobFacts)
    /// The printer answers, and does not list the job.
    case noJob
    /// The printer lists an older job and no later one, so it never had the job.
    case neverHad
    /// The printer had the job, was started anew, and knows nothing of it any more.
    case forgotten
    /// The printer does not answer.
    case unreachable
    /// The printer does not speak IPP, so only the scheduler can be asked.
    case notAsked
}
