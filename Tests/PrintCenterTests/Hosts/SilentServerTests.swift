import FoundationEssentials
import Logging
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

/// A database server that hangs: it refuses nothing, and answers nothing.
@Suite(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
struct `A server that is silent` {
    @Test func `keeps no question waiting, and is logged once, and once when it is back`()
        async throws
    {
        try await withFolder { folder in
            let server = try DatabaseServer()
            var place = try DatabasePlace(server, folder: folder)
            // Time: a slow statement may take longer than any test
            place.timing.answer = .seconds(3600)
            // Time: longer than it takes to notice that the server is back, to tell both apart in the log
            place.timing.silence = .seconds(2)
            let store = try place.open()
            let log = LogKeeper()
            let keeper = HostKeeper(
                store,
                queue: JobQueue(store: store),
                log: Logger(label: "test") { _ in log }
            )
            await keeper.renew()
            let listening = Task { await keeper.listen() }
            defer { listening.cancel() }
            let before = try await store.queued("before")
            for _ in 0..<2 { #expect(try await store.active() == [before]) }

            let frozen = try server.freeze()
            defer { server.thaw(frozen) }
            let gone = ContinuousClock.now
            let change = Task { try await store.queued("meanwhile") }
            for round in 1...2 {
                let refusals = Refusals()
                for number in 0..<4 {
                    Task {
                        do {
                            switch number {
                            case 0: _ = try await store.hosts()
                            case 1: _ = try await store.renew()
                            default: _ = try await store.active()
                            }
                            refusals.add(nil)
                        } catch {
                            refusals.add((error as? StoreError)?.code)
                        }
                    }
                }
                try await wait(for: "an answer to each question of round \(round)") {
                    refusals.all.count == 4
                }
                #expect(refusals.all.allSatisfy { $0 == .unreachable })
            }
            try await wait(for: "a line in the log") { !log.lines.isEmpty }
            #expect(keeper.database.isAway)
            // Time: the log counts whole seconds since the last answer, and would count none if it began when the loss was found
            try await Task.sleep(until: gone + .seconds(4))
            #expect(log.lines.count == 1, "\(log.lines)")
            let least = (ContinuousClock.now - gone).components.seconds
            server.thaw(frozen)

            #expect(try await change.value.job.name == "meanwhile")
            try await wait(for: "another line in the log") { log.lines.count > 1 }
            #expect(!keeper.database.isAway)
            #expect(try await store.active().map(\.job.name) == ["before", "meanwhile"])
            #expect(log.lines.count == 2, "\(log.lines)")
            let seconds = log.lines.last?.split(separator: "=").last.flatMap { Int64($0) }
            #expect(seconds.map { $0 >= least } == true, "\(log.lines)")
        }
    }

    /// The codes of the errors that questions got.
    private final class Refusals: Sendable {
        private let codes = Mutex<[StoreError.Code?]>([])
        var all: [StoreError.Code?] { codes.withLock(\.self) }

        func add(_ code: StoreError.Code?) { codes.withLock { $0.append(code) } }
    }

    @Test func `that is only slow ends no change and no beat that waits for it`() async throws {
        try await withFolder { folder in
            let server = try DatabaseServer()
            var place = try DatabasePlace(server, folder: folder)
            // Time: the test waits for a silence, which may come early
            place.timing.silence = .milliseconds(500)
            // Time: the patience of beats, which follows from it, is to be longer than the test
            place.timing.leases.length = .seconds(3600)
            let store = try place.open()
            let keeper = HostKeeper(
                store,
                queue: JobQueue(store: store),
                log: Logger(label: "test") { _ in LogKeeper() }
            )
            let listening = Task { await keeper.listen() }
            defer { listening.cancel() }
            _ = try await store.queued("before")
            _ = try await store.active()
            let beats = try await store.beats.run { $0.process }

            let frozen = try server.freeze()
            defer { server.thaw(frozen) }
            let change = Task { try await store.queued("meanwhile") }
            let beat = Task { try await store.renew() }
            try await wait(for: "a silence") { store.isSilent }
            #expect(keeper.database.isAway)
            // A question gives up after a look; the others look as often.
            for _ in 0..<3 { await #expect(throws: StoreError.self) { try await store.active() } }
            server.thaw(frozen)

            #expect(try await change.value.job.name == "meanwhile")
            #expect(try await beat.value.hosts.count == 1)
            #expect(try await store.beats.run { $0.process } == beats)
            try await wait(for: "an end of the silence") { !keeper.database.isAway }
            #expect(try await store.active().map(\.job.name) == ["before", "meanwhile"])
        }
    }

    @Test func `is not waited for by a connection that is new`() async throws {
        try await withFolder { folder in
            let server = try DatabaseServer()
            let place = try DatabasePlace(server, folder: folder)
            let frozen = try server.freeze()
            defer { server.thaw(frozen) }
            // Without a limit, this would wait for as long as the server hangs.
            let problem = #expect(throws: DatabaseProblem.self) { try place.open() }
            guard case .unreachable = problem else { throw problem ?? .unreadable }
        }
    }
}
