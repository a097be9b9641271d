import FoundationEssentials
import GRDB
import PrintModel
import Testing

@testable import PrintCenter

/// What the store does with numbers that only somebody else can have written into its file.
@Suite struct `A number in a row of the store` {
    private static let numbers = [Int64.min, -1, .max - 1, .max]
    private static let longest = DocumentFacts(
        name: "a.pdf",
        type: "application/pdf",
        kind: "PDF document",
        pages: .max,
        size: .max
    )

    @Test(arguments: [
        "job SET id", "job SET priority", "job SET underWay", "job SET notBefore",
        "job SET revision",
        "job SET createdAt", "job SET finishedAt", "event SET sequence", "event SET at",
        "event SET job",
        "sqlite_sequence SET seq",
    ])
    func `of any size ends nothing`(_ column: String) async throws {
        for number in Self.numbers {
            try await withChangedStore("UPDATE \(column) = \(number)")
        }
    }

    @Test func `of any size ends nothing in the facts and the delivery of a job`() async throws {
        for column in ["facts", "delivery"] {
            for number in ["-9223372036854775808", "9223372036854775807", "1e19"] {
                // At each place in turn.
                for place in 1...12 {
                    try await withChangedStore(of: column) { json in
                        let found = json.matches(of: /[:\[,](-?\d+)(?=[,\]}])/)
                        guard found.count >= place else { return nil }
                        let digits = found[place - 1].1
                        let change = json[..<digits.startIndex] + number + json[digits.endIndex...]
                        return ("UPDATE job SET \(column) = ?", String(change))
                    }
                }
            }
        }
    }

    private func withChangedStore(_ statement: String) async throws {
        try await withChangedStore(of: "facts") { _ in (statement, nil) }
    }

    /// Changes a row of a store with two jobs, and uses what is left.
    private func withChangedStore(
        of column: String,
        _ change: (String) -> (statement: String, value: String?)?
    ) async throws {
        try await withFolder { folder in
            let path = folder + "/queue.sqlite"
            var store: SQLiteJobStore? = try SQLiteJobStore(path: path)
            var record = JobRecord(job: `The store`.job("one"))
            record.job.plan = PrintPlan(
                pages: [1, 2, 3],
                copies: 1,
                sides: .oneSided,
                media: .a4,
                priority: 50
            )
            record.job.document = DocumentFacts(
                name: "a.pdf",
                type: "application/pdf",
                kind: "PDF document",
                pages: 3,
                size: 1000
            )
            record.delivery.moves = 1
            _ = try await store?.submit(record, key: "one", request: "one", with: nil)
            store = nil
            let database = try DatabaseQueue(path: path)
            let json = try await database.read {
                try String.fetchOne($0, sql: "SELECT \(column) FROM job") ?? ""
            }
            guard let change = change(json) else { return try database.close() }
            try await database.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                try db.execute(
                    sql: change.statement,
                    arguments: change.value.map { [$0] } ?? StatementArguments()
                )
            }
            try database.close()
            await use(path)
        }
    }

    /// Reads and changes all jobs; each fault is one that is reported.
    private func use(_ path: String) async {
        func reported(_ body: () async throws -> Void) async {
            do { try await body() } catch { #expect(error is StoreError, "\(error)") }
        }
        await reported {
            let store = try SQLiteJobStore(path: path)
            let now = StoreKind.now
            await reported {
                for number in try await store.activeNumbers(on: nil) {
                    await reported { _ = try await store.story(of: number) }
                    await reported {
                        let record = try await store.job(number)
                        _ = record?.delivery.moved
                        _ = record?.job.plan?.isFulfilled(by: Self.longest)
                        _ = try await store.change(number) { record in
                            var record = record
                            record.delivery.cancelRequested = true
                            return record
                        }
                    }
                }
            }
            await reported {
                let last = try await store.lastEvent()
                for place in [0, 1, last, Int.min, .max] {
                    _ = try await store.hasAllEvents(after: place)
                    _ = try await store.events(after: place, limit: 10)
                }
            }
            let first = JobID(rawValue: .min)
            await reported { _ = try await store.activePage(from: first, limit: 10) }
            await reported { _ = try await store.activeCount(JobFilter(), after: first) }
            await reported { _ = try await store.list(JobFilter(), from: first, limit: 10) }
            await reported { _ = try await store.underWay() }
            await reported { _ = try await store.depths(at: now) }
            await reported { _ = try await store.ended(since: .distantPast, limit: 10) }
            await reported { _ = try await store.firstListed(ofNewest: 10) }
            await reported { _ = try await store.forgetJobs(olderThan: .zero, limit: 10) }
            await reported {
                for printer in try await store.printersAtWork() {
                    _ = try await store.lane(of: printer, at: now, limit: 10)
                    _ = try await store.deviceJobs(on: printer)
                }
            }
            await reported {
                let record = JobRecord(job: `The store`.job("two"))
                _ = try await store.submit(record, key: "two", request: "two", with: nil)
            }
        }
    }
}
