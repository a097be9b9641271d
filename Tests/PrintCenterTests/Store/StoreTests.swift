import FoundationEssentials
import GRDB
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

// Times of this file: the ages of rows, on a clock that stands still.

@Suite struct `The store` {
    @Test func `the connection that writes has a write-ahead log and syncs each commit`()
        async throws
    {
        try await withStore { store in
            let mode = try await store.pragma("journal_mode")
            let synchronous = try await store.pragma("synchronous")
            let foreignKeys = try await store.pragma("foreign_keys")
            #expect(mode == "wal")
            // 2 is FULL.
            #expect(synchronous == "2")
            #expect(foreignKeys == "1")
        }
    }

    @Test func `an empty file becomes a store, and an existing store is kept`() async throws {
        try await withFolder { folder in
            let path = folder + "/queue.sqlite"
            close(unsafe open(path, O_CREAT | O_WRONLY, 0o600))
            let first = try SQLiteJobStore(path: path)
            let job = try await first.queued("one")
            let second = try SQLiteJobStore(path: path)
            #expect(try await second.active() == [job])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a repeated key returns the same job, and is refused with another request`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            let record = JobRecord(job: Self.job("a"))
            guard case .new(let first) = try await store.submit(record, key: "k", request: "r")
            else { throw Missing() }
            #expect(first.job.id == JobID(rawValue: 1))
            let again = JobRecord(job: Self.job("b"))
            #expect(try await store.submit(again, key: "k", request: "r") == .existing(first))
            #expect(try await store.submit(again, key: "k", request: "other") == .keyReused)
            #expect(try await store.list(all: true).count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a step that changes nothing but its date is not written`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let job = try await store.queued("one")
            var later = job
            later.job.updatedAt += 60
            #expect(try await store.record(later) == job)
            later.job.progress.sheets = 1
            #expect(try await store.record(later) == later)
            #expect(try await store.active() == [later])
        }
    }

