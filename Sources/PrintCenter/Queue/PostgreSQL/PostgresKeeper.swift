import PrintModel

/// A connection by which a host keeps its lease, or takes and gives back lanes and pages.
///
/// It is apart from the one that changes the queue: a beat must not wait for a transaction.
actor PostgresKeeper {
    private let executor = BlockingExecutor(label: "printcenter.database.lease")
    private let client: PostgresClient
    private let lease: HostLease
    private let onEnd: PostgresWriter.Ending
    private var connection: PostgresConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor holds the executor for as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(
        _ client: PostgresClient,
        lease: HostLease,
        onEnd: @escaping PostgresWriter.Ending
    ) {
        self.client = client
        self.lease = lease
        self.onEnd = onEnd
    }

    /// Runs statements, each a transaction of its own; tries once again where the connection is lost.
    ///
    /// - Throws: ``StoreError``.
    func run<Value: Sendable>(
        _ body: @Sendable (PostgresConnection) throws -> Value
    ) throws -> Value {
        var hasFailed = false
        while true {
            do {
                let connection = try connection ?? client.connect()
                self.connection = connection
                return try body(connection)
            } catch let error as PostgresError {
                // An error of a statement may have left a transaction open.
                connection = nil
                guard error.isLost, !hasFailed else { throw error.storeError }
                hasFailed = true
            } catch {
                connection = nil
                throw error
            }
        }
    }

    /// Renews the lease, and returns what the database has.
    func renew() throws -> HostsSeen {
        let (seen, isRenewed) = try run { [lease] connection in
            // Before the beat is sent: the others count from a moment after it.
            let sent = ContinuousClock.now
            var isRenewed = false
            try connection.send(
                "UPDATE lease SET beat = beat + 1 WHERE host = ? AND session = ? AND alive = 1",
                [.number(lease.id), .number(lease.session)]
            ) { isRenewed = $0.changes == 1 }
            var event: Int64 = 0
            try connection.send("SELECT event FROM queue") {
                event = try $0.rows.first?.integer(0) ?? 0
            }
            let hosts = try Self.hosts(connection)
            return (HostsSeen(hosts: hosts, lastEvent: Int(event), sent: sent), isRenewed)
        }
        guard isRenewed else {
            let why = "the other hosts have given this one up"
            let error = StoreError(code: .taken, description: why)
            onEnd(error)
            throw error
        }
        return seen
    }

    /// Takes lanes that are free; returns the tokens of those that this host has got.
    func claim(_ printers: [PrinterID]) throws -> [(PrinterID, Int64)] {
        try run { [lease] connection in
            let names = StoreValue.text(try Columns.json(printers.map(\.rawValue)))
            try connection.send("BEGIN")
            try connection.send(
                """
                INSERT INTO lane (printer, token) SELECT json_array_elements_text(?::json), 0
                ON CONFLICT (printer) DO NOTHING
                """,
                [names]
            )
            // Those that another host is about to take are left to it.
            let locked = try connection.query(
                """
                SELECT printer FROM lane
                WHERE printer IN (SELECT json_array_elements_text(?::json))
                ORDER BY printer FOR UPDATE SKIP LOCKED
                """,
                [names]
            ).rows.map { try $0.string(0) }
            // Once the rows are locked, another look at the leases is a look at what holds for them.
            let taken = try connection.query(
                """
                UPDATE lane SET host = mine.host, session = mine.session, token = lane.token + 1
                FROM lease mine
                WHERE mine.host = ? AND mine.session = ? AND mine.alive = 1
                AND lane.printer IN (SELECT json_array_elements_text(?::json))
                AND (lane.host IS NULL OR lane.host = mine.host OR NOT EXISTS (
                    SELECT 1 FROM lease other WHERE other.host = lane.host
                    AND other.session = lane.session AND other.alive = 1))
                RETURNING lane.printer, lane.token
                """,
                [.number(lease.id), .number(lease.session), .text(try Columns.json(locked))]
            ).rows.map { (PrinterID(rawValue: try $0.string(0)), try $0.integer(1)) }
            guard try connection.query("COMMIT").isCommit else {
                throw StoreError(code: .failed, description: "the transaction was rolled back")
            }
            return taken
        }
    }

    /// Returns all hosts.
    static func hosts(_ connection: PostgresConnection) throws -> [HostRecord] {
        try connection.query(
            """
            SELECT host.id, host.name, host.version, host.since, host.near, host.draining,
                lease.session, lease.beat, lease.alive
            FROM host JOIN lease ON lease.host = host.id ORDER BY host.name
            """
        ).rows.map { row in
            HostRecord(
                id: try row.integer(0),
                name: try row.string(1),
                version: try row.string(2),
                since: try row.integer(3),
                // A newer version may write it in another way.
                near: Set((try? Columns.value([String].self, row.string(4))) ?? []),
                isDraining: try row.integer(5) != 0,
                session: try row.integer(6),
                beat: try row.integer(7),
                isAlive: try row.integer(8) != 0
            )
        }
    }
}
