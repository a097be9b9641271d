import FoundationEssentials
import Logging
import PrintFakes
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

/// A host that has died, or seems to have, and the database that is away.
@Suite(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
struct `A host that is silent` {
    private static let log = Logger(label: "test")

    /// Leases that last longer than a test, with short beats.
    private static var leases: LeaseTiming {
        var timing = LeaseTiming()
        timing.length = .patience * 10
        timing.patience = .patience * 20
        // Time: between two looks for a beat
        timing.beat = .milliseconds(100)
        // Time: the server may have been started just before
        timing.reconnection = .zero
        return timing
    }

    private func open(_ name: String, _ folder: String) throws -> PostgresJobStore {
        var place = try DatabasePlace(folder: folder, schema: folder)
        place.host = HostIdentity(name: name, place: name)
        place.timing.leases = Self.leases
        return try place.open()
    }

    @Test func `is known to be dead once its session has ended`() async throws {
        try await withFolder { folder in
            let alpha = try open("alpha", folder)
            let keeper = HostKeeper(alpha, queue: JobQueue(store: alpha), log: Self.log)
            var beta: PostgresJobStore? = try open("beta", folder)
            _ = try await beta?.renew()
            #expect(try await !keeper.giveUpIfDead("beta"))
            #expect(try await alpha.hosts().allSatisfy(\.isAlive))
            // As when its process is killed: the system closes its connections.
            beta = nil
            try await wait(for: "the end of the session") { try await keeper.giveUpIfDead("beta") }
            #expect(try await alpha.hosts().filter(\.isAlive).map(\.name) == ["alpha"])
            #expect(try await alpha.remove(host: "beta"))
            #expect(try await !keeper.giveUpIfDead("beta"))
            #expect(try await !keeper.giveUpIfDead("alpha"))
        }
    }

    @Test func `may print while its session lasts, or where the server was just started`()
        async throws
    {
        try await withFolder { folder in
            let alpha = try open("alpha", folder)
            let keeper = HostKeeper(alpha, queue: JobQueue(store: alpha), log: Self.log)
            var beta: PostgresJobStore? = try open("beta", folder)
            let record = try #require(try await alpha.hosts().first { $0.name == "beta" })
            #expect(try await alpha.hasSession(record))
            try await wait(for: "a missing beat") {
                await keeper.renew()
                return await keeper.silences()[record.id] ?? .zero > Self.leases.beat * 2
            }
            #expect(try await !keeper.giveUpIfDead("beta"))
            #expect(try await alpha.hosts().allSatisfy(\.isAlive))
            withExtendedLifetime(beta) {}
            beta = nil
            try await wait(for: "the end of the session") { try await !alpha.hasSession(record) }
            var place = try DatabasePlace(folder: folder, schema: folder)
            place.host = HostIdentity(name: "gamma", place: "gamma")
            // Time: longer than any server of a test has run
            place.timing.leases.reconnection = .patience * 10_000
            #expect(try await place.open().hasSession(record))
        }
    }

    @Test func `has the jobs of its scheduler counted, whichever host has their printer`()
        async throws
    {
        try await withFolder { folder in
            let alpha = try open("alpha", folder)
            #expect(try await alpha.jobsInSchedulers() == [:])
            for name in ["one", "two", "three"] {
                var record = try await alpha.queued(name)
                record.delivery.phase = .released
                record.delivery.schedulerJob = 7
                record.delivery.schedulerHost = name == "three" ? "alpha" : "beta"
                _ = try await alpha.record(record)
            }
            _ = try await alpha.queued("four")
            #expect(try await alpha.jobsInSchedulers() == ["alpha": 1, "beta": 2])
        }
    }

    @Test func `a database that is away is logged once, and once when it is back`() async throws {
        try await withFolder { folder in
            let server = try DatabaseServer()
            let store = try DatabasePlace(server, folder: folder).open()
            let log = LogKeeper()
            let keeper = HostKeeper(
                store,
                queue: JobQueue(store: store),
                log: Logger(label: "test") { _ in log }
            )
            await keeper.renew()
            #expect(log.lines.isEmpty)
            for round in 1...2 {
                try server.stop()
                let printer = PrinterID(rawValue: "office")
                for _ in 0..<3 {
                    await keeper.renew()
                    #expect(await keeper.claim([printer]) { _ in true }.isEmpty)
                }
                #expect(log.lines.count == 2 * round - 1, "\(log.lines)")
                #expect(log.lines.last?.contains("cannot be reached; the service tries") == true)
                try server.start()
                for _ in 0..<3 { await keeper.renew() }
                #expect(log.lines.count == 2 * round, "\(log.lines)")
                #expect(log.lines.last?.hasPrefix("notice") == true)
            }
        }
    }

    @Test func `a read does not wait as long for a database as a change`() async throws {
        // Time: what a person waits
        #expect(PostgresJobStore.Timing().readPatience == .seconds(2))
        try await withFolder { folder in
            let server = try DatabaseServer()
            var place = try DatabasePlace(server, folder: folder)
            // Time: at once
            place.timing.readPatience = .zero
            let store = try place.open()
            _ = try await store.queued("one")
            try server.stop()
            for _ in 0..<2 {
                let error = await #expect(throws: StoreError.self) { try await store.active() }
                #expect(error?.code == .unreachable)
            }
            // A stream of events goes on, and so does a change.
            let queue = JobQueue(store: store)
            let events = Task { try await queue.patiently { try await store.lastEvent() } }
            let change = Task { try await store.queued("two") }
            try server.start()
            #expect(try await change.value.job.name == "two")
            #expect(try await events.value > 0)
            #expect(try await store.active().count == 2)
        }
    }
}
