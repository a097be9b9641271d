import FoundationEssentials
import GRDB
import Glibc
import PrintModel
import Testing

@testable import PrintCenter

/// What becomes of a store that is damaged, lost, or on a full disk.
@Suite struct `A damaged store` {
    @Test func `fails once its file is unlinked or moved away`() async throws {
        try await withFolder { folder in
            let path = folder + "/queue.sqlite"
            let store = try SQLiteJobStore(path: path)
            _ = try await store.queued("kept")
            #expect(unsafe rename(path, path + ".away") == 0)
            let error = await #expect(throws: StoreError.self) { try await store.queued("lost") }
            #expect(error?.code == .gone)
            #expect(error.map { Problem($0).detail.contains("Put it back") } == true)
            #expect(unsafe rename(path + ".away", path) == 0)
            #expect(try await store.queued("again").job.id?.rawValue == 2)
        }
    }

    @Test(arguments: ["facts", "delivery", "request"])
    func `reports damage if a required column is empty`(
        _ column: String
    ) async throws {
        try await withFolder { folder in
            let path = folder + "/queue.sqlite"
            var store: SQLiteJobStore? = try SQLiteJobStore(path: path)
            let id = try #require(try await store?.queued("one").job.id)
            store = nil
            try await harm(path, column)
            let damaged = try SQLiteJobStore(path: path)
            let error = await #expect(throws: StoreError.self) { try await damaged.job(id) }
            #expect(error?.code == .damaged)
            #expect(error.map { Problem($0).detail.hasPrefix("The queue file is damaged") } == true)
        }
    }

    @Test func `reports damage if the list of jobs cannot be read`() async throws {
        try await withFolder { folder in
            let path = folder + "/queue.sqlite"
            var store: SQLiteJobStore? = try SQLiteJobStore(path: path)
            _ = try await store?.queued("one")
            store = nil
            try await harm(path, "printer")
            // Its start reads no jobs, however many there are.
            let damaged = try SQLiteJobStore(path: path)
            let error = await #expect(throws: StoreError.self) {
                try await damaged.list(JobFilter(), from: JobID(rawValue: 0), limit: 9)
            }
            #expect(error?.code == .damaged)
        }
    }

    /// Empties a column of all jobs, as two pages that changed their places would.
    private func harm(_ path: String, _ column: String) async throws {
        let database = try DatabaseQueue(path: path)
        try await database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA writable_schema = ON")
            try db.execute(
                sql: "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'job'",
                arguments: ["\(column) TEXT NOT NULL", "\(column) TEXT"]
            )
            try db.execute(sql: "PRAGMA writable_schema = RESET")
        }
        try database.close()
        let again = try DatabaseQueue(path: path)
        try await again.write { try $0.execute(sql: "UPDATE job SET \(column) = NULL") }
        try again.close()
    }

    @Test func `that is missing is not replaced by an empty one if the spool has documents`()
        async throws
    {
        try await withFolder { folder in
            let (path, spool) = (folder + "/queue.sqlite", folder + "/spool")
            try StoreLostError.check(path, spool: spool)
            let store = try SQLiteJobStore(path: path)
            try await Spool(path: spool).make("document") { _ in }
            try StoreLostError.check(path, spool: spool)
            _ = try await store.activeCount()
            for file in [path, path + "-wal", path + "-shm"] { _ = unsafe unlink(file) }
            #expect(throws: StoreLostError.self) { try StoreLostError.check(path, spool: spool) }
            close(unsafe open(path, O_CREAT | O_WRONLY, 0o600))
            #expect(throws: StoreLostError.self) { try StoreLostError.check(path, spool: spool) }
            _ = unsafe unlink(spool + "/document")
            try StoreLostError.check(path, spool: spool)
        }
    }

    @Test func `reserves space to record the ends of jobs, and releases it once`() async throws {
        try await withFolder { folder in
            let path = folder + "/queue.sqlite.reserve"
            let reserve = StoreReserve(path: path)
            #expect(!reserve.use())
            reserve.fill()
            var facts = stat()
            #expect(unsafe stat(path, &facts) == 0)
            #expect(facts.st_blocks * 512 >= 1 << 19)
            #expect(reserve.use())
            #expect(!reserve.use())
            #expect(unsafe access(path, F_OK) != 0)
        }
    }

    @Test func `refuses a key that is the submission of another job`() async throws {
        try await withStore { store in
            let record = JobRecord(job: `The store`.job("a"))
            _ = try await store.submit(record, key: "k", request: "r")
            let key = try #require(record.job.submission?.rawValue)
            #expect(try await store.submit(record, key: key, request: "r") == .keyReused)
        }
    }

    @Test func `cancels many jobs in one transaction, except those that have ended`()
        async throws
    {
        try await withStore { store in
            var ids: [JobID] = []
            for name in ["a", "b", "c"] {
                ids.append(try #require(try await store.queued(name).job.id))
            }
            _ = try await store.requestCancel(ids[1], at: Date())
            let canceled = try await store.requestCancel(ids + [JobID(rawValue: 99)], at: Date())
            #expect(canceled.map(\.job.id) == [ids[0], ids[2]])
            #expect(try await store.activeCount() == 0)
        }
    }
}
