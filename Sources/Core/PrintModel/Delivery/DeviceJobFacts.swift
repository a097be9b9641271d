public import IPP

/// The facts of a job, as the printer reports them.
public struct DeviceJobFacts: Sendable, Equatable {
    /// The id of the job at the printer: `job-id`.
    public var id: Int
    /// The state.
    public var state: IPPJobState
    /// Whether the printer still receives the document: `job-incoming` among the
    /// `job-state-reasons`.
    public var isIncoming: Bool
    /// The printer's message: `job-state-message`; `nil` for none.
    public var message: String?
    /// The number of sides printed: `job-impressions-completed`; `nil` if the printer does not
    /// report it.
    public var impressions: Int?
    /// The number of sheets delivered: `job-media-sheets-completed`; `nil` if it is not reported.
    public var sheets: Int?
    /// Whether the printer got no document for it: `number-of-documents` is 0.
    public var isEmpty: Bool

    /// Makes facts.
    public init(
        id: Int,
        state: IPPJobState,
        isIncoming: Bool = false,
        message: String? = nil,
        impressions: Int? = nil,
        sheets: Int? = nil,
        isEmpty: Bool = false
    ) {
        self.id = id
        self.state = state
        self.isIncoming = isIncoming
        self.message = message
        self.impressions = impressions
        self.sheets = sheets
        self.isEmpty = isEmpty
    }
}
