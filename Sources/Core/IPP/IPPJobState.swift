/// The state of a job in a scheduler or a printer: `job-state` (RFC 8011, 5.3.7).
public enum IPPJobState: Int, Sendable {
    /// The job is a candidate for processing: `pending`.
    case pending = 3
    /// The job is not a candidate for processing until it is released: `pending-held`.
    case pendingHeld = 4
    /// The printer or the scheduler processes the job: `processing`.
    case processing = 5
    /// The job is stopped while it is processed: `processing-stopped`.
    case processingStopped = 6
    /// A user or an operator canceled the job: `canceled`.
    case canceled = 7
    /// The printer or the scheduler aborted the job: `aborted`.
    case aborted = 8
    /// The job is complete: `completed`.
    case completed = 9

    /// Whether the state is final.
    public var isFinal: Bool {
        switch self {
        case .canceled, .aborted, .completed: true
        case .pending, .pendingHeld, .processing, .processingStopped: false
        }
    }
}
