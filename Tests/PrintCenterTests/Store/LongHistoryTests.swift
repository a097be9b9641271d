import FoundationEssentials
import GRDB
import GRDBSQLite
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

/// A store whose printer has printed a hundred thousand jobs, and has a few to print.
@Suite struct `A long history` {
    /// Steps of SQLite's machine: a look at each job of the history takes three to ten.
    private static let limit = 30_000

    @Test func `is read by no statement of a lane, a list, or a submission`() async throws {
        try await withStore { store in
            _ = try await store.queued("one", document: nil)
            let document = try Columns.json(`The store`.document("d"))
            try await store.database.write { db in
                try db.execute(
                    sql: """
                        WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
                        INSERT INTO document (id, key, facts, spooled, createdAt)
                        SELECT 'd' || n, 'k' || n, ?, n % 1000 = 1, n FROM number;
                        WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
                        INSERT INTO job (id, key, request, submission, document, printer, facts, delivery, createdAt,
                            finishedAt, priority, underWay, notBefore)
                        SELECT n, 'k' || n, '', 's' || n, 'd' || n, 'p7', facts, delivery, createdAt + n,
                            CASE WHEN n % 1000 <> 1 THEN n END, 50, n % 3000 = 1, 0
                        FROM job, number WHERE id = 1;
                        INSERT INTO event (job, at, facts) SELECT id, createdAt, facts FROM job;
                        """,
                    arguments: [document]
                )
            }
            let statements = Statements()
            try await store.database.write(statements.note)
            try await store.database.read(statements.note)
            try await store.useStatements(number: 1)
            try await store.useActiveJobs()
            try await store.useDocumentsAndDevices()
            let noted = statements.all
            try await store.database.write { $0.trace(options: []) }
            let (steps, plans) = try await store.database.write { db in
                (try Self.steps(of: noted, db), try Self.plans(of: noted, db))
            }
            #expect(steps.count > 15)
            for (statement, count) in steps {
                #expect(count < Self.limit, "\(count): \(statement)")
            }
            let scans = plans.filter { $0.plan.contains("SCAN") }
            #expect(plans.count > 3 && scans.isEmpty, "\(scans)")
        }
    }

    /// What each question took.
    private static func steps(of statements: [String], _ db: Database) throws -> [(String, Int32)] {
        try statements.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("WITH") }.map { sql in
            let statement = try db.makeStatement(sql: sql)
            let rows = try Row.fetchCursor(statement)
            while try rows.next() != nil {}
            let steps = unsafe sqlite3_stmt_status(
                statement.sqliteStatement,
                SQLITE_STMTSTATUS_VM_STEP,
                0
            )
            return (sql, steps)
        }
    }

    /// How each change finds its rows, since it cannot be made again.
    private static func plans(
        of statements: [String],
        _ db: Database
    ) throws -> [(statement: String, plan: String)] {
        try statements.filter { ["INSERT", "UPDATE", "DELETE"].contains(String($0.prefix(6))) }
            // Housekeeping, once an hour, looks at each document.
            .filter { !$0.contains("DELETE FROM document WHERE createdAt") }
            .map { sql in
                let lines = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql)
                return (sql, lines.map { $0["detail"] as String? ?? "" }.joined(separator: "; "))
            }
    }
}

/// The statements of the connections of a store, with their values.
private final class Statements: Sendable {
    private let noted = Mutex<Set<String>>([])

    var all: [String] { noted.withLock { $0.sorted() } }

    @Sendable func note(_ db: Database) {
        db.trace(options: .statement) { event in
            guard case .statement(let statement) = event else { return }
            self.noted.withLock { _ = $0.insert(statement.expandedSQL) }
        }
    }
}

extension SQLJobStore {
    /// Runs the statements whose time must not grow with the queue.
    func useStatements(number: Int) async throws {
        let printer = PrinterID(rawValue: "p7")
        _ = try await printersAtWork()
        _ = try await lane(of: printer, at: Date(), limit: 3)
        for filter in [
            JobFilter(all: false), JobFilter(all: false, printer: printer),
            JobFilter(all: true, printer: printer),
        ] {
            _ = try await list(filter, from: JobID(rawValue: 9), limit: 50)
        }
        _ = try await deviceJobs(on: printer)
        _ = try await ended(on: printer, limit: 5)
        _ = try await ended(since: Date(timeIntervalSince1970: 0), limit: 5)
        _ = try await events(after: 19_000, limit: 100)
        _ = try await story(of: JobID(rawValue: 7))
        _ = try await firstListed(ofNewest: 100)
        _ = try await known(submissions: [.random()])
        // Time: the age of documents
        _ = try await forgetUnused(olderThan: .patience * 10_000_000)
        let job = try await queued("job \(number)")
        var record = job
        record.job.state = .waiting
        _ = try await self.record(record)
        _ = try await change(try #require(job.job.id)) { $0 }
    }

    /// Runs the statements whose time grows with the jobs that have not ended, and with those only.
    fileprivate func useActiveJobs() async throws {
        _ = try await active()
        _ = try await activeCount()
        _ = try await hasActive()
        _ = try await underWay()
        for printer in [nil, PrinterID(rawValue: "p7")] {
            var filter = JobFilter(printer: printer)
            filter.aliases = [PrinterID(rawValue: "p8")]
            _ = try await activeCount(filter, after: JobID(rawValue: 5))
            _ = try await list(filter, from: JobID(rawValue: 5), limit: 50)
        }
        _ = try await snapshot(of: [JobID(rawValue: 7)])
        _ = try await requestCancel([JobID(rawValue: 1)], at: Date())
        _ = try await activeNumbers(on: nil)
        _ = try await activeNumbers(on: PrinterID(rawValue: "p7"))
        _ = try await depths(at: Date())
        _ = try await activePage(from: JobID(rawValue: 1), limit: 100)
        _ = try await usedPrinters()
        _ = try await ended(submissions: [.random()])
        _ = try await lastEvent()
        _ = try await hasAllEvents(after: lastEvent() - 9)
    }

    /// Runs the statements of the spool, of the memory of printers, and of the end of the history.
    fileprivate func useDocumentsAndDevices() async throws {
        let facts = `The store`.document("new")
        _ = try await keep(facts, key: "a")
        _ = try await document(key: "a")
        _ = try await document("d7")
        try await replace(facts)
        _ = try await forget(document: "d7")
        _ = try await spooledNames(preparedAmong: ["s1-2.pdf"])
        _ = try await retire(document: "d7", of: JobID(rawValue: 7))
        // Time: the age of documents
        _ = try await retireDocuments(olderThan: .seconds(60))
        // Time: the age of jobs
        _ = try await forgetJobs(olderThan: .seconds(60), limit: 20)
        _ = try await devices()
        try await forget(PrinterID(rawValue: "p7"))
        _ = try await job(key: "k7")
        _ = try await job(JobID(rawValue: 7))
    }
}
