package import FoundationEssentials
import GRDB
package import PrintModel

/// The store of the queue in an SQLite database.
///
/// Write-ahead log and `synchronous=FULL`: a commit returns when it is on the
/// disk, and a power cut loses nothing that was answered.
package final class SQLiteJobStore: JobStore {
    private let database: DatabasePool

    /// Opens the database, and makes it if it is not there.
    package init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 2
        database = try DatabasePool(path: path, configuration: configuration)
        // Only now: a pool sets its one writing connection to NORMAL when it turns on the log.
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        try StoreSchema.migrator.migrate(database)
    }

    /// The value of an SQLite pragma on the connection that writes, for tests.
    package func pragma(_ name: String) async throws -> String? {
        try await database.writeWithoutTransaction { db in
            try String.fetchOne(db, sql: "PRAGMA \(name)")
        }
    }

    // MARK: Documents

    package func keep(_ document: DocumentFacts, key: String) async throws -> DocumentFacts {
        try await database.write { db in
            if let before = try DocumentRow.fetch(db, key: key) { return before }
            try db.execute(
                sql: "INSERT INTO document (id, key, facts, createdAt) VALUES (?, ?, ?, ?)",
                arguments: [document.id, key, try Columns.json(document), Columns.now()]
            )
            return document
        }
    }

    package func replace(_ document: DocumentFacts) async throws {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE document SET facts = ? WHERE id = ?",
                arguments: [try Columns.json(document), document.id]
            )
        }
    }

    package func document(key: String) async throws -> DocumentFacts? {
        try await database.read { try DocumentRow.fetch($0, key: key) }
    }

    package func document(_ id: String) async throws -> DocumentFacts? {
        try await database.read { try DocumentRow.fetch($0, id: id) }
    }

    package func forget(document id: String) async throws -> Bool {
        try await database.write { db in
            try db.execute(
                sql: """
                    DELETE FROM document WHERE id = ?
                    AND NOT EXISTS (SELECT 1 FROM job WHERE job.document = document.id)
                    """,
                arguments: [id]
            )
            return db.changesCount > 0
        }
    }

    package func forgetUnused(olderThan age: Duration) async throws -> [String] {
        let limit = Columns.now() - age.components.seconds * 1000
        return try await database.write { db in
            try String.fetchAll(
                db,
                sql: """
                    DELETE FROM document WHERE createdAt < ?
                    AND NOT EXISTS (SELECT 1 FROM job WHERE job.document = document.id)
                    RETURNING id
                    """,
                arguments: [limit]
            )
        }
    }

    package func spooledDocuments() async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(db, sql: "SELECT id FROM document WHERE spooled = 1")
        }
    }

    package func retireDocuments(olderThan age: Duration) async throws -> [String] {
        let limit = Columns.now() - age.components.seconds * 1000
        return try await database.write { db in
            try String.fetchAll(
                db,
                sql: """
                    UPDATE document SET spooled = 0 WHERE spooled = 1
                    AND EXISTS (SELECT 1 FROM job WHERE job.document = document.id)
                    AND NOT EXISTS (
                        SELECT 1 FROM job WHERE job.document = document.id
                        AND (finishedAt IS NULL OR finishedAt >= ?))
                    RETURNING id
                    """,
                arguments: [limit]
            )
        }
    }

    // MARK: Jobs

    package func job(key: String) async throws -> JobRecord? {
        try await database.read { try JobRow.fetch($0, key: key)?.record }
    }

    package func submit(
        _ record: JobRecord,
        key: String,
        request: String
    ) async throws -> Submitted {
        try await database.write { db in
            if let before = try JobRow.fetch(db, key: key) {
                return before.request == request ? .existing(before.record) : .keyReused
            }
            var record = record
            try JobRow.insert(db, record, key: key, request: request)
            record.job.id = JobID(rawValue: Int(db.lastInsertedRowID))
            try JobRow.update(db, record)
            try JobRow.tell(db, record.job)
            return .new(record)
        }
    }

    package func record(_ record: JobRecord) async throws -> JobRecord {
        try await database.write { db in
            guard let id = record.job.id, let before = try JobRow.fetch(db, id: id)?.record else {
                return record
            }
            if before.job.state.isFinal { return before }
            var record = record
            record.delivery.cancelRequested =
                record.delivery.cancelRequested || before.delivery.cancelRequested
            try JobRow.replace(db, before, by: record)
            return record
        }
    }

    package func requestCancel(_ id: JobID, at date: Date) async throws -> JobRecord? {
        try await database.write { db in
            guard let before = try JobRow.fetch(db, id: id)?.record, !before.job.state.isFinal
            else { return nil }
            let after = before.canceling(at: date)
            try JobRow.replace(db, before, by: after)
            return after
        }
    }

    package func job(_ id: JobID) async throws -> JobRecord? {
        try await database.read { try JobRow.fetch($0, id: id)?.record }
    }

    package func active() async throws -> [JobRecord] {
        try await database.read { db in
            try JobRow.fetchAll(db, "WHERE finishedAt IS NULL ORDER BY id")
        }
    }

    package func active(on printer: PrinterID) async throws -> [JobRecord] {
        try await database.read { db in
            try JobRow.fetchAll(
                db,
                "WHERE finishedAt IS NULL AND printer = ? ORDER BY id",
                [printer.rawValue]
            )
        }
    }

    package func deviceJobs(on printer: PrinterID) async throws -> Set<Int> {
        let recent = try await database.read { db in
            try JobRow.fetchAll(
                db,
                "WHERE printer = ? ORDER BY id DESC LIMIT 200",
                [printer.rawValue]
            )
        }
        return Set(recent.compactMap(\.delivery.deviceJob))
    }

    package func activeCount() async throws -> Int {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM job WHERE finishedAt IS NULL") ?? 0
        }
    }

    package func history(limit: Int) async throws -> [JobRecord] {
        try await database.read { db in
            try JobRow.fetchAll(db, "ORDER BY id DESC LIMIT \(limit)").reversed()
        }
    }

    // MARK: Events

    package func story(of id: JobID) async throws -> [StoryEntry] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT at, facts FROM event WHERE job = ? ORDER BY sequence",
                arguments: [id.rawValue]
            )
            .map { row in
                let job = try Columns.value(PrintJob.self, row["facts"])
                return StoryEntry(
                    at: Columns.date(row["at"]),
                    state: job.state,
                    reasons: job.reasons,
                    progress: job.progress,
                    printer: job.printer
                )
            }
        }
    }

    package func snapshot(
        of ids: [JobID]?
    ) async throws -> (jobs: [PrintJob], sequence: Int) {
        try await database.read { db in
            let sequence = try Int.fetchOne(db, sql: "SELECT MAX(sequence) FROM event") ?? 0
            guard let ids else {
                let active = try JobRow.fetchAll(db, "WHERE finishedAt IS NULL ORDER BY id")
                return (active.map(\.job), sequence)
            }
            return (try ids.compactMap { try JobRow.fetch(db, id: $0)?.record.job }, sequence)
        }
    }

    package func events(after sequence: Int, limit: Int) async throws -> [JobEvent] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT sequence, facts FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?",
                arguments: [sequence, limit]
            )
            .map { row in
                JobEvent(
                    sequence: row["sequence"],
                    job: try Columns.value(PrintJob.self, row["facts"])
                )
            }
        }
    }
}
