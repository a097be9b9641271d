/// A connection that only reads.
actor PostgresReader {
    private let executor = BlockingExecutor(label: "printcenter.database.reader")
    private let client: PostgresClient
    private let patience: Duration
    private var connection: PostgresConnection?
    private var lostSince: ContinuousClock.Instant?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor holds the executor for as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(_ client: PostgresClient, patience: Duration) {
        self.client = client
        self.patience = patience
    }

    /// Reads from one moment.
    ///
    /// - Throws: ``StoreError``, and errors of the body.
    func read<Value: Sendable>(
        _ body: @Sendable (PostgresTransaction) throws -> Value
    ) throws -> Value {
        var backoff = Backoff()
        while true {
            try Task.checkCancellation()
            do {
                let connection = try connection ?? client.connect()
                self.connection = connection
                let value = try attempt(connection, body)
                lostSince = nil
                return value
            } catch let error as PostgresError {
                connection = nil
                guard error.isLost else { throw error.storeError }
                let start = lostSince ?? .now
                lostSince = start
                let limit = start + patience
                guard ContinuousClock.now < limit else { throw error.storeError }
                backoff.pause(until: limit)
            }
        }
    }

    private func attempt<Value>(
        _ connection: PostgresConnection,
        _ body: (PostgresTransaction) throws -> Value
    ) throws -> Value {
        try connection.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        do {
            let value = try body(PostgresTransaction(connection))
            // All that was asked for is there.
            try connection.leave("COMMIT")
            return value
        } catch let error as PostgresError {
            throw error
        } catch {
            try connection.query("ROLLBACK")
            throw error
        }
    }
}
