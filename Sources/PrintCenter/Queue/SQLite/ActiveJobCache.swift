import FoundationEssentials
import GRDB
import PrintModel
import Synchronization

/// The jobs that are not final, as the JSON that clients get.
///
/// Clients list these jobs often, and each takes about 1.5 kB: reading ten thousand of them from the
/// database takes longer than sending them. The database stays authoritative: an entry changes when
/// the change of its job is committed, in the order of the commits.
final class ActiveJobCache: Sendable {
    private struct Entry {
        let id: JobID
        let printer: PrinterID
        let created: Int64
        let json: [UInt8]
    }

    /// In ascending order of id.
    private let jobs: Mutex<[Entry]>

    /// Reads the jobs that are not final.
    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, printer, \(SQLiteTransaction.facts), createdAt FROM job WHERE finishedAt IS NULL
                ORDER BY id
                """
        )
        jobs = Mutex(
            try Array(
                rows.map { row in
                    Entry(
                        id: JobID(rawValue: try row.decode(atIndex: 0)),
                        printer: PrinterID(rawValue: try row.decode(atIndex: 1)),
                        created: try row.decode(atIndex: 3),
                        json: try row.withUnsafeData(atIndex: 2) { [UInt8]($0 ?? Data()) }
                    )
                }
            )
        )
    }

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
            jobs.withLock { jobs in
                let index = Self.index(of: id, in: jobs)
                let exists = index < jobs.count && jobs[index].id == id
                let range = index..<(exists ? index + 1 : index)
                jobs.replaceSubrange(range, with: job.finishedAt == nil ? [entry] : [])
            }
        }
    }

    /// Returns up to `limit` jobs from an id on, oldest first.
    func list(
        printers: [PrinterID]?,
        created: Range<Int64>,
        from first: JobID,
        limit: Int
    ) -> ListedJobs {
        jobs.withLock { jobs in
            var found = ListedJobs()
            for job in jobs[Self.index(of: first, in: jobs)...] {
                guard found.ids.count < limit else { break }
                guard printers?.contains(job.printer) ?? true, created.contains(job.created)
                else { continue }
                found.append(job.id, job.json)
            }
            return found
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
