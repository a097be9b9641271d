package import FoundationEssentials
import GRDB
package import PrintModel

/// What lists, lanes and readers of events ask.
extension SQLiteJobStore {
    package func active() async throws -> [JobRecord] {
        try await database.read { db in
            try JobRow.fetchAll(db, "WHERE finishedAt IS NULL ORDER BY id")
        }
    }

    package func activeNumbers(on printer: PrinterID?) async throws -> [JobID] {
        let narrowed = printer == nil ? "" : "AND printer = ?"
        let arguments: StatementArguments = printer.map { [$0.rawValue] } ?? []
        return try await database.read { db in
            try Int.fetchAll(
                db,
                sql: "SELECT id FROM job WHERE finishedAt IS NULL \(narrowed) ORDER BY id",
                arguments: arguments
            ).map { JobID(rawValue: $0) }
        }
    }

    package func activeCount() async throws -> Int {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM job WHERE finishedAt IS NULL") ?? 0
        }
    }

    package func list(_ which: ListedJobs, printer: PrinterID?) async throws -> [String] {
        let narrowed = printer == nil ? "" : "AND printer = ?"
        let arguments: StatementArguments = printer.map { [$0.rawValue] } ?? []
        let selected =
            switch which {
            case .active: "WHERE finishedAt IS NULL \(narrowed) ORDER BY id"
            case .newest(let limit): "WHERE true \(narrowed) ORDER BY id DESC LIMIT \(limit)"
            }
        let found = try await database.read { db in
            try String.fetchAll(db, sql: "SELECT facts FROM job \(selected)", arguments: arguments)
        }
        if case .newest = which { return found.reversed() }
        return found
    }

    package func known(submissions: [SubmissionID]) async throws -> Set<SubmissionID> {
        try await database.read { db in
            let statement = try db.makeStatement(sql: "SELECT 1 FROM job WHERE submission = ?")
            return Set(
                try submissions.filter { submission in
                    try Int.fetchOne(statement, arguments: [submission.rawValue]) != nil
                }
            )
        }
    }

    // MARK: Lanes

    /// Jobs that can go on by themselves: all but those that are held until somebody says so.
    private static let canGoOn = "(underWay OR notBefore < \(Int64.max))"

    package func printersAtWork() async throws -> [PrinterID] {
        try await database.read { db in
            try String.fetchAll(
                db,
                sql: "SELECT DISTINCT printer FROM job WHERE finishedAt IS NULL AND \(Self.canGoOn)"
            ).map { PrinterID(rawValue: $0) }
        }
    }

    package func lane(
        of printer: PrinterID,
        at date: Date,
        limit: Int
    ) async throws -> LaneJobs {
        let now = Columns.milliseconds(date)
        let ours = "WHERE finishedAt IS NULL AND printer = ?"
        return try await database.read { db in
            let nextHoldEnds = try Int64.fetchOne(
                db,
                sql: """
                    SELECT MIN(notBefore) FROM job \(ours) AND underWay = 0
                    AND notBefore > ? AND notBefore < \(Int64.max)
                    """,
                arguments: [printer.rawValue, now]
            )
            return LaneJobs(
                underWay: try JobRow.fetchAll(
                    db,
                    "\(ours) AND underWay = 1 ORDER BY id",
                    [printer.rawValue]
                ),
                next: try JobRow.fetchAll(
                    db,
                    """
                    \(ours) AND underWay = 0 AND notBefore <= ?
                    ORDER BY priority DESC, id LIMIT ?
                    """,
                    [printer.rawValue, now, limit]
                ),
                nextHoldEnds: nextHoldEnds.map(Columns.date)
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
        return Set(recent.flatMap(\.delivery.allDeviceJobs))
    }

    package func completed(since date: Date, limit: Int) async throws -> [JobRecord] {
        let ended = try await database.read { db in
            try JobRow.fetchAll(
                db,
                "WHERE finishedAt >= ? ORDER BY finishedAt DESC LIMIT ?",
                [Columns.milliseconds(date), limit]
            )
        }
        return ended.filter { $0.job.state == .completed }
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
                    printer: job.printer,
                    reasons: job.reasons,
                    progress: job.progress
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
