import FoundationEssentials
import GRDB
import PrintModel

/// How values stand in columns.
enum Columns {
    static func now() -> Int64 { milliseconds(Date()) }

    static func milliseconds(_ date: Date) -> Int64 {
        // A client may name any year; one beyond all clocks is the end of them.
        Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
            ?? (date.timeIntervalSince1970 < 0 ? .min : .max - 1)
    }

    /// When the jobs of a filter were submitted.
    static func range(_ filter: JobFilter) -> Range<Int64> {
        let start = filter.since.map(milliseconds) ?? .min
        return start..<max(start, filter.until.map(milliseconds) ?? .max)
    }

    static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The column `facts` of a job or an event, bounded in what is read of it.
    ///
    /// A record that an earlier version has written lists every page that its document claims, and
    /// may have hundreds of megabytes. No plan that can be printed needs as much: such a list is
    /// left out.
    static let facts = """
        CASE WHEN length(facts) > \(longestFacts)
            THEN json_set(facts, '$.plan.pages', NULL) ELSE facts END AS facts
        """
    private static let longestFacts = 1 << 20

    /// Before when a held job must not go; a hold without an end lasts for ever.
    static func notBefore(_ hold: Delivery.Hold?) -> Int64 {
        guard let hold else { return 0 }
        return hold.until.map(milliseconds) ?? .max
    }

    static func json(_ value: some Encodable) throws -> String {
        String(decoding: try WireFormat.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try WireFormat.decode(type, from: Data(json.utf8))
    }
}

/// A row of the table `document`.
enum DocumentRow {
    static func fetch(_ db: Database, id: String) throws -> DocumentFacts? {
        try String.fetchOne(db, sql: "SELECT facts FROM document WHERE id = ?", arguments: [id])
            .map { try Columns.value(DocumentFacts.self, $0) }
    }

    static func fetch(_ db: Database, key: String) throws -> DocumentFacts? {
        try String.fetchOne(db, sql: "SELECT facts FROM document WHERE key = ?", arguments: [key])
            .map { try Columns.value(DocumentFacts.self, $0) }
    }

    static func insert(_ db: Database, _ document: DocumentFacts, key: String) throws {
        try db.cachedStatement(
            sql: "INSERT INTO document (id, key, facts, createdAt) VALUES (?, ?, ?, ?)"
        )
        .execute(arguments: [document.id, key, try Columns.json(document), Columns.now()])
    }
}

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
        // A subscript would end the program over a damaged row.
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

    /// Whether there is a job of this submission.
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

    /// Makes the row, and gives the job its number.
    static func insert(
        _ db: Database,
        _ record: inout JobRecord,
        key: String,
        request: String,
        _ told: ToldJobs
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
        try update(db, record, told)
        try tell(db, record.job)
    }

    private static func update(
        _ db: Database,
        _ record: JobRecord,
        _ told: ToldJobs
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
        told.follow(db, record.job, json: facts)
    }

    /// Writes a changed job, and tells the change where people can see it.
    static func replace(
        _ db: Database,
        _ before: JobRecord,
        by after: JobRecord,
        _ told: ToldJobs
    ) throws {
        guard before != after else { return }
        try update(db, after, told)
        if looksDifferent(before.job, after.job) { try tell(db, after.job) }
    }

    private static func tell(_ db: Database, _ job: PrintJob) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO event (job, at, facts) VALUES (?, ?, ?)"
        )
        try statement.execute(arguments: [
            job.id?.rawValue, Columns.milliseconds(job.updatedAt), try Columns.json(job),
        ])
    }

    /// Whether people would see a change; the steps of a delivery alone are none.
    static func looksDifferent(_ before: PrintJob, _ after: PrintJob) -> Bool {
        before.state != after.state || before.reasons != after.reasons
            || before.progress != after.progress || before.printer != after.printer
            || before.name != after.name || before.ticket != after.ticket
    }
}
