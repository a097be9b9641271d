/// A change of a job in a list.
///
/// In JSON: `{"event":"changed","job":{…}}`.
public struct JobChange: Codable, Sendable, Equatable {
    /// The kind of a change.
    public enum Event: String, Codable, Sendable {
        /// The job came into the list.
        case added
        /// It changed.
        case changed
        /// It left the list: it ended, moved to another printer, or was removed from the history.
        case removed
    }

    /// The kind of the change.
    public var event: Event
    /// The current state of the job.
    public var job: PrintJob

    /// Creates a change.
    public init(_ event: Event, _ job: PrintJob) {
        self.event = event
        self.job = job
    }
}
