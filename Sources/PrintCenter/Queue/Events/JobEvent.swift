public import PrintModel

/// A change of a job, with its sequence number.
public struct JobEvent: Sendable, Equatable {
    /// The sequence number, which grows with each change.
    public var sequence: Int
    /// The job after the change.
    public var job: PrintJob

    /// Creates an event.
    public init(sequence: Int, job: PrintJob) {
        self.sequence = sequence
        self.job = job
    }
}
