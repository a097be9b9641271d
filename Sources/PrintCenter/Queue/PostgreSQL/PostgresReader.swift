/// A connection that only reads.
actor PostgresReader {
    private let executor = BlockingExecutor(label: "printcenter.database.reader")
    private let client: PostgresClient
    private let silence: ServerSilence
    private let timing: PostgresJobStore.Timing
    private var connection: PostgresConnection?
    private var lostSince: ContinuousClock.Instant?
    private var usedLast = ContinuousClock.now

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor holds the executor for as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(
        _ client: PostgresClient,
        silence: ServerSilence,
        _ timing: PostgresJobStore.Timing
    ) {
        self.client = client.hasty.giving(up: silence, after: .zero)
        self.silence = silence
        self.timing = timing
    }

    /// Reads from one moment.
    ///
    /// - Throws: ``StoreError``, and errors of the body.
    func read<Value: Sendable>(
        _ body: @Sendable (PostgresTransaction) throws -> Value
    ) throws -> Value {
        var backoff = Backoff()
        let began = ContinuousClock.now
        while true {
            try Task.checkCancellation()
            do {
                let connection = try connection ?? client.connect()
                self.connection = connection
                // A server that has hung since answers nothing; one that is slow only has much to read.
                if began - usedLast > timing.sign / 2 { try probe(connection) }
                let value = try attempt(connection, body)
                lostSince = nil
                usedLast = .now
                return value
            } catch let error as PostgresError {
                connection = nil
                guard error.isLost else { throw error.storeError }
                let start = lostSince ?? began
                lostSince = start
                let limit = start + timing.readPatience
                // The listener has waited for a server that is silent.
                guard silence.error() == nil, ContinuousClock.now < limit else {
                    throw error.storeError
                }
                backoff.pause(until: limit)
            }
        }
    }

    /// Waits for a sign of life; without one, the others need not wait for their own.
    private func probe(_ connection: PostgresConnection) throws {
        let began = ContinuousClock.now
        do {
            try connection.probe(within: timing.sign)
        } catch let error as PostgresError where error == .silence {
            // One that was ended by the others' silence says nothing about the server.
            if ContinuousClock.now - began >= timing.sign { silence.note() }
            throw error
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
