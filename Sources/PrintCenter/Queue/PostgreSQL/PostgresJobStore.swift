import Failpoints
import Glibc
package import Logging
package import PrintModel
import Synchronization

/// The store of the queue in a PostgreSQL database, which several hosts can share.
///
/// A commit returns once it is on the disk of the server. A service that the other hosts have given up changes
/// nothing any more.
package final class PostgresJobStore: SQLJobStore {
    /// Times that tests shorten.
    package struct Timing: Sendable {
        /// The longest wait of a change for a server that is gone, before a request fails.
        package var patience = Duration.seconds(20)
        /// The longest wait of a read for such a server: a person waits for it.
        package var readPatience = Duration.seconds(2)
        /// The longest wait of a read for a sign of life of a server that was not asked for half of that time.
        package var sign = Duration.seconds(2)
        /// The longest wait for the answer to what the service asks each second; after it, the server counts as silent.
        package var silence = Duration.milliseconds(1500)
        /// The time between two questions whether a commit has taken place, to a server that went away during it.
        package var doubt = Duration.seconds(1)
        /// The longest wait for an answer of a server.
        package var answer = Duration.seconds(45)
        /// How long a start waits for another service of the same name that is ending.
        package var takeover = Duration.seconds(5)
        /// The times of leases.
        package var leases = LeaseTiming()

        package init() {}
    }

    package let clock: any ServiceClock
    /// The database in words.
    let database: String
    package let meter = StoreMeter()
    package let lease: HostLease
    package let leaseTiming: LeaseTiming
    private let timing: Timing
    private let silence: ServerSilence
    /// Sends the beats, which wait for nothing else.
    let beats: PostgresKeeper
    /// Takes and gives back lanes and pages.
    let keeper: PostgresKeeper
    let listener: PostgresListener
    private let writer: PostgresWriter
    private let readers: [PostgresReader]
    private let reads = Atomic(0)

    /// Enters a host, and makes the queue if the database has none.
    ///
    /// - Parameters:
    ///   - address: The database.
    ///   - schema: The schema of the tables.
    ///   - host: Who the service is.
    ///   - identity: To which queue the documents of the service belong.
    ///   - former: Other files by which the service may have had a queue before; none is begun in its place.
    ///   - onConfirmed: Called once it is certain that the documents are those of the queue. What it throws ends the opening.
    ///   - documents: Returns how many documents there are.
    ///   - journal: The jobs that were released to their printers.
    ///   - clock: The clock for the dates and the age of rows.
    ///   - timing: How long to wait.
    ///   - log: The logger for notices of the database.
    ///   - onEnd: Called when the service must end, before the request gets a reply: the other hosts have given it up.
    /// - Throws: ``DatabaseProblem``, or ``SpoolError`` where the identity cannot be written.
    package init(
        _ address: DatabaseAddress,
        schema: String = "printcenter",
        host: HostIdentity,
        identity: QueueIdentity,
        former: [QueueIdentity] = [],
        onConfirmed: @escaping @Sendable () throws -> Void = {},
        documents: @escaping @Sendable () -> Int = { 0 },
        journal: ReleaseJournal,
        clock: any ServiceClock = SystemClock(),
        timing: Timing = Timing(),
        log: Logger,
        onEnd: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws {
        self.clock = clock
        let silence = ServerSilence()
        self.silence = silence
        database = address.name
        let client = PostgresClient(
            address: address,
            schema: schema,
            answer: timing.answer,
            log: log
        )
        let writing = client.giving(up: silence, after: timing.patience / 2)
        let opened = try PostgresOpening(
            client: writing,
            identity: identity,
            former: former,
            onConfirmed: onConfirmed,
            documents: documents,
            host: host,
            patience: timing.takeover,
            leases: timing.leases,
            clock: clock
        ).run()
        leaseTiming = timing.leases
        self.timing = timing
        lease = HostLease(host: host.name, id: opened.1.host, session: opened.1.session)
        writer = PostgresWriter(
            writing,
            opened,
            journal: journal,
            patience: timing.patience,
            onEnd: onEnd
        )
        // An answer that comes later than that is of no use to the lease.
        let patience = (timing.leases.length - timing.leases.beat) / 2
        beats = PostgresKeeper(
            client.giving(up: silence, after: patience),
            lease: lease,
            onEnd: onEnd
        )
        keeper = PostgresKeeper(
            client.giving(up: silence, after: .zero),
            lease: lease,
            onEnd: onEnd
        )
        listener = PostgresListener(
            client,
            silence: silence,
            lease: lease,
            patience: timing.silence
        )
        // A list of many jobs must not keep a lane waiting.
        readers = (0..<2).map { _ in PostgresReader(client, silence: silence, timing) }
    }

    /// Whether the server does not answer now.
    package var isSilent: Bool { silence.error() != nil }

    package func write<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        let value = try await meter.measure(.write) {
            while true {
                switch try await writer.write(name, body) {
                case .done(let value): return value
                case .inDoubt(let changes, let value):
                    if try await wasCommitted(after: changes) { return value }
                }
            }
        }
        failpoint(Failpoint(rawValue: "store.\(name).committed"))
        return value
    }

    /// Waits for a server that went away during a commit, until it says whether that has taken place.
    ///
    /// Until then, what is to follow the change may neither be done nor given up, so that nothing breaks off this wait. To end
    /// the service instead would lose what its lanes have seen of their printers meanwhile.
    private func wasCommitted(after changes: Int64) async throws -> Bool {
        try await Task { [writer, pause = timing.doubt] in
            while true {
                do {
                    return try await writer.wasCommitted(after: changes)
                } catch let error as StoreError where error.code == .unreachable {
                    // Nothing announces that a server is back.
                    try await Task.sleep(for: pause)
                }
            }
        }
        .value
    }

    package func noteRelease(_ job: SubmissionID) async throws {
        try await writer.noteRelease(job)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        let number = reads.add(1, ordering: .relaxed).oldValue
        let reader = readers[abs(number % readers.count)]
        return try await meter.measure(.read) { try await reader.read(body) }
    }

    package func listActive(
        printers: [PrinterID]?,
        created: Range<Int64>?,
        from first: JobID,
        limit: Int
    ) async throws -> ListedJobs {
        try await list(
            "finishedAt IS NULL",
            printers: printers,
            created: created,
            from: first,
            limit: limit
        )
    }
}
