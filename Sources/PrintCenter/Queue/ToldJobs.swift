import FoundationEssentials
import GRDB
import PrintModel
import Synchronization

/// The jobs that are not final, in JSON as they are told.
///
/// They are what people look at again and again, and one and a half kilobytes each: read from the database
/// ten thousand take longer to copy from page to page than to send. The database stays the truth: each is put
/// here when its change is committed, in the order of the commits.
final class ToldJobs: Sendable {
    private struct Told {
        let id: JobID
        let printer: PrinterID
        let created: Int64
        let json: [UInt8]
    }

    /// By number.
    private let jobs: Mutex<[Told]>

    /// Reads those that there are.
    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, printer, \(Columns.facts), createdAt FROM job WHERE finishedAt IS NULL
                ORDER BY id
                """
        )
        jobs = Mutex(
            try Array(
                rows.map { row in
                    Told(
                        id: JobID(rawValue: try row.decode(atIndex: 0)),
                        printer: PrinterID(rawValue: try row.decode(atIndex: 1)),
                        created: try row.decode(atIndex: 3),
                        json: try row.withUnsafeData(atIndex: 2) { [UInt8]($0 ?? Data()) }
                    )
                }
            )
        )
    }

    /// Takes a changed job over once the transaction at work is committed.
    func follow(_ db: Database, _ job: PrintJob, json: String) {
        guard let id = job.id else { return }
        db.afterNextTransaction { [self] _ in
            let told = Told(
                id: id,
                printer: job.printer,
                created: Columns.milliseconds(job.createdAt),
                json: Array(json.utf8)
            )
            jobs.withLock { jobs in
                let place = Self.place(of: id, in: jobs)
                let isThere = place < jobs.count && jobs[place].id == id
                let places = place..<(isThere ? place + 1 : place)
                jobs.replaceSubrange(places, with: job.finishedAt == nil ? [told] : [])
            }
        }
    }

    /// Some jobs, oldest first.
    func list(
        printer: PrinterID?,
        created: Range<Int64>,
        from first: JobID,
        limit: Int
    ) -> ListedJobs {
        jobs.withLock { jobs in
            var found = ListedJobs()
            for job in jobs[Self.place(of: first, in: jobs)...] {
                guard found.ids.count < limit else { break }
                guard printer == nil || job.printer == printer, created.contains(job.created)
                else { continue }
                found.append(job.id, job.json)
            }
            return found
        }
    }

    /// Where a job stands, or would stand.
    private static func place(of id: JobID, in jobs: [Told]) -> Int {
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
