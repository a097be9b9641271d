import GRDB
import PrintModel

/// A row of the table `job`.
struct JobRow {
    let record: JobRecord
    let request: String

    private static let columns = "SELECT \(Columns.facts), delivery, revision, request FROM job"

    private init(_ row: Row) throws {
        var record = JobRecord(
            job: try Columns.value(PrintJob.self, row.decode(forColumn: "facts")),
            delivery: try Columns.value(Delivery.self, row.decode(forColumn: "delivery"))
        )
        // A subscript would trap on a damaged row.
        record.revision = try row.decode(forColumn: "revision")
        self.record = record
        request = try row.decode(forColumn: "request")
    }

    static func fetch(_ db: Database, id: JobID) throws -> JobRow? {
        try Row.fetchOne(db, sql: "\(columns) WHERE id = ?", arguments: [id.rawValue])
            .map { try JobRow($0) }
    }

    static func fetch(_ db: Database, key: String) throws -> JobRow? {
        try Row.fetchOne(db, sql: "\(columns) WHERE key = ?", arguments: [key])
            .map { try JobRow($0) }
    }

    /// Whether the store has a job with this `job-uuid`.
    static func isKnown(_ db: Database, submission: SubmissionID?) throws -> Bool {
        let sql = "SELECT 1 FROM job WHERE submission = ?"
        return try Int.fetchOne(db, sql: sql, arguments: [submission?.rawValue]) != nil
    }

    static func fetchAll(
        _ db: Database,
        _ clause: String,
        _ arguments: StatementArguments = []
    ) throws -> [JobRecord] {
        try Row.fetchAll(db, sql: "\(columns) \(clause)", arguments: arguments)
            .map { try JobRow($0).record }
    }

    /// Inserts the row, and gives the job its number.
    static func insert(
        _ db: Database,
        _ record: inout JobRecord,
        key: String,
        request: String,
        _ activeJobs: ActiveJobCache
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO job
                    (key, request, submission, document, printer, facts, delivery, createdAt)
                VALUES (?, ?, ?, ?, ?, '', '', ?)
                """,
            arguments: [
                key, request, record.job.submission?.rawValue, record.job.document?.id,
                record.job.printer.rawValue, Columns.milliseconds(record.job.createdAt),
            ]
        )
        record.job.id = JobID(rawValue: Int(db.lastInsertedRowID))
        try update(db, record, activeJobs)
        try insertEvent(db, record.job)
    }

    private static func update(
        _ db: Database,
        _ record: JobRecord,
        _ activeJobs: ActiveJobCache
    ) throws {
        let facts = try Columns.json(record.job)
        let statement = try db.cachedStatement(
            sql: """
                UPDATE job SET facts = ?, delivery = ?, printer = ?, priority = ?, underWay = ?,
                    notBefore = ?, revision = ?, finishedAt = ? WHERE id = ?
                """
        )
        try statement.execute(arguments: [
            facts, try Columns.json(record.delivery),
            record.job.printer.rawValue, record.priority,
            record.delivery.isHandedOver || record.delivery.cancelRequested,
            Columns.notBefore(record.delivery.hold), record.revision,
            record.job.finishedAt.map(Columns.milliseconds), record.job.id?.rawValue,
        ])
        activeJobs.update(db, record.job, json: facts)
    }

    /// Updates the row of a changed job, with an event if the change is visible to people.
    static func replace(
        _ db: Database,
        _ before: JobRecord,
        by after: JobRecord,
        _ activeJobs: ActiveJobCache
    ) throws {
        guard before != after else { return }
        try update(db, after, activeJobs)
        if after.job.looksDifferent(from: before.job) { try insertEvent(db, after.job) }
    }

    private static func insertEvent(_ db: Database, _ job: PrintJob) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO event (job, at, facts) VALUES (?, ?, ?)"
        )
        try statement.execute(arguments: [
            job.id?.rawValue, Columns.milliseconds(job.updatedAt), try Columns.json(job),
        ])
    }
}
