import FoundationEssentials
package import PrintModel

/// A transaction of the store in PostgreSQL.
package struct PostgresTransaction: StoreTransaction {
    /// The numbers that a transaction that writes hands out.
    ///
    /// Its row is locked from the beginning on, so that numbers have no gap, and are committed in their order.
    final class Numbers {
        var job: Int64 = 0
        var event: Int64 = 0
        /// Whether the row has been read.
        var areKnown = false
        /// Whether anything was changed.
        var hasWritten = false
    }

    private let connection: PostgresConnection
    /// `nil` in a transaction that reads.
    private let numbers: Numbers?

    init(_ connection: PostgresConnection, numbers: Numbers? = nil) {
        self.connection = connection
        self.numbers = numbers
    }

    // A JSON of a row is what this version has written, or one after it: its size needs no limit here.
    package static let documentType = "document.facts::json ->> 'type'"
    package static let moves = "(delivery::json ->> 'moves')::bigint"

    package func run(_ sql: String, _ values: [StoreValue]) throws {
        numbers?.hasWritten = true
        try connection.send(sql, values)
    }

    package func count(_ sql: String, _ values: [StoreValue]) throws -> Int {
        numbers?.hasWritten = true
        return try connection.query(sql, values).changes
    }

    package func forEach(
        _ sql: String,
        _ values: [StoreValue],
        _ body: (PostgresRow) throws -> Void
    ) throws {
        // Some statements change rows and return them.
        if !sql.hasPrefix("SELECT"), !sql.hasPrefix("WITH") { numbers?.hasWritten = true }
        for row in try connection.query(sql, values).rows { try body(row) }
    }

    package func insert(_ record: inout JobRecord, key: String, request: String) throws {
        let number = try next(\.job)
        record.job.id = JobID(rawValue: Int(number))
        let facts = try Columns.json(record.job)
        try run(
            """
            INSERT INTO job
                (facts, delivery, printer, priority, underWay, notBefore, revision, finishedAt,
                id, key, request, submission, document, createdAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            try JobRow.values(record, facts: facts) + [
                .number(number), .text(key), .text(request),
                StoreValue(record.job.submission?.rawValue), StoreValue(record.job.document?.id),
                .number(Columns.milliseconds(record.job.createdAt)),
            ]
        )
    }

    package func insertEvent(_ job: PrintJob, facts: String) throws {
        try run(
            "INSERT INTO event (sequence, job, at, facts) VALUES (?, ?, ?, ?)",
            [
                .number(try next(\.event)), StoreValue((job.id?.rawValue).map { Int64($0) }),
                .number(Columns.milliseconds(job.updatedAt)), .text(facts),
            ]
        )
    }

    package func lastEvent() throws -> Int {
        Int(try first("SELECT event FROM queue") { try $0.integer(0) } ?? 0)
    }

    /// The next number of a kind.
    private func next(_ kind: ReferenceWritableKeyPath<Numbers, Int64>) throws -> Int64 {
        guard let numbers else {
            throw StoreError(code: .failed, description: "a transaction that reads cannot write")
        }
        // The row comes with the first answer of the transaction.
        if !numbers.areKnown { try connection.finish() }
        numbers[keyPath: kind] += 1
        return numbers[keyPath: kind]
    }
}
