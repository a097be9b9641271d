import Glibc
import PrintModel

/// Who a service is for a queue that hosts share.
package struct HostIdentity: Sendable {
    /// The name of the host, which no other host of the queue has.
    package var name: String
    /// What tells this service from one elsewhere that has the same name.
    ///
    /// A service that ended without a word is followed at once only by one in the same place, of which only one can run.
    package var place: String
    /// The printers that this host is to have.
    package var near: [String]

    package init(name: String = Self.computerName, place: String, near: [String] = []) {
        self.name = name
        self.place = place
        self.near = near
    }

    /// The name of this computer.
    package static let computerName: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "?" }
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }()
}

/// What the service of a host has of the queue.
///
/// A session of the server has a lock of the host for as long as it lives, and `session` of its lease has grown: a
/// transaction of a service that the other hosts have given up finds another number there, and changes nothing.
struct HostHold: Sendable {
    /// The number of the host.
    let host: Int64
    /// The number of this service among those of the host.
    let session: Int64
    /// The transactions of the host so far.
    var changes: Int64
    /// The process of the server that has the lock.
    var process: Int

    private static let schema =
        "(SELECT oid::int FROM pg_namespace WHERE nspname = current_schema())"

    /// Locks a host for the session of a connection; returns whether it is free.
    static func acquireLock(_ host: Int64, _ connection: PostgresConnection) throws -> Bool {
        let sql = "SELECT pg_try_advisory_lock(\(schema), ?::int)::int"
        return try connection.query(sql, [.number(host)]).rows.first?.integer(0) == 1
    }

    /// Whether a session has the lock of a host, or may not have it again yet after a start of the server.
    static func isLocked(
        _ host: Int64,
        reconnection: Duration,
        _ connection: PostgresConnection
    ) throws -> Bool {
        try connection.query(
            """
            SELECT 1 WHERE now() - pg_postmaster_start_time() < make_interval(secs => ?) OR EXISTS (
                SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                AND classid::int = \(schema) AND objid::int = ?)
            """,
            [.number(reconnection.components.seconds), .number(host)]
        ).rows.first != nil
    }

    /// Ends the session that has the lock if it is an earlier one of this service, whose end the server has not noticed.
    ///
    /// One that waits for a standby is left: to end it would break off the wait.
    static func endSession(of hold: HostHold, _ connection: PostgresConnection) throws {
        _ = try connection.query(
            """
            SELECT pg_terminate_backend(a.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
            WHERE l.locktype = 'advisory' AND l.granted AND l.pid = ?
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND l.classid::int = \(schema) AND l.objid::int = ?
            AND a.wait_event IS DISTINCT FROM 'SyncRep'
            """,
            [StoreValue(hold.process), .number(hold.host)]
        )
    }

    /// Returns the hold of a host as the database has it.
    static func fetch(_ host: Int64, _ connection: PostgresConnection) throws -> HostHold? {
        try connection.query(
            """
            SELECT lease.session, host.changes FROM host JOIN lease ON lease.host = host.id
            WHERE host.id = ?
            """,
            [.number(host)]
        ).rows.first.map { row in
            HostHold(
                host: host,
                session: try row.integer(0),
                changes: try row.integer(1),
                process: connection.process
            )
        }
    }
}
