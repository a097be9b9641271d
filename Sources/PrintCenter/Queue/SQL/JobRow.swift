import FoundationEssentials
import PrintModel

/// A row of the table `job`.
struct JobRow {
    let record: JobRecord
    let request: String

    private static func select(_ db: some StoreTransaction) -> String {
        "SELECT \(type(of: db).facts), delivery, revision, request FROM job"
    }

    private init(_ row: some StoreRow) throws {
        var record = JobRecord(
            job: try Columns.value(PrintJob.self, row.string(0)),
            delivery: try Columns.value(Delivery.self, row.string(1))
        )
        record.revision = Int(try row.integer(2))
        self.record = record
        request = try row.string(3)
    }

    static func fetch(_ db: some StoreTransaction, id: JobID) throws -> JobRow? {
        try db.first("\(select(db)) WHERE id = ?", [StoreValue(id.rawValue)]) { try JobRow($0) }
    }

    /// Returns the row of a job, which no other transaction changes until this one has ended.
    static func fetchToChange(_ db: some StoreTransaction, id: JobID) throws -> JobRow? {
        let sql = "\(select(db)) WHERE id = ?\(type(of: db).forUpdate)"
        return try db.first(sql, [StoreValue(id.rawValue)]) { try JobRow($0) }
    }

    static func fetch(_ db: some StoreTransaction, key: String) throws -> JobRow? {
        try db.first("\(select(db)) WHERE key = ?", [.text(key)]) { try JobRow($0) }
    }

    /// Whether the store has a job with this `job-uuid`.
    static func isKnown(_ db: some StoreTransaction, submission: SubmissionID?) throws -> Bool {
        try db.hasRow(
            "SELECT 1 FROM job WHERE submission = ?",
            [StoreValue(submission?.rawValue)]
        )
    }

    static func fetchAll(
        _ db: some StoreTransaction,
        _ clause: String,
        _ values: [StoreValue] = []
    ) throws -> [JobRecord] {
        try db.all("\(select(db)) \(clause)", values) { try JobRow($0).record }
    }

    /// Inserts the row with an event, and gives the job its number.
    static func insert(
        _ db: some StoreTransaction,
        _ record: inout JobRecord,
        key: String,
        request: String
    ) throws {
        let facts = try db.insert(&record, key: key, request: request)
        try db.insertEvent(record.job, facts: facts)
    }

    /// The columns that change with a job.
    static func values(_ record: JobRecord, facts: String) throws -> [StoreValue] {
        [
            .text(facts), .text(try Columns.json(record.delivery)),
            .text(record.job.printer.rawValue), StoreValue(record.priority),
            StoreValue(record.delivery.isHandedOver || record.delivery.cancelRequested),
            .number(Columns.notBefore(record.delivery.hold)), StoreValue(record.revision),
            StoreValue(record.job.finishedAt.map(Columns.milliseconds)),
        ]
    }

    /// Updates the columns that change with a job; returns its facts as they are stored.
    static func update(_ db: some StoreTransaction, _ record: JobRecord) throws -> String {
        let facts = try Columns.json(record.job)
        try db.run(
            """
            UPDATE job SET facts = ?, delivery = ?, printer = ?, priority = ?, underWay = ?,
                notBefore = ?, revision = ?, finishedAt = ? WHERE id = ?
            """,
            try values(record, facts: facts) + [
                StoreValue((record.job.id?.rawValue).map { Int64($0) })
            ]
        )
        db.hasChanged(record.job, facts: facts)
        return facts
    }

    /// Updates the row of a changed job, with an event if the change is visible to people.
    static func replace(
        _ db: some StoreTransaction,
        _ before: JobRecord,
        by after: JobRecord
    ) throws {
        guard before != after else { return }
        let facts = try update(db, after)
        if after.job.looksDifferent(from: before.job) {
            try db.insertEvent(after.job, facts: facts)
        }
    }

    /// Ends a job of which a restored database does not know that it was released; returns whether there is one.
    static func endRestored(
        _ db: some StoreTransaction,
        _ submission: String,
        at date: Date
    ) throws -> Bool {
        let sql = "\(select(db)) WHERE submission = ?\(type(of: db).forUpdate)"
        guard let before = try db.first(sql, [.text(submission)], { try JobRow($0).record }),
            !before.job.state.isFinal, !before.delivery.mayHavePrinted
        else { return false }
        var after = before
        after.job.state = .failed
        after.job.reasons = [before.uncertainty]
        after.job.updatedAt = date
        after.finish(at: date)
        after.revision = before.revision.adding(clamping: 1)
        try replace(db, before, by: after)
        return true
    }
}
