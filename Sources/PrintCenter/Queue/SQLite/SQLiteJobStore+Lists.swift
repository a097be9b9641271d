package import FoundationEssentials
import GRDB
package import PrintModel

/// The queries of lists, lanes, and readers of events.
extension SQLiteJobStore {
    package func active() async throws -> [JobRecord] {
        try await read { db in
            try JobRow.fetchAll(db, "WHERE finishedAt IS NULL ORDER BY id")
        }
    }

    package func activeNumbers(on printer: PrinterID?) async throws -> [JobID] {
        let narrowed = printer == nil ? "" : "AND printer = ?"
        let arguments: StatementArguments = printer.map { [$0.rawValue] } ?? []
        return try await read { db in
            try Int.fetchAll(
                db,
                sql: "SELECT id FROM job WHERE finishedAt IS NULL \(narrowed) ORDER BY id",
                arguments: arguments
            ).map { JobID(rawValue: $0) }
        }
    }

    package func activeCount() async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM job WHERE finishedAt IS NULL") ?? 0
        }
    }

    package func firstListed(ofNewest limit: Int) async throws -> JobID? {
        try await read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT id FROM job ORDER BY id DESC LIMIT 1 OFFSET ?",
                arguments: [max(0, limit - 1)]
            ).map { JobID(rawValue: $0) }
        }
    }

    package func list(
        _ filter: JobFilter,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs {
        let created = Columns.range(filter)
        guard filter.all else {
            return activeJobs.list(
                printer: filter.printer,
                created: created,
                from: first,
                limit: limit
            )
        }
        var narrowed = ""
        var arguments: StatementArguments = [first.rawValue]
        if let printer = filter.printer {
            narrowed += " AND printer = ?"
            arguments += [printer.rawValue]
        }
        if filter.since != nil || filter.until != nil {
            narrowed += " AND createdAt >= ? AND createdAt < ?"
            arguments += [created.lowerBound, created.upperBound]
        }
        arguments += [limit]
        let (condition, values) = (narrowed, arguments)
        return try await read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT id, \(Columns.facts) FROM job WHERE id >= ?\(condition)
                    ORDER BY id LIMIT ?
                    """,
                arguments: values
            )
            var found = ListedJobs()
            while let row = try rows.next() {
                // As bytes: a String would be validated character by character.
                let id = JobID(rawValue: try row.decode(atIndex: 0))
                try row.withUnsafeData(atIndex: 1) { found.append(id, $0 ?? Data()) }
            }
            return found
        }
    }

    package func known(submissions: [SubmissionID]) async throws -> Set<SubmissionID> {
        try await read { db in
            let statement = try db.makeStatement(sql: "SELECT 1 FROM job WHERE submission = ?")
            return Set(
                try submissions.filter { submission in
                    try Int.fetchOne(statement, arguments: [submission.rawValue]) != nil
                }
            )
        }
    }

    package func ended(submissions: [SubmissionID]) async throws -> Set<SubmissionID> {
        try await read { db in
            let sql = "SELECT 1 FROM job WHERE submission = ? AND finishedAt IS NOT NULL"
            let statement = try db.makeStatement(sql: sql)
            return Set(
                try submissions.filter { submission in
                    try Int.fetchOne(statement, arguments: [submission.rawValue]) != nil
                }
            )
        }
    }

    // MARK: Lanes

    /// The conditions of the partial indexes that find the jobs of a lane.
    private enum Wanted: String, CaseIterable {
        case underWay = "finishedAt IS NULL AND underWay = 1"
        case ready = "finishedAt IS NULL AND underWay = 0 AND notBefore = 0"
        case timed = """
            finishedAt IS NULL AND underWay = 0 AND notBefore > 0 AND notBefore < 9223372036854775807
            """
    }

    package func printersAtWork() async throws -> [PrinterID] {
        try await read { db in
            var found: Set<String> = []
            for wanted in Wanted.allCases {
                // A skip scan from printer to printer, whatever the number of jobs of each.
                found.formUnion(
                    try String.fetchAll(
                        db,
                        sql: """
                            WITH RECURSIVE next (printer) AS (
                                SELECT (SELECT MIN(printer) FROM job WHERE \(wanted.rawValue))
                                UNION ALL
                                SELECT (SELECT MIN(job.printer) FROM job
                                    WHERE \(wanted.rawValue) AND job.printer > next.printer)
                                FROM next WHERE next.printer IS NOT NULL)
                            SELECT printer FROM next WHERE printer IS NOT NULL
                            """
                    )
                )
            }
            return found.map { PrinterID(rawValue: $0) }
        }
    }

    package func lane(
        of printer: PrinterID,
        at date: Date,
        limit: Int
    ) async throws -> LaneJobs {
        let now = Columns.milliseconds(date)
        @Sendable func clause(_ wanted: Wanted, _ more: String) -> String {
            "WHERE \(wanted.rawValue) AND printer = ? \(more)"
        }
        let later = clause(.timed, "AND notBefore > ?")
        return try await read { db in
            let ready = try JobRow.fetchAll(
                db,
                clause(.ready, "ORDER BY priority DESC, id LIMIT ?"),
                [printer.rawValue, limit]
            )
            let due = try JobRow.fetchAll(
                db,
                clause(.timed, "AND notBefore <= ? ORDER BY priority DESC, id LIMIT ?"),
                [printer.rawValue, now, limit]
            )
            let next = (ready + due).sorted {
                ($1.priority, $0.job.id?.rawValue ?? 0) < ($0.priority, $1.job.id?.rawValue ?? 0)
            }
            return LaneJobs(
                underWay: try JobRow.fetchAll(
                    db,
                    clause(.underWay, "ORDER BY id"),
                    [printer.rawValue]
                ),
                next: Array(next.prefix(limit)),
                nextHoldEnds: try Int64.fetchOne(
                    db,
                    sql: "SELECT MIN(notBefore) FROM job \(later)",
                    arguments: [printer.rawValue, now]
                ).map(Columns.date)
            )
        }
    }

    package func deviceJobs(on printer: PrinterID) async throws -> Set<Int> {
        let recent = try await read { db in
            try JobRow.fetchAll(
                db,
                "WHERE printer = ? ORDER BY id DESC LIMIT 200",
                [printer.rawValue]
            )
        }
        return Set(recent.flatMap(\.delivery.allDeviceJobs))
    }

    package func usedPrinters() async throws -> [UsedPrinter] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT printer, json_extract(document.facts, '$.type') AS type, max(newest.id)
                    FROM (SELECT id, printer, document FROM job ORDER BY id DESC LIMIT 200) AS newest
                    LEFT JOIN document ON document.id = newest.document
                    GROUP BY 1, 2 ORDER BY 3 DESC
                    """
            )
            return try rows.map { row in
                let printer: String = try row.decode(forColumn: "printer")
                return UsedPrinter(
                    PrinterID(rawValue: printer),
                    type: try row.decode(String?.self, forColumn: "type")
                )
            }
        }
    }

    package func ended(on printer: PrinterID, limit: Int) async throws -> [JobRecord] {
        try await read { db in
            try JobRow.fetchAll(
                db,
                "WHERE printer = ? AND finishedAt IS NOT NULL ORDER BY id DESC LIMIT ?",
                [printer.rawValue, limit]
            )
        }
    }

    package func ended(since date: Date, limit: Int) async throws -> [JobRecord] {
        try await read { db in
            try JobRow.fetchAll(
                db,
                "WHERE finishedAt >= ? ORDER BY finishedAt DESC LIMIT ?",
                [Columns.milliseconds(date), limit]
            )
        }
    }

    // MARK: Events

    package func story(of id: JobID) async throws -> [StoryEntry] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT at, \(Columns.facts) FROM event WHERE job = ? ORDER BY sequence",
                arguments: [id.rawValue]
            )
            .map { row in
                let job = try Columns.value(PrintJob.self, row.decode(forColumn: "facts"))
                return StoryEntry(
                    at: Columns.date(try row.decode(forColumn: "at")),
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
        try await read { db in
            let sequence = try Self.lastEvent(db)
            guard let ids else {
                let active = try JobRow.fetchAll(db, "WHERE finishedAt IS NULL ORDER BY id")
                return (active.map(\.job), sequence)
            }
            return (try ids.compactMap { try JobRow.fetch(db, id: $0)?.record.job }, sequence)
        }
    }

    package func events(after sequence: Int, limit: Int) async throws -> [JobEvent] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT sequence, \(Columns.facts) FROM event WHERE sequence > ?
                    ORDER BY sequence LIMIT ?
                    """,
                arguments: [sequence, limit]
            )
            .map { row in
                JobEvent(
                    sequence: try row.decode(forColumn: "sequence"),
                    job: try Columns.value(PrintJob.self, row.decode(forColumn: "facts"))
                )
            }
        }
    }
}
