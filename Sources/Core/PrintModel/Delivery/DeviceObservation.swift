/// What the printer reports about a job.
public enum DeviceObservation: Sendable, Equatable {
    /// The printer has the job.
    case job(DeviceJobFacts)
    /// The printer responds, and does not list the job.
    case noJob
    /// The printer acknowledged the whole document and has not restarted since, does not list the job any more, and is idle
    /// without any job in its queue.
    case idle
    /// The printer lists an older job and no later one, so it never had the job.
    case neverHad
    /// The printer had the job, restarted, and no longer knows it.
    case forgotten
    /// The printer is not responding.
    case unreachable
    /// The printer does not support IPP, so only the scheduler can be asked.
    case notAsked
}
