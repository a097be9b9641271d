package import FoundationEssentials
import GRDB
package import PrintModel

/// A transaction of the store in SQLite.
package struct SQLiteTransaction: StoreTransaction {
    private let db: Database
    private let activeJobs: ActiveJobCache

    init(_ db: Database, _ activeJobs: ActiveJobCache) {
        self.db = db
        self.activeJobs = activeJobs
    }

    /// The column `facts` of a job or an event, with a limit on its size.
    ///
    /// A record of an early version lists every page that its document claims to have, which may take
    /// hundreds of megabytes. No plan that can be printed needs as much: such a list is read as `NULL`.
    package static let facts = """
        CASE WHEN length(facts) > \(longestFacts)
            THEN json_set(facts, '$.plan.pages', NULL) ELSE facts END AS facts
        """
    private static let longestFacts = 1 << 20

    package static let documentType = "json_extract(document.facts, '$.type')"
    package static let moves = "json_extract(delivery, '$.moves')"

    package func run(_ sql: String, _ values: [StoreValue]) throws {
        try db.cachedStatement(sql: sql).execute(
            arguments: StatementArguments(values.map(\.databaseValue))
        )
    }

    package func count(_ sql: String, _ values: [StoreValue]) throws -> Int {
        try run(sql, values)
        return db.changesCount
    }

    package func forEach(
        _ sql: String,
        _ values: [StoreValue],
        _ body: (SQLiteRow) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(sql: sql)
        let rows = try GRDB.Row.fetchCursor(
            statement,
            arguments: StatementArguments(values.map(\.databaseValue))
        )
        while let row = try rows.next() { try body(SQLiteRow(row)) }
    }

    package func insert(
        _ record: inout JobRecord,
        key: String,
        request: String
    ) throws -> String {
        // The number is known once there is a row, and is a part of what the row has.
        try run(
            """
            INSERT INTO job
                (key, request, submission, document, printer, facts, delivery, createdAt)
            VALUES (?, ?, ?, ?, ?, '', '', ?)
            """,
            [
                .text(key), .text(request), StoreValue(record.job.submission?.rawValue),
                StoreValue(record.job.document?.id), .text(record.job.printer.rawValue),
                .number(Columns.milliseconds(record.job.createdAt)),
            ]
        )
        record.receive(JobID(rawValue: Int(db.lastInsertedRowID)))
        return try JobRow.update(self, record)
    }

    package func insertEvent(_ job: PrintJob, facts: String) throws {
        try run(
            "INSERT INTO event (job, at, facts) VALUES (?, ?, ?)",
            [
                StoreValue((job.id?.rawValue).map { Int64($0) }),
                .number(Columns.milliseconds(job.updatedAt)), .text(facts),
            ]
        )
    }

    package func lastEvent() throws -> Int {
        let sql = "SELECT seq FROM sqlite_sequence WHERE name = 'event'"
        return Int(try first(sql) { try $0.integer(0) } ?? 0)
    }

    package func hasChanged(_ job: PrintJob, facts: String) {
        activeJobs.update(db, job, json: facts)
    }
}

/// A row of SQLite, while its query runs.
package struct SQLiteRow: StoreRow {
    private let row: GRDB.Row

    init(_ row: GRDB.Row) { self.row = row }

    package func number(_ column: Int) throws -> Int64? {
        // A subscript would trap on a damaged row.
        try row.decode(Int64?.self, atIndex: column)
    }

    package func text(_ column: Int) throws -> String? {
        try row.decode(String?.self, atIndex: column)
    }

    package func withBytes<Value>(
        _ column: Int,
        _ body: (Data) throws -> Value
    ) throws -> Value {
        try row.withUnsafeData(atIndex: column) { try body($0 ?? Data()) }
    }
}

extension StoreValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .number(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .null: .null
        }
    }
}
