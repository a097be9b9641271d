package import FoundationEssentials
package import PrintModel

/// The queries of lists, lanes, and readers of events.
extension SQLJobStore {
    package func active() async throws -> [JobRecord] {
        try await read { db in
            try JobRow.fetchAll(db, "WHERE finishedAt IS NULL ORDER BY id")
        }
    }

    package func underWay() async throws -> [JobRecord] {
        try await read { db in
            try JobRow.fetchAll(db, "WHERE \(LaneCondition.underWay.rawValue) ORDER BY id")
        }
    }

    package func activeNumbers(on printer: PrinterID?) async throws -> [JobID] {
        let narrowed = printer == nil ? "" : "AND printer = ?"
        let values = printer.map { [StoreValue.text($0.rawValue)] } ?? []
        return try await read { db in
            try db.all(
                "SELECT id FROM job WHERE finishedAt IS NULL \(narrowed) ORDER BY id",
                values
            ) { try $0.job(0) }
        }
    }

    package func activeCount() async throws -> Int {
        try await read { db in
            let sql = "SELECT COUNT(*) FROM job WHERE finishedAt IS NULL"
            return Int(try db.first(sql) { try $0.integer(0) } ?? 0)
        }
    }

    package func hasActive() async throws -> Bool {
        try await read { try $0.hasRow("SELECT 1 FROM job WHERE finishedAt IS NULL LIMIT 1", []) }
    }

    package func activeCount(_ filter: JobFilter, after job: JobID) async throws -> Int {
        let created = Columns.range(filter)
        let first = JobID(rawValue: job.rawValue.adding(clamping: 1))
        return try await read { db in
            // One printer after the other, so that each is counted in an index.
            try (filter.printers.map { $0.map { Optional($0) } } ?? [nil]).map { printer in
                let rows = JobRowRange(first: first, printer: printer, created: created)
                let sql = """
                    SELECT COUNT(*) FROM job WHERE finishedAt IS NULL AND \(rows.condition)
                    """
                return Int(try db.first(sql, rows.values) { try $0.integer(0) } ?? 0)
            }.reduce(0) { $0.adding(clamping: $1) }
        }
    }

    package func depths(at date: Date) async throws -> Set<QueueDepth> {
        let now = Columns.milliseconds(date)
        return try await read { db in
            // Each count is one of entries of an index: rows are not read, however many jobs are on hold.
            func counts(_ condition: String, _ values: [StoreValue] = []) throws -> [String: Int] {
                let found = try db.all(
                    "SELECT printer, COUNT(*) FROM job WHERE \(condition) GROUP BY printer",
                    values
                ) { (try $0.string(0), Int(try $0.integer(1))) }
                // Names that differ in the database may be equal here: é has two spellings.
                return Dictionary(found) { $0.adding(clamping: $1) }
            }
            let all = try counts("finishedAt IS NULL")
            let underWay = try counts(LaneCondition.underWay.rawValue)
            let ready = try counts(LaneCondition.ready.rawValue)
            let due = try counts(
                "\(LaneCondition.timed.rawValue) AND notBefore <= ?",
                [.number(now)]
            )
            return Set(
                all.flatMap { name, count in
                    let printer = PrinterID(rawValue: name)
                    let begun = underWay[name] ?? 0
                    let queued = (ready[name] ?? 0).adding(clamping: due[name] ?? 0)
                    let held = count.subtracting(clamping: begun).subtracting(clamping: queued)
                    return [
                        QueueDepth(printer, .underWay, begun), QueueDepth(printer, .queued, queued),
                        QueueDepth(printer, .held, held),
                    ].filter { $0.count > 0 }
                }
            )
        }
    }

    package func firstListed(ofNewest limit: Int) async throws -> JobID? {
        try await read { db in
            try db.first(
                "SELECT id FROM job ORDER BY id DESC LIMIT 1 OFFSET ?",
                [StoreValue(max(0, limit - 1))]
            ) { try $0.job(0) }
        }
    }