    @Test func `a record that lists millions of pages is read without them`() async throws {
        try await withStore { store in
            var record = try await store.queued("huge")
            _ = try await store.queued("small")
            record.job.plan = PrintPlan(
                pages: [1],
                copies: 1,
                sides: .oneSided,
                media: nil
            )
            record = try await store.record(record)
            let id = try #require(record.job.id)
            // As an earlier version has written it.
            let list = (1...300_000).map { "\($0)" }.joined(separator: ",")
            try await store.database.write { db in
                for table in ["job WHERE id = 1", "event WHERE job = 1"] {
                    let (name, place) = (table.prefix { $0 != " " }, table.drop { $0 != " " })
                    try db.execute(
                        sql: """
                            UPDATE \(name)
                            SET facts = json_set(facts, '$.plan.pages', json('[\(list)]'))\(place)
                            """
                    )
                }
            }
            let all = try await store.list(
                JobFilter(all: true),
                from: JobID(rawValue: 0),
                limit: 10
            )
            #expect(all.ids.count == 2 && all.json.count < 10_000)
            let told = try await store.job(id)?.job
            #expect(told?.name == "huge" && told?.plan != nil && told?.plan?.pages == nil)
            #expect(try await store.events(after: 0, limit: 10).count >= 2)
            #expect(try await store.story(of: id).isEmpty == false)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the number of a job is never reused`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            for name in ["a", "b", "c"] { _ = try await store.queued(name) }
            #expect(try await store.active().map(\.job.id?.rawValue) == [1, 2, 3])
            #expect(try await store.activeCount() == 3)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a cancel survives a step that is based on the job before it`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            var record = try await store.queued("a")
            record.delivery.phase = .creating
            record.job.state = .sending
            record = try await store.record(record)
            let id = try #require(record.job.id)
            let wished = try await store.requestCancel(id, at: Date())
            #expect(wished?.job.state == .sending && wished?.delivery.cancelRequested == true)
            var stale = record
            stale.delivery.phase = .created
            let merged = try await store.record(stale)
            #expect(merged.delivery.cancelRequested && merged.delivery.phase == .created)
            #expect(try await store.job(id)?.delivery.cancelRequested == true)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a job that the scheduler cannot have ends with its cancel`(_ kind: StoreKind) async throws
    {
        try await kind.withStore { store in
            let id = try #require(try await store.queued("a").job.id)
            let ended = try await store.requestCancel(id, at: Date())
            #expect(ended?.job.state == .canceled && ended?.job.finishedAt != nil)
            #expect(try await store.active().isEmpty)
            #expect(try await store.requestCancel(id, at: Date()) == nil)
            #expect(try await store.requestCancel(JobID(rawValue: 99), at: Date()) == nil)
        }
    }

    @Test(arguments: [JobState.completed, .canceled, .failed], StoreKind.allCases)
    func `a job that has ended never changes`(_ state: JobState, _ kind: StoreKind) async throws {
        try await kind.withStore { store in
            var record = try await store.queued("a")
            let stale = record
            record.job.state = state
            record.finish(at: Date(timeIntervalSince1970: 1_000_000))
            let ended = try await store.record(record)
            var late = stale
            late.job.state = .printing
            #expect(try await store.record(late) == ended)
            let id = try #require(record.job.id)
            #expect(try await store.job(id) == ended)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `only visible changes cause events`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            var record = try await store.queued("a")
            record.delivery.phase = .prepared
            record = try await store.record(record)
            #expect(try await store.events(after: 0, limit: 10).count == 1)
            record.job.progress.impressions = 1
            record.job.state = .printing
            record = try await store.record(record)
            let events = try await store.events(after: 0, limit: 10)
            #expect(events.map(\.job.state) == [.queued, .printing])
            #expect(events.map(\.sequence) == [1, 2])
            #expect(try await store.events(after: 1, limit: 10) == [events[1]])
            let id = try #require(record.job.id)
            #expect(try await store.story(of: id).map(\.state) == [.queued, .printing])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a snapshot and the events after it miss nothing and repeat nothing`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            let writer = Task {
                for number in 0..<100 { _ = try await store.queued("job \(number)") }
            }
            for _ in 0..<20 {
                let now = try await store.activePage(from: JobID(rawValue: 0), limit: .max)
                // Each of these jobs was told in exactly one event.
                #expect(now.jobs.ids.count == now.sequence)
                let later = try await store.events(after: now.sequence, limit: 1000)
                #expect(later.first.map { $0.sequence == now.sequence + 1 } ?? true)
            }
            try await writer.value
            let end = try await store.snapshot(of: [JobID(rawValue: 7)])
            #expect(end.jobs.map(\.name) == ["job 6"] && end.sequence == 100)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `documents without a job are removed, and those of ended jobs leave the spool`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            for id in ["unused", "used", "ended"] {
                let facts = Self.document(id)
                #expect(try await store.keep(facts, key: "key of \(id)") == facts)
            }
            #expect(try await store.keep(Self.document("again"), key: "key of used").id == "used")
            _ = try await store.queued("a", document: "used")
            var record = try await store.queued("b", document: "ended")
            record.job.state = .completed
            record.finish(at: StoreKind.now - 100)
            _ = try await store.record(record)

            #expect(try await store.forgetUnused(olderThan: .seconds(60)).isEmpty)
            #expect(try await store.forgetUnused(olderThan: .seconds(-60)) == ["unused"])
            #expect(try await store.forget(document: "used") == false)
            #expect(try await store.retireDocuments(olderThan: .seconds(200)).isEmpty)
            #expect(try await store.retireDocuments(olderThan: .seconds(60)) == ["ended"])
            let prepared = try await store.active().map(\.lastingName)
            let others = ["used", "\(SubmissionID.random()).pdf", "other.pages.pdf", "-.pdf"]
            let files = prepared + others
            let names = try await store.spooledNames(preparedAmong: files)
            #expect(names == Set(["used"] + prepared) && prepared.count == 1)
            // What is known of it stays.
            #expect(try await store.document("ended") != nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the document of a job that was given up leaves the spool, unless another job has it`(
        _ kind: StoreKind
    ) async throws {
        try await kind.withStore { store in
            for id in ["alone", "shared"] {
                _ = try await store.keep(Self.document(id), key: id)
            }
            var first: [JobID] = []
            for document in ["alone", "shared"] {
                let job = try await store.queued(document, document: document)
                let id = try #require(job.job.id)
                // It has not ended.
                #expect(try await !store.retire(document: document, of: id))
                _ = try await store.requestCancel([id], at: StoreKind.now)
                first.append(id)
            }
            _ = try await store.queued("again", document: "shared")
            #expect(try await store.retire(document: "alone", of: first[0]))
            #expect(try await !store.retire(document: "alone", of: first[0]))
            #expect(try await !store.retire(document: "shared", of: first[1]))
            let spooled = try await store.spooledNames(preparedAmong: [])
            #expect(!spooled.contains("alone") && spooled.contains("shared"))
        }
    }

    // MARK: What the tests share

    struct Missing: Error {}

    static func job(_ name: String, document: String? = nil) -> PrintJob {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        return PrintJob(
            id: nil,
            submission: .random(),
            name: name,
            user: "ann",
            printer: PrinterID(rawValue: "office"),
            state: .queued,
            document: document.map { Self.document($0) },
            ticket: PrintTicket(),
            plan: nil,
            createdAt: date,
            updatedAt: date
        )
    }

    static func document(_ id: String) -> DocumentFacts {
        DocumentFacts(id: id, name: "a.pdf", type: "application/pdf", kind: "PDF document", size: 1)
    }
}

extension JobStore {
    /// Queues a job under a key of its own.
    func queued(_ name: String, document: String? = nil) async throws -> JobRecord {
        let record = JobRecord(job: `The store`.job(name, document: document))
        guard case .new(let queued) = try await submit(record, key: name, request: name, with: nil)
        else {
            throw `The store`.Missing()
        }
        return queued
    }
}

/// Runs a test with a store in a folder of its own.
func withStore(_ body: (SQLiteJobStore) async throws -> Void) async throws {
    try await withFolder { folder in
        try await body(SQLiteJobStore(path: folder + "/queue.sqlite"))
    }
}

/// Runs a test with a folder of its own.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = "\(TemporaryFolder.usual)/printcenter-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    // What cannot be removed stays.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
}
