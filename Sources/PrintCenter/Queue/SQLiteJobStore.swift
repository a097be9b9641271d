import Failpoints
package import FoundationEssentials
import GRDB
package import PrintModel

/// The store of the queue in an SQLite database.
///
/// Write-ahead log and `synchronous=FULL`: a commit returns when it is on the
/// disk, and a power cut loses nothing that was answered.
package final class SQLiteJobStore: JobStore {
    let database: DatabasePool
    let told: ToldJobs
    private let file: StoreFile
    private let reserve: StoreReserve
    private let onDoubt: @Sendable (StoreError) -> Void

    /// Opens the database, and makes it if it is not there.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - onDoubt: What happens when a sync has failed, before anybody is answered.
    /// - Throws: What SQLite says.
    package init(
        path: String,
        onDoubt: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws {
        try StoreIsNewer.check(path)
        self.onDoubt = onDoubt
        reserve = StoreReserve(path: path + ".reserve")
        do {
            (database, told) = try Self.open(path)
        } catch {
            throw StoreError(error) ?? error
        }
        file = try StoreFile(path: path)
        reserve.fill()
    }

    private static func open(_ path: String) throws -> (DatabasePool, ToldJobs) {
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
        return (database, try database.read { try ToldJobs($0) })
    }

    /// The value of an SQLite pragma on the connection that writes, for tests.
    package func pragma(_ name: String) async throws -> String? {
        try await database.writeWithoutTransaction { db in
            try String.fetchOne(db, sql: "PRAGMA \(name)")
        }
    }

    /// Writes in a transaction, between two places where a test can end the service.
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
        let value = try await telling {
            do {
                return try await attempt()
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_FULL && !Self.growing.contains(name)
                && reserve.use()
            {
                return try await attempt()
            }
        }
        // What was written to a file without a name is gone with the service.
        try file.check()
        failpoint(Failpoint(rawValue: "store.\(name).committed"))
        reserve.fill()
        return value
    }

    /// What makes the queue longer, and has to wait where the disk is full; whatever brings a job to its
    /// end does not.
    private static let growing: Set<String> = ["document", "submit", "replace"]

    /// Reads what is written down.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await telling { try await database.read(body) }
    }

    /// Puts troubles with the disk into our words, and ends the service where one leaves a doubt.
    ///
    /// After a failed sync the system may take what it has not written for written, and says so only
    /// once. The log may have the change or not: the next start reads what there is, and a client that
    /// got no answer asks again with its key. A sync that fails while the log is moved into the database
    /// does not come here: SQLite goes on with the log, whose changes are all on the disk, and moves them
    /// again later.
    private func telling<Value: Sendable>(
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
        try await write("document") { db in
            if let before = try DocumentRow.fetch(db, key: key) { return before }
            try DocumentRow.insert(db, document, key: key)
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
        with new: DocumentFacts? = nil
    ) async throws -> Submitted {
        try await write("submit") { [told] db in
            if let before = try JobRow.fetch(db, key: key) {
                return before.request == request ? .existing(before.record) : .keyReused
            }
            // A key that is a UUID becomes the submission, and may be that of a job with another key.
            guard try !JobRow.isKnown(db, submission: record.job.submission) else {
                return .keyReused
            }
            if let new {
                // No client has a key for it: whoever asks again does so with that of the job.
                try DocumentRow.insert(db, new, key: new.id ?? key)
            } else if let document = record.job.document?.id {
                let isThere = try Bool.fetchOne(
                    db,
                    sql: "SELECT spooled FROM document WHERE id = ?",
                    arguments: [document]
                )
                guard isThere == true else { return .documentGone }
            }
            var record = record
            try JobRow.insert(db, &record, key: key, request: request, told)
            return .new(record)
        }
    }

    package func record(_ record: JobRecord) async throws -> JobRecord {
        try await write(record.delivery.phase.rawValue) { [told] db in
            guard let id = record.job.id, let before = try JobRow.fetch(db, id: id)?.record else {
                return record
            }
            if before.job.state.isFinal { return before }
            // Taken from what the user has changed since: as if it had never been taken.
            guard before.revision == record.revision else { return before }
            var record = record
            record.delivery.cancelRequested =
                record.delivery.cancelRequested || before.delivery.cancelRequested
            try JobRow.replace(db, before, by: record, told)
            return record
        }
    }

    package func change(
        _ id: JobID,
        by body: @escaping @Sendable (JobRecord) throws -> JobRecord
    ) async throws -> JobRecord? {
        try await write("change") { [told] db in
            guard let before = try JobRow.fetch(db, id: id)?.record else { return nil }
            var after = try body(before)
            guard after != before else { return before }
            after.revision = before.revision + 1
            try JobRow.replace(db, before, by: after, told)
            return after
        }
    }

    package func requestCancel(_ ids: [JobID], at date: Date) async throws -> [JobRecord] {
        try await write("cancel") { [told] db in
            try ids.compactMap { id in
                guard let before = try JobRow.fetch(db, id: id)?.record, !before.job.state.isFinal
                else { return nil }
                let after = before.canceling(at: date)
                try JobRow.replace(db, before, by: after, told)
                return after
            }
        }
    }

    package func job(_ id: JobID) async throws -> JobRecord? {
        try await read { try JobRow.fetch($0, id: id)?.record }
    }
}
