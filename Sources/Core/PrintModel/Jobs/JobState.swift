/// The state of a job.
public enum JobState: String, Codable, Sendable, CaseIterable {
    /// The job is on hold until the user releases it or until a time.
    case held
    /// The job is in the queue and is next to be sent.
    case queued
    /// The job waits until something changes; there is a reason and a remedy.
    case waiting
    /// The job is on its way to the printer.
    case sending
    /// The printer makes progress.
    case printing
    /// The job was printed.
    case completed
    /// The job was canceled.
    case canceled
    /// The job ended without being printed; there is a reason and a remedy.
    case failed

    /// Whether the state is final.
    public var isFinal: Bool { self == .completed || self == .canceled || self == .failed }
}
