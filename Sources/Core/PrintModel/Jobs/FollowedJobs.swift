/// A list of jobs that is kept up to date from events.
public struct FollowedJobs: Sendable {
    private let filter: JobFilter
    private var known: [String: PrintJob] = [:]
    /// The jobs in the list: those of the service first, each group oldest first.
    public var jobs: [PrintJob] {
        known.values.sorted { left, right in
            switch (left.id, right.id) {
            case (let left?, let right?): left < right
            case (nil, nil): (left.createdAt, left.label) < (right.createdAt, right.label)
            case (let id, _): id != nil
            }
        }
    }

    /// Creates an empty list.
    public init(_ filter: JobFilter) {
        self.filter = filter
    }

    /// Updates the list with the current state of a job.
    ///
    /// - Parameter job: The job.
    /// - Returns: The change; `nil` if the list stays the same.
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

    /// Updates the list with all current jobs of other programs.
    ///
    /// - Parameter jobs: The jobs.
    /// - Returns: The changes.
    public mutating func take(others jobs: [PrintJob]) -> [JobChange] {
        let there = Set(jobs.map(\.label))
        let gone = known.values.filter { $0.id == nil && !there.contains($0.label) }
        for job in gone { known[job.label] = nil }
        return gone.sorted { $0.label < $1.label }.map { JobChange(.removed, $0) }
            + jobs.compactMap { take($0) }
    }
}
