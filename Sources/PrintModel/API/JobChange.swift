/// What became of a job in a list.
///
/// In JSON: `{"event":"changed","job":{…}}`.
public struct JobChange: Codable, Sendable, Equatable {
    /// What happened.
    public enum Event: String, Codable, Sendable {
        /// The job came into the list.
        case added
        /// It is not what it was.
        case changed
        /// It is not in the list any more: it has ended, is on another printer, or was forgotten.
        case removed
    }

    /// What happened.
    public var event: Event
    /// The job as it is now.
    public var job: PrintJob

    /// Makes a change.
    public init(_ event: Event, _ job: PrintJob) {
        self.event = event
        self.job = job
    }
}

/// A list of jobs that is followed.
public struct FollowedJobs: Sendable {
    private let filter: JobFilter
    private var known: [String: PrintJob] = [:]
    /// The jobs in the list, ours first, each oldest first.
    public var jobs: [PrintJob] {
        known.values.sorted { left, right in
            switch (left.id, right.id) {
            case (let left?, let right?): left < right
            case (nil, nil): (left.createdAt, left.label) < (right.createdAt, right.label)
            case (let id, _): id != nil
            }
        }
    }

    /// Begins with an empty list.
    public init(_ filter: JobFilter) {
        self.filter = filter
    }

    /// Takes in how a job is now.
    ///
    /// - Parameter job: The job.
    /// - Returns: What that changes; `nil` where it changes nothing.
    public mutating func take(_ job: PrintJob) -> JobChange? {
        let before = known[job.label]
        guard filter.takes(job), filter.all || !job.state.isFinal else {
            known[job.label] = nil
            return before == nil ? nil : JobChange(.removed, job)
        }
        known[job.label] = job
        guard let before else { return JobChange(.added, job) }
        return before == job ? nil : JobChange(.changed, job)
    }

    /// Takes in all jobs of other programs that there are now.
    ///
    /// - Parameter jobs: The jobs.
    /// - Returns: What that changes.
    public mutating func take(others jobs: [PrintJob]) -> [JobChange] {
        let there = Set(jobs.map(\.label))
        let gone = known.values.filter { $0.id == nil && !there.contains($0.label) }
        for job in gone { known[job.label] = nil }
        return gone.sorted { $0.label < $1.label }.map { JobChange(.removed, $0) }
            + jobs.compactMap { take($0) }
    }
}
