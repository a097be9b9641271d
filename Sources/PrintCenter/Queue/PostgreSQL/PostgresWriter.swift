import Failpoints
import FoundationEssentials
import Logging
import PrintModel

/// The connection by which this host changes the queue.
///
/// A connection that is lost is made anew, and what it was to do is done again, unless the server says that it has
/// been done: each transaction that changes anything leaves its number in the row of the host, in the same commit.
actor PostgresWriter {
    /// What the service learns once, when it must end.
    typealias Ending = @Sendable (StoreError) -> Void

    private let executor = BlockingExecutor(label: "printcenter.database")
    private let client: PostgresClient
    /// The longest wait for a server that is gone.
    private let patience: Duration
    private let onEnd: Ending
    /// What this service has of the queue.
    private(set) var hold: HostHold
    private var connection: PostgresConnection?
    /// Since when there has been no connection.
    private var lostSince: ContinuousClock.Instant?
    /// How often a transaction is tried.
    private static let attempts = 5

    private let journal: ReleaseJournal
    /// Whether the server may be one that was restored to an earlier point.
    private var mayBeRestored = true
    private let log: Logger

    /// The transactions before a commit whose answer is lost, until the row of the host shows whether it has taken place.
    private var doubt: Int64?
    /// The commits that were in doubt, by the transactions before them, and whether they have taken place.
    private var settled: [Int64: Bool] = [:]
    /// Why this service writes no more.
    private var end: StoreError?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The actor holds the executor for as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    init(
        _ client: PostgresClient,
        _ opened: (PostgresConnection, HostHold),
        journal: ReleaseJournal,
        patience: Duration,
        onEnd: @escaping Ending
    ) {
        self.client = client
        self.journal = journal
        log = client.log
        self.patience = patience
        self.onEnd = onEnd
        (connection, hold) = opened
    }

    /// What became of a transaction.
    enum Outcome<Value: Sendable>: Sendable {
        /// It is on the disk of the server.
        case done(Value)
        /// The server is gone, and ``wasCommitted(after:)`` tells once it is back whether the value holds.
        case inDoubt(after: Int64, Value)
    }

    /// Changes the queue in one transaction.
    ///
    /// - Throws: ``StoreError``: with `unreachable`, nothing was changed; with `taken`, the service has been told to end.
    ///   Errors of the body change nothing.
    func write<Value: Sendable>(
        _ name: String,
        _ body: @Sendable (PostgresTransaction) throws -> Value
    ) throws -> Outcome<Value> {
        // A transaction that was in the way of another one, or whose connection was lost, has not happened.
        var failures = 0
        while true {
            let connection = try held()
            let began = ContinuousClock.now
            do {
                try endRestoredJobs(connection)
                let writing = PostgresTransaction.Writing(host: hold)
                let value = try run(connection, writing, name, body)
                guard writing.hasWritten else { return .done(value) }
                try commit(connection, value)
                hold.changes = hold.changes.adding(clamping: 1)
                return .done(value)
            } catch let error as PostgresError where error.isLost {
                self.connection = nil
                lostSince = lostSince ?? began
                failures += 1
                if failures == Self.attempts { throw error.storeError }
            } catch let lost as CommitDoubt<Value> {
                self.connection = nil
                lostSince = lostSince ?? began
                let changes = hold.changes
                doubt = changes
                do {
                    if try wasCommitted(after: changes) { return .done(lost.value) }
                } catch let trouble as StoreError where trouble.code == .unreachable {
                    return .inDoubt(after: changes, lost.value)
                }
            } catch {
                rollBack(connection)
                guard let refusal = error as? PostgresError else { throw error }
                failures += 1
                guard refusal.isTransient, failures < Self.attempts else {
                    throw refusal.storeError
                }
            }
        }
    }

    /// The error of a commit whose answer is lost, with the value to return if it has taken place.
    private struct CommitDoubt<Value: Sendable>: Error {
        let value: Value
    }

    private func run<Value>(
        _ connection: PostgresConnection,
        _ writing: PostgresTransaction.Writing,
        _ name: String,
        _ body: (PostgresTransaction) throws -> Value
    ) throws -> Value {
        try connection.send("BEGIN")
        // Sent together with the first statement of the body, which costs no time of its own.
        let sql = """
            SELECT lease.session, host.changes FROM host JOIN lease ON lease.host = host.id
            WHERE host.id = ? FOR UPDATE OF host
            """
        try connection.send(sql, [.number(hold.host)]) { [hold] result in
            guard let row = result.rows.first, try row.integer(0) == hold.session,
                try row.integer(1) == hold.changes
            else { throw GivenUp() }
            writing.isChecked = true
        }
        do {
            let transaction = PostgresTransaction(connection, writing: writing)
            let value = try body(transaction)
            guard writing.hasWritten else {
                try connection.query("COMMIT")
                return value
            }
            // Before the check, nothing may be sent that commits.
            if !writing.isChecked { try connection.finish() }
            // Sent together with the commit.
            try transaction.finishWriting(writing)
            failpoint(Failpoint(rawValue: "store.\(name).writing"))
            return value
        } catch is GivenUp {
            throw over(
                StoreError(code: .taken, description: "the other hosts have given this one up")
            )
        }
    }

    /// The error of a transaction that finds another session, or other changes, than those of this service.
    private struct GivenUp: Error {}

    private func commit<Value: Sendable>(
        _ connection: PostgresConnection,
        _ value: Value
    ) throws {
        do {
            let result = try connection.query("COMMIT")
            guard result.isCommit else {
                throw StoreError(code: .failed, description: "the transaction was rolled back")
            }
        } catch let error as PostgresError where error.isLost {
            throw CommitDoubt(value: value)
        }
    }

    private func rollBack(_ connection: PostgresConnection) {
        do {
            try connection.query("ROLLBACK")
        } catch {
            // The session ends, and its transaction with it.
            self.connection = nil
        }
    }

    /// Whether a commit whose answer is lost has taken place, which only the server knows.
    ///
    /// - Parameter changes: The transactions before it.
    /// - Returns: `false` where it has not.
    /// - Throws: ``StoreError`` with `unreachable` while the server is gone.
    func wasCommitted(after changes: Int64) throws -> Bool {
        if doubt == changes { _ = try held() }
        return settled.removeValue(forKey: changes) ?? false
    }

    /// Notes that this service writes no more, and tells it.
    private func over(_ error: StoreError) -> StoreError {
        if end == nil {
            end = error
            onEnd(error)
        }
        return error
    }

    // MARK: The connection

    /// Returns a connection whose session has the lock of the host.
    ///
    /// - Throws: ``StoreError`` with `unreachable` or `taken`, or the one with which this service ended.
    private func held() throws -> PostgresConnection {
        if let end { throw end }
        if let connection { return connection }
        let start = lostSince ?? .now
        lostSince = start
        // Who comes after a long wait in vain tries once.
        let limit = max(start + patience, .now)
        var backoff = Backoff()
        while true {
            do {
                let connection = try client.connect()
                if try reclaim(connection) {
                    self.connection = connection
                    lostSince = nil
                    return connection
                }
                if ContinuousClock.now >= limit {
                    let why = "another session has this host"
                    throw StoreError(code: .unreachable, description: why)
                }
            } catch let error as PostgresError {
                guard error.isLost, ContinuousClock.now < limit else {
                    throw StoreError(code: .unreachable, description: error.message)
                }
            }
            backoff.pause(until: limit)
        }
    }

    /// Locks the host again; returns whether that succeeds.
    ///
    /// - Throws: ``StoreError`` if the others have given it up, or another service has its name.
    private func reclaim(_ connection: PostgresConnection) throws -> Bool {
        let isLocked = try HostHold.acquireLock(hold.host, connection)
        let found = try HostHold.fetch(hold.host, connection)
        // Without the lock, a transaction whose outcome is unknown may yet be committed.
        let known = hold.changes...hold.changes.adding(clamping: doubt != nil || !isLocked ? 1 : 0)
        guard let found, found.session == hold.session else {
            throw over(
                StoreError(code: .taken, description: "the other hosts have given this one up")
            )
        }
        guard known.contains(found.changes) else {
            let why = "the database is an earlier or other one"
            throw over(StoreError(code: .taken, description: why))
        }
        guard isLocked else {
            try HostHold.endSession(of: hold, connection)
            return false
        }
        if let doubt { settled[doubt] = found.changes > doubt }
        doubt = nil
        hold = found
        mayBeRestored = true
        return true
    }

    // MARK: After a restore

    /// Notes that a job is about to be released.
    func noteRelease(_ job: SubmissionID) throws {
        try journal.note(job, host: hold.host, changes: hold.changes)
    }

    /// Ends the jobs that were released after the point to which the database was restored: they would be printed again.
    private func endRestoredJobs(_ connection: PostgresConnection) throws {
        guard mayBeRestored else { return }
        mayBeRestored = false
        do {
            let hosts = try connection.query("SELECT id, changes FROM host").rows.map {
                (try $0.integer(0), try $0.integer(1))
            }
            let jobs = hosts.flatMap { journal.jobs(of: $0.0, after: $0.1) }
            guard !jobs.isEmpty else { return }
            let outcome = try write("restored") { db in
                try Set(jobs.map(\.rawValue)).sorted()
                    .count { try JobRow.endRestored(db, $0, at: Date()) }
            }
            guard case .done(let ended) = outcome else {
                // What has ended stays ended the next time.
                throw StoreError(code: .unreachable, description: "the server is gone again")
            }
            log.warning(
                "the database was restored to an earlier point; jobs that were released after it end in doubt",
                metadata: ["jobs": "\(ended)"]
            )
        } catch {
            mayBeRestored = true
            throw error
        }
    }
}
