import FoundationEssentials
import PrintModel

/// Enters the service of a host among the hosts of a queue.
struct HostEntry {
    let host: HostIdentity
    let database: String
    /// How long to wait for a service of the same name that is ending.
    let patience: Duration
    let leases: LeaseTiming
    let now: Date

    /// Returns the hold of a new service of the host.
    ///
    /// - Throws: ``DatabaseProblem/taken(database:host:since:)`` where another service has the name.
    func run(_ connection: PostgresConnection) throws -> HostHold {
        let id = try enter(connection)
        try acquireLock(id, connection)
        try waitForOther(id, connection)
        try connection.send("BEGIN")
        try connection.send(
            "UPDATE host SET place = ?, version = ?, near = ?, since = ? WHERE id = ?",
            [
                .text(host.place), .text(projectVersion), .text(try Columns.json(host.near)),
                .number(Columns.milliseconds(now)), .number(id),
            ]
        )
        try connection.send(
            "UPDATE lease SET session = session + 1, beat = 0, alive = 1 WHERE host = ?",
            [.number(id)]
        )
        let hold = try HostHold.fetch(id, connection)
        try connection.query("COMMIT")
        guard let hold else { throw StoreError.damagedRow }
        return hold
    }

    /// Returns the number of the host, which gets one with its first service.
    private func enter(_ connection: PostgresConnection) throws -> Int64 {
        try connection.send(
            """
            INSERT INTO host (name, place, version, near, since) VALUES (?, ?, '', '[]', ?)
            ON CONFLICT (name) DO NOTHING
            """,
            [.text(host.name), .text(host.place), .number(Columns.milliseconds(now))]
        )
        try connection.send(
            """
            INSERT INTO lease (host) SELECT id FROM host WHERE name = ? ON CONFLICT (host) DO NOTHING
            """,
            [.text(host.name)]
        )
        let rows = try connection.query("SELECT id FROM host WHERE name = ?", [.text(host.name)])
            .rows
        guard let row = rows.first else { throw StoreError.damagedRow }
        return try row.integer(0)
    }

    private func acquireLock(_ id: Int64, _ connection: PostgresConnection) throws {
        let end = ContinuousClock.now + patience
        var backoff = Backoff()
        while try !HostHold.acquireLock(id, connection) {
            guard ContinuousClock.now < end else { throw try taken(id, connection) }
            backoff.pause(until: end)
        }
    }

    /// Waits for the lease of a service of this name that may run elsewhere: only for one in the same place is it
    /// certain that it has ended.
    private func waitForOther(_ id: Int64, _ connection: PostgresConnection) throws {
        let sql = """
            SELECT host.place, lease.alive, lease.session, lease.beat
            FROM host JOIN lease ON lease.host = host.id WHERE host.id = ?
            """
        let end = ContinuousClock.now + leases.patience
        var before: [Int64]?
        var backoff = Backoff()
        while ContinuousClock.now < end {
            guard let row = try connection.query(sql, [.number(id)]).rows.first else { return }
            if try row.string(0) == host.place { return }
            if try row.integer(1) == 0 { return }
            let seen = [try row.integer(2), try row.integer(3)]
            guard before == nil || before == seen else { throw try taken(id, connection) }
            before = seen
            backoff.pause(until: end)
        }
    }

    private func taken(_ id: Int64, _ connection: PostgresConnection) throws -> DatabaseProblem {
        let row = try connection.query(
            "SELECT to_char(to_timestamp(since / 1000.0), 'YYYY-MM-DD HH24:MI') FROM host WHERE id = ?",
            [.number(id)]
        ).rows.first
        return .taken(database: database, host: host.name, since: try row?.string(0) ?? "?")
    }
}
