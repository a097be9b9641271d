import Failpoints
package import FoundationEssentials
import GRDB
package import PrintModel

/// The store of the queue in an SQLite database.
///
/// The database has a write-ahead log and `synchronous=FULL`: a commit returns
/// once it is on disk, and a power cut loses nothing that was acknowledged.
package final class SQLiteJobStore: JobStore {
    let database: DatabasePool
    let activeJobs: ActiveJobCache
    private let file: StoreFile
    private let reserve: StoreReserve
    private let onDoubt: @Sendable (StoreError) -> Void
    let clock: any ServiceClock

    /// Opens the database, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - clock: The clock for the dates and the age of rows.
    ///   - onDoubt: Called when a sync has failed, before the request gets a reply.
    /// - Throws: ``StoreNewerError`` or ``StoreError``.
    package init(
        path: String,
        clock: any ServiceClock = SystemClock(),
        onDoubt: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws {
        try StoreNewerError.check(path)
        self.onDoubt = onDoubt
        self.clock = clock
        reserve = StoreReserve(path: path + ".reserve")
        do {
            (database, activeJobs) = try Self.open(path)
        } catch {
            throw StoreError(error) ?? error
        }
        file = try StoreFile(path: path)
        reserve.fill()
    }

    private static func open(_ path: String) throws -> (DatabasePool, ActiveJobCache) {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 2
        // Three jobs to a page instead of one, so that a long list is a third of the reading. It
        // takes effect for a store that is made now.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA page_size = 8192") }
        let database = try DatabasePool(path: path, configuration: configuration)
        // Only now: a pool sets its one writing connection to NORMAL when it turns on the log.
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        try StoreSchema.migrator.migrate(database)
        return (database, try database.read { try ActiveJobCache($0) })
    }

    /// Returns the value of a pragma on the writing connection, for tests.
    package func pragma(_ name: String) async throws -> String? {
        try await database.writeWithoutTransaction { db in
            try String.fetchOne(db, sql: "PRAGMA \(name)")
        }
    }

    /// Writes in a transaction, with a failpoint before and after the commit.
    func write<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        @Sendable func attempt() async throws -> Value {
            try file.check()
            return try await database.write { db in
                let value = try body(db)
                failpoint(Failpoint(rawValue: "store.\(name).writing"))
                return value
            }
        }
        let value = try await translatingErrors {
            do {
                return try await attempt()
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_FULL && !Self.growing.contains(name)
                && reserve.use()
            {
                return try await attempt()
            }
        }
        // Changes of an unlinked file are lost when the service exits.
        try file.check()
        failpoint(Failpoint(rawValue: "store.\(name).committed"))
        reserve.fill()
        return value
    }

    /// The changes that make the queue longer, which may not use the reserve of a full disk.
    private static let growing: Set<String> = ["document", "submit", "replace"]

    /// Reads in a transaction.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await translatingErrors { try await database.read(body) }
    }

    /// Maps errors of SQLite, and calls `onDoubt` if the outcome of a write is unknown.
    ///
    /// After a failed sync the kernel may drop pages that it has not written, and reports the error only
    /// once. The log may or may not have the change: the next start reads it, and a client without a
    /// reply retries with its key. A sync that fails during a checkpoint does not get here: SQLite keeps
    /// the log, whose changes are all on disk, and retries the checkpoint later.
    func translatingErrors<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch {
            guard let trouble = error as? StoreError ?? StoreError(error) else { throw error }
            if trouble.code == .inDoubt { onDoubt(trouble) }
            throw trouble
        }
    }

    // MARK: Documents

    package func keep(_ document: DocumentFacts, key: String) async throws -> DocumentFacts {
        let now = clock.now
        return try await write("document") { db in
            if let before = try DocumentRow.fetch(db, key: key) { return before }
            try DocumentRow.insert(db, document, key: key, at: now)
            return document
        }
    }

    package func replace(_ document: DocumentFacts) async throws {
        try await write("replace") { db in
            try db.execute(
                sql: "UPDATE document SET facts = ? WHERE id = ?",
                arguments: [try Columns.json(document), document.id]
            )
        }
    }

    package func document(key: String) async throws -> DocumentFacts? {
        try await read { try DocumentRow.fetch($0, key: key) }
    }

    package func document(_ id: String) async throws -> DocumentFacts? {
        try await read { try DocumentRow.fetch($0, id: id) }
    }

    package func forget(document id: String) async throws -> Bool {
        try await write("forget") { db in
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

    // MARK: Jobs

    package func job(key: String) async throws -> JobRecord? {
        try await read { try JobRow.fetch($0, key: key)?.record }
    }

    package func submit(
        _ record: JobRecord,
        key: String,
        request: String,
        with new: DocumentFacts?
    ) async throws -> SubmissionOutcome {
        let now = clock.now
        return try await write("submit") { [activeJobs] db in
            if let before = try JobRow.fetch(db, key: key) {
                return before.request == request ? .existing(before.record) : .keyReused
            }
            // A UUID as key becomes the `job-uuid`, which a job with another key may already have.
            guard try !JobRow.isKnown(db, submission: record.job.submission) else {
                return .keyReused
            }
            if let new {
                // The document has no key of its own: clients retry with the key of the job.
                try DocumentRow.insert(db, new, key: new.id ?? key, at: now)
            } else if let document = record.job.document?.id {
                let isThere = try Bool.fetchOne(
                    db,
                    sql: "SELECT spooled FROM document WHERE id = ?",
                    arguments: [document]
                )
                guard isThere == true else { return .documentGone }
            }
            var record = record
            try JobRow.insert(db, &record, key: key, request: request, activeJobs)
            return .new(record)
        }
    }

    package func record(_ record: JobRecord) async throws -> JobRecord {
        try await write(record.delivery.phase.rawValue) { [activeJobs] db in
            guard let id = record.job.id, let before = try JobRow.fetch(db, id: id)?.record else {
                return record
            }
            if before.job.state.isFinal { return before }
            // Based on an old revision: rejected.
            guard before.revision == record.revision else { return before }
            var record = record
            record.delivery.cancelRequested =
                record.delivery.cancelRequested || before.delivery.cancelRequested
            // A look that has found nothing new leaves the disk alone.
            guard record.differs(from: before) else { return before }
            try JobRow.replace(db, before, by: record, activeJobs)
            return record
        }
    }

    package func change(
        _ id: JobID,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) async throws -> JobRecord? {
        try await write("change") { [activeJobs] db in
            guard let before = try JobRow.fetch(db, id: id)?.record else { return nil }
            var after = try body(before)
            guard after != before else { return before }
            after.revision = before.revision + 1
            try JobRow.replace(db, before, by: after, activeJobs)
            return after
        }
    }

    package func requestCancel(_ ids: [JobID], at date: Date) async throws -> [JobRecord] {
        try await write("cancel") { [activeJobs] db in
            try ids.compactMap { id in
                guard let before = try JobRow.fetch(db, id: id)?.record, !before.job.state.isFinal
                else { return nil }
                let after = before.canceling(at: date)
                try JobRow.replace(db, before, by: after, activeJobs)
                return after
            }
        }
    }

    package func job(_ id: JobID) async throws -> JobRecord? {
        try await read { try JobRow.fetch($0, id: id)?.record }
    }
}
