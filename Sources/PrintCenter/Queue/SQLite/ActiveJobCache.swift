import FoundationEssentials
import GRDB
import PrintModel
import Synchronization

/// The first of the jobs that are not final, as the JSON that clients get.
///
/// Clients list these jobs often, and each takes about 2 kB: reading ten thousand of them from the
/// database takes longer than sending them. The database stays authoritative: an entry changes when
/// the change of its job is committed, in the order of the commits.
///
/// It begins empty, takes what lists read from the database, and has a bound, so that neither the start of the
/// service nor its memory grows with the queue.
final class ActiveJobCache: Sendable {
    /// A job.
    struct Entry: Sendable {
        let id: JobID
        let printer: PrinterID
        let created: Int64
        let json: [UInt8]
    }

    /// The place from which on the database is read, to extend the cache.
    struct Place: Sendable {
        let first: JobID
        fileprivate let changes: Int
    }

    /// The size of the JSON from which on no further jobs are added, in bytes: ten thousand usual jobs.
    private let limit: Int

    private struct State {
        /// In ascending order of id.
        var jobs: [Entry] = []
        /// The bytes of their JSON.
        var size = 0
        /// The cache has each active job with a lower number, and no others.
        var end = JobID(rawValue: 0)
        /// The number of commits that changed jobs.
        var changes = 0

        mutating func replace(_ range: Range<Int>, with new: [Entry]) {
            for job in jobs[range] { size -= job.json.count }
            for job in new { size += job.json.count }
            jobs.replaceSubrange(range, with: new)
        }
    }

    private static let whole = JobID(rawValue: .max)

    private let state = Mutex(State())

    /// Creates an empty cache.
    init(limit: Int = 24 << 20) {
        self.limit = limit
    }

    /// The number of jobs in it, and of the bytes of their JSON, for tests.
    var count: (jobs: Int, bytes: Int) { state.withLock { ($0.jobs.count, $0.size) } }

    /// Updates the entry of a changed job once the current transaction is committed.
    func update(_ db: Database, _ job: PrintJob, json: String) {
        guard let id = job.id else { return }
        db.afterNextTransaction { [self] _ in
            let entry = Entry(
                id: id,
                printer: job.printer,
                created: Columns.milliseconds(job.createdAt),
                json: Array(json.utf8)
            )
            state.withLock { update(&$0, entry, isActive: job.finishedAt == nil) }
        }
    }

    private func update(_ state: inout State, _ entry: Entry, isActive: Bool) {
        state.changes = state.changes.adding(clamping: 1)
        guard entry.id < state.end else { return }
        let index = Self.index(of: entry.id, in: state.jobs)
        let exists = index < state.jobs.count && state.jobs[index].id == entry.id
        if isActive, index == state.jobs.count, state.size >= limit {
            // From here on, lists read the database.
            state.end = entry.id
            return
        }
        state.replace(index..<(exists ? index + 1 : index), with: isActive ? [entry] : [])
    }

    /// Returns up to `limit` jobs from an id on, oldest first, and the id from which on the database has what is missing;
    /// `nil` for nothing.
    func list(
        printers: [PrinterID]?,
        created: Range<Int64>?,
        from first: JobID,
        limit: Int
    ) -> (jobs: ListedJobs, next: JobID?) {
        state.withLock { state in
            guard first < state.end else { return (ListedJobs(), first) }
            var found = ListedJobs()
            for job in state.jobs[Self.index(of: first, in: state.jobs)...] {
                guard found.ids.count < limit else { return (found, nil) }
                guard printers?.contains(job.printer) ?? true,
                    created?.contains(job.created) ?? true
                else { continue }
                found.append(job.id, job.json)
            }
            let isEnough = found.ids.count >= limit || state.end == Self.whole
            return (found, isEnough ? nil : state.end)
        }
    }

    /// Returns the place where the cache can be extended, if it is this one.
    func place(at id: JobID) -> Place? {
        state.withLock { state in
            id == state.end && state.size < limit
                ? Place(first: id, changes: state.changes) : nil
        }
    }

    /// Adds jobs that were read from the database after the place was asked for, unless a job has changed meanwhile.
    ///
    /// - Parameters:
    ///   - jobs: The next active jobs, oldest first.
    ///   - isEnd: Whether there are no others.
    ///   - place: The place.
    func extend(with jobs: [Entry], isEnd: Bool, at place: Place) {
        state.withLock { state in
            // A change that was committed, but has not come here yet, is in the jobs, and comes.
            guard state.end == place.first, state.changes == place.changes else { return }
            for job in jobs {
                guard state.size < limit else { return }
                state.replace(state.jobs.count..<state.jobs.count, with: [job])
                state.end = JobID(rawValue: job.id.rawValue.adding(clamping: 1))
            }
            if isEnd { state.end = Self.whole }
        }
    }

    /// The index of a job, or of its place where it is not listed.
    private static func index(of id: JobID, in jobs: [Entry]) -> Int {
        var range = 0..<jobs.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                jobs[middle].id.rawValue < id.rawValue
                ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
