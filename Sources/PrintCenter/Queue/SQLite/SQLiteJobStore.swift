import Failpoints
import FoundationEssentials
import GRDB
import Glibc
package import PrintModel
import Synchronization

/// The store of the queue in an SQLite database.
///
/// The database has a write-ahead log and `synchronous=FULL`: a commit returns
/// once it is on disk, and a power cut loses nothing that was acknowledged.
package final class SQLiteJobStore: SQLJobStore {
    let database: DatabasePool
    let activeJobs = ActiveJobCache()
    private let file: StoreFile
    private let reserve: StoreReserve
    /// The bytes of the database with what is only in the log, after the last change that made the queue longer.
    private let extent = Mutex<Int64>(0)
    private let onDoubt: @Sendable (StoreError) -> Void
    package let clock: any ServiceClock
    package let meter = StoreMeter()

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
            database = try Self.open(path)
        } catch {
            throw StoreError(error) ?? error
        }
        file = try StoreFile(path: path)
        reserve.fill()
    }

    private static func open(_ path: String) throws -> DatabasePool {
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
        return database
    }

    /// Returns how many jobs of a file have not ended, without opening it as a store; 0 where there is no such file.
    static func activeCount(in path: String) -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        let sql = "SELECT COUNT(*) FROM job WHERE finishedAt IS NULL"
        // A file that does not exist, or is not a store, has no jobs.
        return
            (try? DatabaseQueue(path: path, configuration: configuration).read { db in
                try Int.fetchOne(db, sql: sql)
            }) ?? 0
    }

    /// Returns the value of a pragma on the writing connection, for tests.
    package func pragma(_ name: String) async throws -> String? {
        try await database.writeWithoutTransaction { db in
            try String.fetchOne(db, sql: "PRAGMA \(name)")
        }
    }

    /// Writes in a transaction, with a failpoint before and after the commit.
    package func write<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
    ) async throws -> Value {
        try await meter.measure(.write) { try await commit(name, body) }
    }

    private func commit<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
    ) async throws -> Value {
        let isGrowing = Self.growing.contains(name)
        @Sendable func attempt() async throws -> Value {
            try file.check()
            return try await database.write { [activeJobs] db in
                let value = try body(SQLiteTransaction(db, activeJobs))
                if isGrowing { try measure(db) }
                failpoint(Failpoint(rawValue: "store.\(name).writing"))
                return value
            }
        }
        if isGrowing, reserve.isUsed {
            reserve.fill()
            guard !reserve.isUsed else {
                throw StoreError(code: .full, description: "the reserve of a full disk is used")
            }
        }
        let value = try await translatingErrors {
            do {
                if isGrowing {
                    try await settleGrowth()
                } else if reserve.isUsed {
                    // A log that grows would take the room that the file needs for what is in the log.
                    await rewindLog()
                }
                return try await attempt()
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_FULL && !isGrowing
            {
                _ = reserve.use()
                await rewindLog()
                return try await attempt()
            }
        }
        // Changes of an unlinked file are lost when the service exits.
        try file.check()
        failpoint(Failpoint(rawValue: "store.\(name).committed"))
        reserve.fill()
        return value
    }

    private func measure(_ db: Database) throws {
        let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let size = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        extent.withLock { $0 = pages.multipliedReportingOverflow(by: size).partialValue }
    }

    /// Moves the log into the file once that would grow by more than a part of the reserve: what is only in the log needs
    /// room in the file before the log can be written from its beginning again.
    private func settleGrowth() async throws {
        var facts = stat()
        guard unsafe stat(database.path, &facts) == 0,
            extent.withLock({ $0 }) - Int64(facts.st_size) > Self.growthLimit
        else { return }
        do {
            _ = try await database.writeWithoutTransaction { try $0.checkpoint(.passive) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw error
        } catch {
            // Where a reader is in the way, the next change does it.
        }
    }

    /// The growth that the log may have ahead of the file, in bytes: half of the smallest reserve.
    private static let growthLimit: Int64 = 1 << 18

    /// Has the log be written from its beginning again, in the space that it has: changes of rows then need no other, however
    /// many they are.
    private func rewindLog() async {
        // Where a reader is in the way, or the file cannot grow, the log goes on as it is.
        _ = try? await database.writeWithoutTransaction { try $0.checkpoint(.restart) }
    }

    /// The changes that make the queue longer, which may not use the reserve of a full disk.
    private static let growing: Set<String> = ["document", "submit", "replace", "remember"]

    /// Reads in a transaction.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
    ) async throws -> Value {
        try await meter.measure(.read) {
            try await translatingErrors {
                try await database.read { [activeJobs] db in
                    try body(SQLiteTransaction(db, activeJobs))
                }
            }
        }
    }

    package func listActive(
        printers: [PrinterID]?,
        created: Range<Int64>?,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs {
        let (known, next) = activeJobs.list(
            printers: printers,
            created: created,
            from: first,
            limit: limit
        )
        guard let next else { return known }
        let missing = limit - known.ids.count
        guard printers == nil, created == nil, let place = activeJobs.place(at: next) else {
            return known
                + (try await list(
                    "finishedAt IS NULL",
                    printers: printers,
                    created: created,
                    from: next,
                    limit: missing
                ))
        }
        let found = try await activeEntries(from: next, limit: missing)
        activeJobs.extend(with: found, isEnd: found.count < missing, at: place)
        return found.reduce(into: known) { $0.append($1.id, $1.json) }
    }

    private func activeEntries(
        from first: JobID,
        limit: Int
    ) async throws -> [ActiveJobCache.Entry] {
        try await read { db in
            try db.all(
                """
                SELECT id, printer, createdAt, \(SQLiteTransaction.facts) FROM job
                WHERE finishedAt IS NULL AND id >= ? ORDER BY id LIMIT ?
                """,
                [StoreValue(first.rawValue), StoreValue(limit)]
            ) { row in
                ActiveJobCache.Entry(
                    id: try row.job(0),
                    printer: PrinterID(rawValue: try row.string(1)),
                    created: try row.integer(2),
                    json: try row.withBytes(3) { [UInt8]($0) }
                )
            }
        }
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
}
