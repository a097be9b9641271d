import Glibc

/// What a service has of a queue that it holds.
///
/// A session of the server has a lock for as long as it lives, and `hold` in the row of `queue` has grown: a
/// transaction of a service that has lost the lock finds another number there, and changes nothing.
struct QueueHold: Sendable {
    /// The number of this hold.
    let hold: Int64
    /// The transactions of the queue so far.
    var changes: Int64
    /// The process of the server that has the lock.
    var process: Int

    /// The first half of the number of the lock; the other one is that of the schema.
    private static let lock = 1_885_564_785

    private static let schema =
        "(SELECT oid::int FROM pg_namespace WHERE nspname = current_schema())"

    /// Locks the queue for the session of a connection; returns whether it is free.
    static func acquireLock(_ connection: PostgresConnection) throws -> Bool {
        let sql = "SELECT pg_try_advisory_lock(\(lock), \(schema))::int"
        return try connection.query(sql).rows.first?.integer(0) == 1
    }

    /// Ends the session that has the lock if it is an earlier one of this service, whose end the server has not noticed.
    ///
    /// One that waits for a standby is left: to end it would break off the wait.
    static func endSession(_ process: Int, _ connection: PostgresConnection) throws {
        _ = try connection.query(
            """
            SELECT pg_terminate_backend(a.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
            WHERE l.locktype = 'advisory' AND l.granted AND l.pid = ?
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND l.classid = \(lock)::oid AND l.objid::int = \(schema)
            AND a.wait_event IS DISTINCT FROM 'SyncRep'
            """,
            [StoreValue(process)]
        )
    }

    /// Takes the queue, whose lock the connection has.
    static func take(_ connection: PostgresConnection) throws -> QueueHold {
        let rows = try connection.query(
            """
            UPDATE queue SET hold = hold + 1, host = ?, since = now() RETURNING hold, changes
            """,
            [.text(hostName)]
        ).rows
        guard let row = rows.first else { throw StoreError.damagedRow }
        return QueueHold(
            hold: try row.integer(0),
            changes: try row.integer(1),
            process: connection.process
        )
    }

    /// Returns who holds the queue: the host, and since when.
    static func holder(
        _ connection: PostgresConnection
    ) throws -> (hold: Int64, changes: Int64, host: String, since: String) {
        let rows = try connection.query(
            "SELECT hold, changes, host, to_char(since, 'YYYY-MM-DD HH24:MI') FROM queue"
        ).rows
        guard let row = rows.first else { throw StoreError.damagedRow }
        return (try row.integer(0), try row.integer(1), try row.string(2), try row.string(3))
    }

    /// The name of this computer.
    static let hostName: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "?" }
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }()
}
