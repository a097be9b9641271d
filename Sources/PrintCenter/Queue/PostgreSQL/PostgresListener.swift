import PrintModel

/// The connection by which a host learns that another one has changed something.
///
/// A notification is a hint only: the number of the last event says what there is, and is asked for without one, too.
actor PostgresListener {
    /// The text of a notification that the hosts themselves have changed.
    static let hosts = "hosts"

    private let executor = BlockingExecutor(label: "printcenter.database.listener")
    private let client: PostgresClient
    /// What ends the waits of the other connections.
    private let silence: ServerSilence
    /// The wait after which the server is silent.
    private let patience: Duration
    private let lease: HostLease
    private var connection: PostgresConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor holds the executor for as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Makes a listener.
    ///
    /// - Parameters:
    ///   - client: Makes its connection.
    ///   - silence: What ends the waits of the other connections.
    ///   - lease: The lease of this host, whose own notifications count for nothing.
    ///   - patience: The wait after which the server is silent. The listener goes on waiting: a server that is slow answers
    ///     the same question later, and a new connection would take longer.
    init(
        _ client: PostgresClient,
        silence: ServerSilence,
        lease: HostLease,
        patience: Duration
    ) {
        self.silence = silence
        var client = client
        client.answer = min(client.answer, patience * 4)
        client.silentWait = .findsOut(silence, after: patience)
        self.client = client
        self.patience = patience
        self.lease = lease
    }

    /// Waits for a notification of another host.
    ///
    /// - Parameter time: The longest wait.
    /// - Returns: Whether the hosts have changed, and the number of the last event.
    /// - Throws: ``StoreError`` while there is no connection.
    func next(within time: Duration) throws -> (hostsChanged: Bool, lastEvent: Int) {
        var asked: ContinuousClock.Instant? = .now
        do {
            // What has happened without a connection is asked for at once.
            let time = connection == nil ? .zero : time
            let connection = try listening()
            asked = nil
            let end = ContinuousClock.now + time
            var texts: [String] = []
            while texts.isEmpty, ContinuousClock.now < end {
                texts = try connection.notifications(within: end - .now)
                    .filter { $0 != "\(lease.id)" }
            }
            asked = .now
            let row = try connection.query("SELECT event FROM queue").rows.first
            return (texts.contains(Self.hosts), Int(try row?.integer(0) ?? 0))
        } catch let error as PostgresError {
            connection = nil
            // A server that refuses at once is not silent: each connection finds that out by itself.
            if error.isLost, let asked, ContinuousClock.now - asked > patience / 2 {
                silence.note()
            } else {
                silence.end()
            }
            throw error.storeError
        }
    }

    private func listening() throws -> PostgresConnection {
        if let connection { return connection }
        let connection = try client.connect()
        try connection.query("LISTEN \"\(Self.channel(client.schema))\"")
        self.connection = connection
        return connection
    }

    private static func channel(_ schema: String) -> String { "printcenter.\(schema)" }

    /// Sends a notification with the commit of the transaction.
    ///
    /// - Parameters:
    ///   - text: ``hosts``, or the number of the host that has changed jobs.
    ///   - connection: A connection of the queue.
    /// - Throws: ``PostgresError`` if the connection is lost.
    static func notify(_ text: String, _ connection: PostgresConnection) throws {
        try connection.send(
            "SELECT pg_notify('printcenter.' || current_schema(), ?)",
            [.text(text)]
        )
    }
}