    package func list(
        _ filter: JobFilter,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs {
        let created = Columns.range(filter)
        guard filter.all else {
            return try await listActive(
                printers: filter.printers,
                created: created,
                from: first,
                limit: limit
            )
        }
        return try await list(
            "TRUE",
            printers: filter.printers,
            created: created,
            from: first,
            limit: limit
        )
    }

    /// Returns the stored JSON of jobs for which a condition holds.
    func list(
        _ condition: String,
        printers: [PrinterID]?,
        created: Range<Int64>?,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs {
        try await read { db in
            guard let printers, printers.count != 1 else {
                let rows = JobRowRange(first: first, printer: printers?.first, created: created)
                return try Self.list(db, condition, rows, limit: limit)
            }
            // Each name of a printer by its index, which has no order for all of them.
            let lists = try printers.map { printer in
                let rows = JobRowRange(first: first, printer: printer, created: created)
                return try Self.list(db, condition, rows, limit: limit)
            }
            return ListedJobs(merging: lists, limit: limit)
        }
    }

    private static func list(
        _ db: Transaction,
        _ condition: String,
        _ rows: JobRowRange,
        limit: Int
    ) throws -> ListedJobs {
        var found = ListedJobs()
        var printers: [String] = []
        try db.forEach(
            """
            SELECT id, \(Transaction.facts), printer FROM job
            WHERE \(condition) AND \(rows.condition) ORDER BY id LIMIT ?
            """,
            rows.values + [StoreValue(limit)]
        ) { row in
            // As bytes: a String would be validated character by character.
            let id = try row.job(0)
            try row.withBytes(1) { found.append(id, $0) }
            if Transaction.isShared { printers.append(try row.string(2)) }
        }
        guard !printers.isEmpty else { return found }
        let holders = try db.holders(of: Set(printers))
        return try found.naming(printers.map { holders[$0] })
    }

    package func known(submissions: [SubmissionID]) async throws -> Set<SubmissionID> {
        try await read { db in
            Set(try submissions.filter { try JobRow.isKnown(db, submission: $0) })
        }
    }

    package func ended(submissions: [SubmissionID]) async throws -> Set<SubmissionID> {
        try await read { db in
            let sql = "SELECT 1 FROM job WHERE submission = ? AND finishedAt IS NOT NULL"
            return Set(try submissions.filter { try db.hasRow(sql, [.text($0.rawValue)]) })
        }
    }

    // MARK: Lanes

    package func printersAtWork() async throws -> [PrinterID] {
        try await read { db in
            var found: Set<String> = []
            for wanted in LaneCondition.allCases {
                // A skip scan from printer to printer, whatever the number of jobs of each.
                found.formUnion(
                    try db.all(
                        """
                        WITH RECURSIVE next (printer) AS (
                            SELECT (SELECT MIN(printer) FROM job WHERE \(wanted.rawValue))
                            UNION ALL
                            SELECT (SELECT MIN(job.printer) FROM job
                                WHERE \(wanted.rawValue) AND job.printer > next.printer)
                            FROM next WHERE next.printer IS NOT NULL)
                        SELECT printer FROM next WHERE printer IS NOT NULL
                        """
                    ) { try $0.string(0) }
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
        let name = StoreValue.text(printer.rawValue)
        @Sendable func clause(_ wanted: LaneCondition, _ more: String) -> String {
            "WHERE \(wanted.rawValue) AND printer = ? \(more)"
        }
        let later = clause(.timed, "AND notBefore > ?")
        return try await read { db in
            let ready = try JobRow.fetchAll(
                db,
                clause(.ready, "ORDER BY priority DESC, id LIMIT ?"),
                [name, StoreValue(limit)]
            )
            let due = try JobRow.fetchAll(
                db,
                clause(.timed, "AND notBefore <= ? ORDER BY priority DESC, id LIMIT ?"),
                [name, .number(now), StoreValue(limit)]
            )
            let next = (ready + due).sorted {
                ($1.priority, $0.job.id?.rawValue ?? 0) < ($0.priority, $1.job.id?.rawValue ?? 0)
            }
            return LaneJobs(
                underWay: try JobRow.fetchAll(
                    db,
                    clause(.underWay, "ORDER BY id"),
                    [name]
                ),
                next: Array(next.prefix(limit)),
                nextHoldEnds: try db.first(
                    "SELECT MIN(notBefore) FROM job \(later)",
                    [name, .number(now)]
                ) { try $0.number(0) }?.map(Columns.date)
            )
        }
    }

    package func deviceJobs(on printer: PrinterID) async throws -> TakenNumbers {
        try await read { db in
            // Not the whole records, which take much longer to decode.
            let recent = try db.all(
                "SELECT delivery FROM job WHERE printer = ? ORDER BY id DESC LIMIT 200",
                [.text(printer.rawValue)]
            ) { try Columns.value(DeviceJobs.self, $0.string(0)) }
            var taken = TakenNumbers()
            for job in recent {
                for number in job.all { taken.add(number, at: job.start) }
            }
            return taken
        }
    }

    package func usedPrinters() async throws -> [UsedPrinter] {
        try await read { db in
            try db.all(
                """
                SELECT printer, \(Transaction.documentType) AS type, max(newest.id)
                FROM (SELECT id, printer, document FROM job ORDER BY id DESC LIMIT 200) AS newest
                LEFT JOIN document ON document.id = newest.document
                GROUP BY 1, 2 ORDER BY 3 DESC
                """
            ) { UsedPrinter(PrinterID(rawValue: try $0.string(0)), type: try $0.text(1)) }
        }
    }

    package func ended(on printer: PrinterID, limit: Int) async throws -> [JobRecord] {
        try await read { db in
            try JobRow.fetchAll(
                db,
                "WHERE printer = ? AND finishedAt IS NOT NULL ORDER BY id DESC LIMIT ?",
                [.text(printer.rawValue), StoreValue(limit)]
            )
        }
    }

    package func ended(since date: Date, limit: Int) async throws -> [JobRecord] {
        try await read { db in
            try JobRow.fetchAll(
                db,
                "WHERE finishedAt >= ? ORDER BY finishedAt DESC LIMIT ?",
                [.number(Columns.milliseconds(date)), StoreValue(limit)]
            )
        }
    }

    // MARK: Events

    package func story(of id: JobID) async throws -> [StoryEntry] {
        try await read { db in
            try db.all(
                "SELECT at, \(Transaction.facts) FROM event WHERE job = ? ORDER BY sequence",
                [StoreValue(id.rawValue)]
            ) { row in
                let job = try Columns.value(PrintJob.self, row.string(1))
                return StoryEntry(
                    at: Columns.date(try row.integer(0)),
                    state: job.state,
                    printer: job.printer,
                    reasons: job.reasons,
                    progress: job.progress
                )
            }
        }
    }

    package func snapshot(of ids: [JobID]) async throws -> (jobs: [PrintJob], sequence: Int) {
        try await read { db in
            (try ids.compactMap { try JobRow.fetch(db, id: $0)?.record.job }, try db.lastEvent())
        }
    }

    package func activePage(
        from first: JobID,
        limit: Int
    ) async throws -> (jobs: ListedJobs, sequence: Int) {
        try await read { db in
            var found = ListedJobs()
            try db.forEach(
                """
                SELECT id, \(Transaction.facts) FROM job WHERE finishedAt IS NULL AND id >= ?
                ORDER BY id LIMIT ?
                """,
                [StoreValue(first.rawValue), StoreValue(limit)]
            ) { row in
                let id = try row.job(0)
                try row.withBytes(1) { found.append(id, $0) }
            }
            return (found, try db.lastEvent())
        }
    }

    package func events(after sequence: Int, limit: Int) async throws -> [JobEvent] {
        try await read { db in
            try db.all(
                """
                SELECT sequence, \(Transaction.facts) FROM event WHERE sequence > ?
                ORDER BY sequence LIMIT ?
                """,
                [StoreValue(sequence), StoreValue(limit)]
            ) { row in
                JobEvent(
                    sequence: Int(try row.integer(0)),
                    job: try Columns.value(PrintJob.self, row.string(1))
                )
            }
        }
    }
}

/// The numbers of a job on its printer.
private struct DeviceJobs: Decodable {
    let deviceJob: Int?
    let moreDeviceJobs: [Int]?
    let deviceStart: Int?
    let deviceUpTime: Int?

    /// As `Delivery.startOfDevice`.
    var start: DeviceStart? { deviceStart.map { DeviceStart(time: $0, upTime: deviceUpTime) } }
    /// As `Delivery.allDeviceJobs`.
    var all: [Int] { (deviceJob.map { [$0] } ?? []) + (moreDeviceJobs ?? []) }
}

/// The conditions of the partial indexes that find the jobs of a lane.
private enum LaneCondition: String, CaseIterable {
    case underWay = "finishedAt IS NULL AND underWay = 1"
    case ready = "finishedAt IS NULL AND underWay = 0 AND notBefore = 0"
    case timed = """
        finishedAt IS NULL AND underWay = 0 AND notBefore > 0 AND notBefore < 9223372036854775807
        """
}
