import FoundationEssentials
package import PrintModel

/// A transaction of the store in PostgreSQL.
package struct PostgresTransaction: StoreTransaction {
    /// What a transaction that writes leaves to be done with its commit.
    final class Writing {
        /// The host that writes.
        let host: HostHold
        /// The number of a new job.
        var job: Int64?
        /// The events, which get their numbers at the end: the row that numbers them is locked from then on.
        var events: [[StoreValue]] = []
        /// The jobs that have ended, whose pages are wanted no longer.
        var ended: [StoreValue] = []
        /// Whether the host is known to take part in the queue.
        var isChecked = false
        /// Whether anything was changed.
        var hasWritten = false

        init(host: HostHold) { self.host = host }
    }

    private let connection: PostgresConnection
    /// `nil` in a transaction that reads.
    private let writing: Writing?

    init(_ connection: PostgresConnection, writing: Writing? = nil) {
        self.connection = connection
        self.writing = writing
    }

    // A JSON of a row is what this version has written, or one after it: its size needs no limit here.
    package static let documentType = "document.facts::json ->> 'type'"
    package static let moves = "(delivery::json ->> 'moves')::bigint"
    package static let isShared = true
    package static let forUpdate = " FOR UPDATE"
    package static let forShare = " FOR SHARE"

    package func run(_ sql: String, _ values: [StoreValue]) throws {
        writing?.hasWritten = true
        try connection.send(sql, values)
    }

    package func count(_ sql: String, _ values: [StoreValue]) throws -> Int {
        guard !Self.isNeverMet(values) else { return 0 }
        writing?.hasWritten = true
        return try connection.query(sql, values).changes
    }

    package func forEach(
        _ sql: String,
        _ values: [StoreValue],
        _ body: (PostgresRow) throws -> Void
    ) throws {
        if sql.hasPrefix("SELECT"), Self.isNeverMet(values) { return }
        // Some statements change rows and return them.
        if !sql.hasPrefix("SELECT"), !sql.hasPrefix("WITH") { writing?.hasWritten = true }
        for row in try connection.query(sql, values).rows { try body(row) }
    }

    /// Whether no row has such values: a text of this database has no NUL, and asking for one would be an error.
    private static func isNeverMet(_ values: [StoreValue]) -> Bool {
        values.contains { if case .text(let text) = $0 { text.utf8.contains(0) } else { false } }
    }

    package func check(_ lease: LaneLease) throws {
        guard let host = writing?.host else { return }
        // Another host that takes the lane waits until this transaction has ended.
        let sql = "SELECT token, host, session FROM lane WHERE printer = ? FOR SHARE"
        try connection.send(sql, [.text(lease.printer.rawValue)]) { result in
            let row = result.rows.first
            guard let row, try row.integer(0) == lease.token, try row.number(1) == host.host,
                try row.number(2) == host.session
            else {
                throw StoreError(code: .stale, description: "another host has the printer")
            }
        }
    }

    package func holders(of printers: Set<String>) throws -> [String: String] {
        let rows = try connection.query(
            """
            SELECT lane.printer, host.name FROM lane
            JOIN lease ON lease.host = lane.host AND lease.session = lane.session AND lease.alive = 1
            JOIN host ON host.id = lane.host
            WHERE lane.printer IN (SELECT json_array_elements_text(?::json))
            """,
            [.text(try Columns.json(printers.sorted()))]
        ).rows
        // Names that differ in the database may be equal here: é has two spellings.
        let holders = try rows.map { (try $0.string(0), try $0.string(1)) }
        return Dictionary(holders) { first, _ in first }
    }

    package func lockDocuments() throws {
        try run("LOCK TABLE document IN EXCLUSIVE MODE", [])
    }

    package func reserveNumber() throws {
        guard let writing, writing.job == nil else { return }
        try connection.send("SELECT nextval('jobNumber')") { result in
            writing.job = try result.rows.first?.integer(0)
        }
    }

    package func insert(
        _ record: inout JobRecord,
        key: String,
        request: String
    ) throws -> String {
        guard let writing else {
            throw StoreError(code: .failed, description: "a transaction that reads cannot write")
        }
        // The number comes with the first answer of the transaction.
        if writing.job == nil { try connection.finish() }
        guard let number = writing.job else { throw StoreError.damagedRow }
        record.receive(JobID(rawValue: Int(number)))
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
        return facts
    }

    package func insertEvent(_ job: PrintJob, facts: String) throws {
        writing?.hasWritten = true
        writing?.events.append([
            StoreValue((job.id?.rawValue).map { Int64($0) }),
            .number(Columns.milliseconds(job.updatedAt)), .text(facts),
        ])
    }

    package func hasChanged(_ job: PrintJob, facts: String) {
        guard job.state.isFinal, let id = job.id else { return }
        writing?.ended.append(StoreValue(id.rawValue))
    }

    package func lastEvent() throws -> Int {
        Int(try first("SELECT event FROM queue") { try $0.integer(0) } ?? 0)
    }

    /// Sends what belongs to the commit, without waiting: the row of the queue is locked for as long as the server
    /// takes to commit, and events become visible in their order.
    func finishWriting(_ writing: Writing) throws {
        let host = writing.host
        try connection.send(
            "UPDATE host SET changes = ? WHERE id = ?",
            [.number(host.changes.adding(clamping: 1)), .number(host.host)]
        )
        for job in writing.ended {
            try connection.send("DELETE FROM preparation WHERE job = ?", [job])
        }
        guard !writing.events.isEmpty else { return }
        let count = writing.events.count
        try connection.send("UPDATE queue SET event = event + ?", [StoreValue(count)])
        for (index, event) in writing.events.enumerated() {
            try connection.send(
                "INSERT INTO event (sequence, job, at, facts) SELECT event - ?::bigint, ?::bigint, ?::bigint, ?::text FROM queue",
                [StoreValue(count - 1 - index)] + event
            )
        }
        try PostgresListener.notify("\(host.host)", connection)
    }
}
