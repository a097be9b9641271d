package import PrintModel

/// The hosts of a queue, their leases, and their lanes.
extension PostgresJobStore: SharedJobStore {
    package func renew() async throws -> HostsSeen {
        try await beats.renew()
    }

    package func hosts() async throws -> [HostRecord] {
        try await keeper.run { try PostgresKeeper.hosts($0) }
    }

    package func nextChange(
        within time: Duration
    ) async throws -> (hostsChanged: Bool, lastEvent: Int) {
        try await listener.next(within: time)
    }

    package func printers(
        ofEventsAfter event: Int,
        atMost limit: Int
    ) async throws -> Set<PrinterID>? {
        try await keeper.run { connection in
            let rows = try connection.query(
                """
                SELECT job.printer FROM event JOIN job ON job.id = event.job
                WHERE event.sequence > ? ORDER BY event.sequence LIMIT ?
                """,
                [StoreValue(event), StoreValue(limit + 1)]
            ).rows
            guard rows.count <= limit else { return nil }
            return Set(try rows.map { PrinterID(rawValue: try $0.string(0)) })
        }
    }

    package func depose(_ host: HostRecord) async throws {
        try await keeper.run { connection in
            try PostgresListener.notify(PostgresListener.hosts, connection)
            _ = try connection.query(
                """
                UPDATE lease SET session = session + 1, alive = 0
                WHERE host = ? AND session = ? AND beat = ?
                """,
                [.number(host.id), .number(host.session), .number(host.beat)]
            )
        }
    }

    package func hasSession(_ host: HostRecord) async throws -> Bool {
        try await keeper.run { [leaseTiming] connection in
            try HostHold.isLocked(
                host.id,
                reconnection: leaseTiming.reconnection,
                connection
            )
        }
    }

    package func leave() async throws {
        try await beats.run { [lease] connection in
            try PostgresListener.notify(PostgresListener.hosts, connection)
            _ = try connection.query(
                """
                UPDATE lease SET session = session + 1, alive = 0 WHERE host = ? AND session = ?
                """,
                [.number(lease.id), .number(lease.session)]
            )
        }
    }

    package func freeLanes(among printers: [PrinterID]) async throws -> [FreeLane] {
        let names = StoreValue.text(try Columns.json(printers.map(\.rawValue)))
        return try await keeper.run { [lease] connection in
            try connection.query(
                """
                SELECT wanted.printer, (
                    SELECT json_agg(DISTINCT job.delivery::json ->> 'schedulerHost') FROM job
                    WHERE job.printer = wanted.printer AND finishedAt IS NULL AND underWay = 1
                    AND job.delivery::json ->> 'schedulerHost' IS NOT NULL)
                FROM json_array_elements_text(?::json) AS wanted (printer)
                LEFT JOIN lane ON lane.printer = wanted.printer
                WHERE lane.host IS NULL OR lane.host = ? OR NOT EXISTS (
                    SELECT 1 FROM lease WHERE lease.host = lane.host
                    AND lease.session = lane.session AND lease.alive = 1)
                """,
                [names, .number(lease.id)]
            ).rows.map { row in
                FreeLane(
                    printer: PrinterID(rawValue: try row.string(0)),
                    hostsWithJobs: Set(
                        try row.text(1).map { try Columns.value([String].self, $0) } ?? []
                    )
                )
            }
        }
    }

    package func claim(_ printers: [PrinterID]) async throws -> [LaneLease] {
        try await keeper.claim(printers).map { printer, token in
            LaneLease(printer: printer, token: token, host: lease)
        }
    }

    package func release(_ lane: LaneLease) async throws {
        try await keeper.run { [lease] connection in
            try PostgresListener.notify("\(lease.id)", connection)
            _ = try connection.query(
                """
                UPDATE lane SET host = NULL, session = NULL
                WHERE printer = ? AND host = ? AND session = ? AND token = ?
                """,
                [
                    .text(lane.printer.rawValue), .number(lease.id), .number(lease.session),
                    .number(lane.token),
                ]
            )
        }
    }

    package func setDraining(_ isDraining: Bool, host: String) async throws -> Bool {
        // A text of this database has no NUL.
        guard !host.utf8.contains(0) else { return false }
        return try await keeper.run { connection in
            try PostgresListener.notify(PostgresListener.hosts, connection)
            return try connection.query(
                "UPDATE host SET draining = ? WHERE name = ?",
                [StoreValue(isDraining), .text(host)]
            ).changes == 1
        }
    }

    package func remove(host: String) async throws -> Bool {
        guard !host.utf8.contains(0) else { return false }
        return try await keeper.run { connection in
            try connection.query(
                """
                DELETE FROM host WHERE name = ?
                AND NOT EXISTS (SELECT 1 FROM lease WHERE lease.host = host.id AND alive = 1)
                """,
                [.text(host)]
            ).changes == 1
        }
    }

    package func jobsInSchedulers() async throws -> [String: Int] {
        try await read { db in
            let found = try db.all(
                """
                SELECT delivery::json ->> 'schedulerHost', count(*) FROM job
                WHERE finishedAt IS NULL AND underWay = 1
                AND delivery::json ->> 'schedulerHost' IS NOT NULL GROUP BY 1
                """
            ) { (try $0.string(0), Int(try $0.integer(1))) }
            return Dictionary(found) { $0.adding(clamping: $1) }
        }
    }

    package func jobs(inSchedulerOf host: String) async throws -> [JobRecord] {
        try await read { db in
            try JobRow.fetchAll(
                db,
                """
                WHERE finishedAt IS NULL AND underWay = 1
                AND delivery::json ->> 'schedulerHost' = ? ORDER BY id
                """,
                [.text(host)]
            )
        }
    }

    package func devicesVersion() async throws -> Int64? {
        try await read { db in
            try db.all(
                """
                SELECT coalesce(sum(hashtext(id || facts)::bigint), 0)::bigint + count(*) FROM device
                """
            ) { try $0.integer(0) }.first
        }
    }

    package func lanes() async throws -> [HeldLane] {
        try await keeper.run { connection in
            try connection.query(
                """
                SELECT lane.printer, host.name, (SELECT count(*) FROM job
                    WHERE job.printer = lane.printer AND finishedAt IS NULL)
                FROM lane JOIN lease ON lease.host = lane.host AND lease.session = lane.session
                    AND lease.alive = 1
                JOIN host ON host.id = lane.host ORDER BY lane.printer
                """
            ).rows.map { row in
                HeldLane(
                    printer: PrinterID(rawValue: try row.string(0)),
                    host: try row.string(1),
                    jobs: Int(try row.integer(2))
                )
            }
        }
    }
}
