import FoundationEssentials
import GRDB
import PrintModel
import Synchronization
import Testing

@testable import PrintCenter

/// The first of the active jobs, which are kept as they are listed.
@Suite struct `The cache of active jobs` {
    @Test func `is empty until jobs are listed, and is bounded`() async throws {
        try await withStore { store in
            try await Self.fill(store, 12_000)
            #expect(store.activeJobs.count.jobs == 0)
            let names = try await Self.pages(store, of: 256)
            #expect(names.count == 12_000 && Set(names).count == 12_000)
            let (jobs, bytes) = store.activeJobs.count
            // The last job that is added may exceed the limit.
            #expect(jobs > 1000 && jobs < 12_000 && bytes < (24 << 20) + (16 << 10))
            #expect(try await Self.pages(store, of: 1000).count == 12_000)
            #expect(store.activeJobs.count.bytes == bytes)
        }
    }

    @Test func `lists the same as the database, whatever changes`() async throws {
        try await withStore { store in
            try await Self.fill(store, 40)
            let limits = [1, 3, 7, 100]
            for step in 0..<60 {
                let id = JobID(rawValue: 1 + step * 17 % 43)
                if step.isMultiple(of: 3) {
                    _ = try await store.requestCancel([id], at: Date())
                } else if step.isMultiple(of: 5) {
                    _ = try await store.queued("new \(step)")
                } else {
                    _ = try await store.change(id) { record in
                        var record = record
                        record.job.name = "changed \(step)"
                        return record
                    }
                }
                let first = JobID(rawValue: step * 5 % 45)
                let limit = limits[step % limits.count]
                let listed = try await store.list(JobFilter(), from: first, limit: limit)
                let stored = try await store.activePage(from: first, limit: limit).jobs
                #expect(listed.ids == stored.ids && listed.json == stored.json)
                for printer in ["p0", "p1"].map({ PrinterID(rawValue: $0) }) {
                    let filter = JobFilter(printer: printer)
                    let some = try await store.list(filter, from: first, limit: limit)
                    let numbers = try await store.activeNumbers(on: printer).filter { $0 >= first }
                    #expect(some.ids == Array(numbers.prefix(limit)))
                }
            }
            #expect(store.activeJobs.count.jobs == (try await store.activeCount()))
        }
    }

    @Test func `takes nothing that was read before a change`() async throws {
        try await withStore { store in
            try await Self.fill(store, 4)
            let place = try #require(store.activeJobs.place(at: JobID(rawValue: 0)))
            let old = try await store.activePage(from: JobID(rawValue: 0), limit: 9).jobs
            _ = try await store.requestCancel([JobID(rawValue: 2)], at: Date())
            let entries = zip(old.ids, old.each).map { id, json in
                ActiveJobCache.Entry(
                    id: id,
                    printer: PrinterID(rawValue: "p0"),
                    created: 0,
                    json: [UInt8](json)
                )
            }
            store.activeJobs.extend(with: entries, isEnd: true, at: place)
            #expect(store.activeJobs.count.jobs == 0)
            #expect(try await Self.pages(store, of: 9).count == 3)
        }
    }

    /// Queues a job, and copies it.
    static func fill(_ store: SQLiteJobStore, _ count: Int) async throws {
        _ = try await store.queued("one", document: nil)
        try await store.database.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO job (id, key, request, submission, printer, facts, delivery, createdAt,
                        priority, underWay, notBefore)
                    SELECT n, 'k' || n, '', 's' || n, 'p' || (n % 2), json_set(facts, '$.id', n,
                        '$.name', 'job ' || n || printf('%2000s', '')),
                        delivery, createdAt, 50, 0, 9223372036854775807
                    FROM job, number WHERE id = 1
                    """,
                arguments: [count]
            )
        }
    }

    private static func pages(_ store: SQLiteJobStore, of limit: Int) async throws -> [JobID] {
        var found: [JobID] = []
        while true {
            let first = JobID(rawValue: (found.last?.rawValue ?? -1) + 1)
            let page = try await store.list(JobFilter(), from: first, limit: limit).ids
            found += page
            if page.count < limit { return found }
        }
    }
}
