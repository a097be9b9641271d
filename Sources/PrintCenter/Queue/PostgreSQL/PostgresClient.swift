import Glibc
import Logging

/// Makes connections to the database of a queue.
struct PostgresClient: Sendable {
    let address: DatabaseAddress
    /// The schema that has the tables.
    let schema: String
    /// The longest wait for an answer; the server gives up earlier.
    var answer = Duration.seconds(45)
    let log: Logger
    /// What a wait for the server has to do with those of the other connections.
    var silentWait: SilentWait?
    /// Options that `store` in the settings need not have.
    ///
    /// Without a limit, libpq waits for a server that hangs for as long as that does.
    private var usual = ["connect_timeout": "2"]

    init(
        address: DatabaseAddress,
        schema: String,
        answer: Duration = .seconds(45),
        log: Logger
    ) {
        (self.address, self.schema, self.answer, self.log) = (address, schema, answer, log)
    }

    /// A client that soon takes a server for gone which is silent; a connection that only reads loses nothing then.
    var hasty: PostgresClient {
        var client = self
        client.usual["tcp_user_timeout"] = "2500"
        return client
    }

    /// A client that gives up once the server has been silent for a time.
    func giving(up silence: ServerSilence, after patience: Duration) -> PostgresClient {
        var client = self
        client.silentWait = .givesUp(silence, after: patience)
        return client
    }

    /// Connects, and makes the session what the store relies on.
    ///
    /// A commit returns once it is on the disk of the server, whatever the role or the database has as its default. A
    /// transaction that this side leaves open ends by itself, so that it blocks no other service.
    ///
    /// - Parameter explainsRefusal: Whether a refusal of the server is to have its SQLSTATE.
    /// - Returns: The connection.
    /// - Throws: ``PostgresError``.
    func connect(explainsRefusal: Bool = false) throws -> PostgresConnection {
        if let error = silentWait?.error(after: .zero) { throw error }
        let options = address.completed.merging(usual) { $1 }.merging(address.options) { $1 }
        let connection = try PostgresConnection(
            options,
            patience: answer,
            silentWait: silentWait,
            explainsRefusal: explainsRefusal,
            log: log
        )
        try connection.script(
            """
            SET search_path = "\(schema)";
            SET statement_timeout = '30s';
            SET lock_timeout = '10s';
            SET idle_in_transaction_session_timeout = '5s';
            SET tcp_keepalives_idle = 5;
            SET tcp_keepalives_interval = 2;
            SET tcp_keepalives_count = 3;
            SET client_min_messages = warning;
            SET jit = off;
            SELECT set_config('synchronous_commit', 'on', false)
                WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply');
            """
        )
        try connection.beginPipeline()
        return connection
    }
}

/// The pauses between attempts: longer each time, up to a second, and random, so that those who lost a server together
/// do not return together.
struct Backoff {
    private var longest = 0.05

    /// Blocks the thread for the next pause, or until a time.
    mutating func pause(until end: ContinuousClock.Instant) {
        let left = (end - .now) / .seconds(1)
        let time = min(left, Double.random(in: longest / 2...longest))
        longest = min(longest * 2, 1)
        // The thread is the store's own, and has nothing else to do.
        if time > 0 { usleep(UInt32(clamping: time * 1_000_000)) }
    }
}
