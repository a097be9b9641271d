import FoundationEssentials
import Logging
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

/// A host whose scheduler has no queue of a printer that the other host has.
@Suite(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
struct `A host without a queue` {
    private let office = PrinterID(rawValue: "office")

    private func withHosts(
        _ body: (PostgresJobStore, PostgresJobStore, _ another: () throws -> PostgresJobStore)
            async throws -> Void
    ) async throws {
        try await withFolder { folder in
            var place = try DatabasePlace(folder: folder)
            // Time: no host takes the turn of another one while the test runs
            place.timing.leases.precedence = .seconds(3600)
            let stores = try ["alpha", "beta"].map { name in
                place.host = HostIdentity(name: name, place: name)
                return try place.open()
            }
            for store in stores { _ = try await store.renew() }
            place.host = HostIdentity(name: "gamma", place: "gamma")
            try await body(stores[0], stores[1]) { try place.open() }
        }
    }

    /// The keeper of a host that has just had its beat.
    private func keeper(_ store: PostgresJobStore) async -> HostKeeper {
        let keeper = HostKeeper(store, queue: JobQueue(store: store), log: Logger(label: "test"))
        await keeper.renew()
        return keeper
    }

    @Test func `sees to the jobs that its scheduler has`() async throws {
        try await withHosts { alpha, beta, _ in
            var record = try await alpha.queued("job")
            record.delivery.phase = .released
            record.delivery.schedulerJob = 1
            record.delivery.schedulerHost = alpha.lease.host
            let lease = try #require(try await alpha.claim([office]).first)
            _ = try await alpha.record(record)
            try await alpha.release(lease)
            #expect(await keeper(beta).claim([office]) { _ in true }.isEmpty)
            #expect(await keeper(alpha).claim([office]) { _ in false }.count == 1)
        }
    }

    @Test func `gives a lane back that the other host can have`() async throws {
        try await withHosts { alpha, beta, _ in
            _ = try await alpha.queued("job")
            // The host that comes first in the order has no reason to give its lane back.
            let names = LaneChoice(hosts: try await alpha.hosts()).order(for: office)
            let first = try #require([alpha, beta].first { $0.lease.host == names[0] })
            let keeper = await keeper(first)
            let lease = try #require(await keeper.claim([office]) { _ in true }.first)
            await keeper.renew()
            #expect(!lease.isLeaving)
            lease.lackPrinter()
            await keeper.renew()
            #expect(lease.isLeaving)
        }
    }
    /// The other host may have ended when it was offered first, and has the queue.
    @Test func `offers a lane again to a host that has come since`() async throws {
        try await withHosts { alpha, beta, another in
            _ = try await alpha.queued("job")
            let names = LaneChoice(hosts: try await alpha.hosts()).order(for: office)
            let first = try #require([alpha, beta].first { $0.lease.host == names[0] })
            let keeper = await keeper(first)
            var lease = try #require(await keeper.claim([office]) { _ in true }.first)
            lease.lackPrinter()
            await keeper.renew()
            #expect(lease.isLeaving)
            await keeper.release(lease)
            lease = try #require(await keeper.claim([office]) { _ in true }.first)
            lease.lackPrinter()
            await keeper.renew()
            #expect(!lease.isLeaving)
            let gamma = try another()
            _ = try await gamma.renew()
            await keeper.renew()
            #expect(lease.isLeaving)
        }
    }

    @Test func `keeps a lane that no other host can take`() async throws {
        try await withHosts { alpha, beta, _ in
            _ = try await alpha.queued("job")
            try await beta.leave()
            let keeper = await keeper(alpha)
            let lease = try #require(await keeper.claim([office]) { _ in true }.first)
            lease.lackPrinter()
            await keeper.renew()
            #expect(!lease.isLeaving)
        }
    }
}
