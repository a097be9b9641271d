/// Opens a queue in a database: checks the server, brings the tables up to date, and enters the host.
struct PostgresOpening {
    let client: PostgresClient
    /// To which queue the documents of the service belong.
    let identity: QueueIdentity
    /// Other files by which the service may have had a queue before.
    let former: [QueueIdentity]
    /// Called once it is certain that the documents are those of the queue.
    let onConfirmed: @Sendable () throws -> Void
    /// Returns how many documents there are.
    let documents: @Sendable () -> Int
    let host: HostIdentity
    /// How long to wait for a service of the same name that is ending.
    let patience: Duration
    let leases: LeaseTiming
    let clock: any ServiceClock

    private var database: String { client.address.name }

    /// Returns a connection that has the lock of the host, and the hold.
    ///
    /// - Throws: ``DatabaseProblem``, or ``SpoolError`` where the identity cannot be written.
    func run() throws -> (PostgresConnection, HostHold) {
        do {
            let connection = try client.connect(explainsRefusal: true)
            try check(connection)
            try migrate(connection)
            try checkOwner(connection)
            try onConfirmed()
            let entry = HostEntry(
                host: host,
                database: database,
                patience: patience,
                leases: leases,
                now: clock.now
            )
            let hold = try entry.run(connection)
            try identity.markOpened()
            return (connection, hold)
        } catch let error as PostgresError {
            let detail = error.message
            throw switch error.kind {
            case .password, .refused("28P01"):
                DatabaseProblem.refused(database: database, reason: .password, detail: detail)
            case .refused("28000"):
                DatabaseProblem.refused(database: database, reason: .role, detail: detail)
            case .refused("3D000"):
                DatabaseProblem.refused(database: database, reason: .missing, detail: detail)
            case .refused where !error.isLost:
                DatabaseProblem.unsuitable(database: database, detail: detail)
            default: DatabaseProblem.unreachable(database: database, detail: detail)
            }
        }
    }

    private func unsuitable(_ detail: String) -> DatabaseProblem {
        .unsuitable(database: database, detail: detail)
    }

    private func check(_ connection: PostgresConnection) throws {
        guard connection.serverVersion >= 130_000 else {
            throw unsuitable("PostgreSQL 13 or later is needed")
        }
        let rows = try connection.query(
            """
            SELECT current_setting('server_encoding'), current_setting('fsync'),
                current_setting('full_page_writes'), current_setting('synchronous_commit')
            """
        ).rows
        guard let row = rows.first else { throw StoreError.damagedRow }
        guard try row.string(0) == "UTF8" else { throw unsuitable("its encoding is not UTF8") }
        guard try row.string(1) == "on", try row.string(2) == "on" else {
            throw unsuitable("the server has fsync or full_page_writes off, and may lose jobs")
        }
    }

    /// Makes the tables, or brings them up to date, while no other service does.
    private func migrate(_ connection: PostgresConnection) throws {
        try connection.send("BEGIN")
        try connection.send(
            "SELECT pg_advisory_xact_lock(hashtextextended('printcenter.' || ?::text, 0))",
            [.text(client.schema)]
        )
        do {
            let tables = try connection.query(
                """
                SELECT count(*), count(*) FILTER (WHERE c.relname = 'queue')
                FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = ? AND c.relkind = 'r'
                """,
                [.text(client.schema)]
            ).rows
            guard let row = tables.first else { throw StoreError.damagedRow }
            guard try row.integer(1) > 0 else {
                guard try row.integer(0) == 0 else {
                    throw unsuitable("its schema \(client.schema) has other tables")
                }
                return try create(connection)
            }
            let version = try connection.query("SELECT version FROM queue").rows.first?.integer(0)
            guard let version else { throw unsuitable("its table queue is empty") }
            guard version <= PostgresSchema.migrations.count else {
                throw DatabaseProblem.newer(database: database)
            }
            try migrate(connection, from: Int(version))
            try connection.query("COMMIT")
        } catch {
            // The connection is given up where that fails, too.
            _ = try? connection.query("ROLLBACK")
            throw error
        }
    }

    private func create(_ connection: PostgresConnection) throws {
        try checkNoQueueIsMissed()
        let id = QueueIdentity.newID()
        try connection.send("CREATE SCHEMA IF NOT EXISTS \"\(client.schema)\"")
        try runMigrations(connection, from: 0)
        try connection.query(
            "INSERT INTO queue (version, id) VALUES (?, ?)",
            [StoreValue(PostgresSchema.migrations.count), .text(id)]
        )
        // Not before the server has done all of it: a start that fails leaves the folder as it was. And not after the
        // commit: a service that ends between them would leave a queue that no documents belong to.
        try identity.give(to: id)
        try connection.query("COMMIT")
    }

    /// Refuses to begin a queue in the place of one that the service had: the address may be that of another database,
    /// and with the new id in the folder no host would start with the right one any more.
    private func checkNoQueueIsMissed() throws {
        if identity.wasOpened, documents() > 0 {
            throw DatabaseProblem.lost(
                database: database,
                documents: documents(),
                folder: identity.folder
            )
        }
        let notes = ([identity] + former).filter(\.isTaken)
        guard let first = notes.first else { return }
        throw DatabaseProblem.missed(
            database: database,
            folder: first.folder,
            files: notes.map(\.path)
        )
    }

    private func migrate(_ connection: PostgresConnection, from version: Int) throws {
        guard version < PostgresSchema.migrations.count else { return }
        try runMigrations(connection, from: version)
        try connection.query(
            "UPDATE queue SET version = ?",
            [StoreValue(PostgresSchema.migrations.count)]
        )
    }

    private func runMigrations(_ connection: PostgresConnection, from version: Int) throws {
        for script in PostgresSchema.migrations[version...] {
            // A pipeline takes one statement at a time.
            for statement in script.split(separator: ";") where statement.contains("CREATE") {
                try connection.send(String(statement))
            }
        }
        try connection.finish()
    }

    private func checkOwner(_ connection: PostgresConnection) throws {
        let rows = try connection.query(
            "SELECT id, (SELECT name FROM host ORDER BY since DESC LIMIT 1) FROM queue"
        ).rows
        guard let row = rows.first else { throw StoreError.damagedRow }
        guard try row.string(0) == identity.id else {
            let folder = identity.folder
            if identity.wasOpened {
                throw DatabaseProblem.other(database: database, folder: folder)
            }
            let host = try row.text(1) ?? "?"
            throw DatabaseProblem.foreign(database: database, host: host, folder: folder)
        }
    }
}
