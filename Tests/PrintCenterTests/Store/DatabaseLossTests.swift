import FoundationEssentials
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

/// What becomes of a change while the database, or the way to it, is lost.
@Suite(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
struct `A database that is lost` {
    /// A submission sends three messages, of which the last one commits.
    private static let moments: [DatabaseProxy.Cut] =
        (1...3).flatMap { [.instead(of: $0), .after($0)] } + [.afterCommit]

    @Test(arguments: moments)
    func `a change is made once and answered truly, wherever its connection is cut`(
        _ moment: DatabaseProxy.Cut
    ) async throws {
        try await withProxy { proxy, place in
            let store = try place.open()
            let first = try await store.queued("before")
            proxy.cut(moment)
            let second = try await store.queued("cut")
            #expect(!proxy.isWaiting)
            let third = try await store.queued("after")
            // A number that did not arrive is left out.
            let ids = [first, second, third].compactMap(\.job.id?.rawValue)
            #expect(ids.count == 3 && ids == Set(ids).sorted())
            #expect(try await store.active() == [first, second, third])
            let events = try await store.events(after: 0, limit: 9)
            #expect(events.map(\.sequence) == [1, 2, 3])
            #expect(try await store.hasAllEvents(after: 0))
        }
    }

    @Test func `the first change is made, although its connection was cut before`() async throws {
        try await withProxy { proxy, place in
            let store = try place.open()
            // What looks for a restored database has to connect again, too.
            proxy.cut(.instead(of: 1))
            let job = try await store.queued("first")
            #expect(!proxy.isWaiting)
            #expect(try await store.active() == [job])
        }
    }

    @Test func `a session that the server has not missed yet is ended, and its work done again`()
        async throws
    {
        try await withProxy { proxy, original in
            let store = try openHasty(original)
            _ = try await store.queued("before")
            // The last message, with the commit, does not arrive, and no end of the connection either.
            proxy.cut(.silence(from: 3))
            let job = try await store.queued("swallowed")
            #expect(try await store.active().map(\.job.id).last == job.job.id)
            #expect(try await store.active().count == 2)
        }
    }

    @Test func `a read is done again`() async throws {
        try await withProxy { proxy, place in
            let store = try place.open()
            let job = try await store.queued("one")
            #expect(try await store.active() == [job])
            for moment in [DatabaseProxy.Cut.instead(of: 1), .after(1), .instead(of: 2)] {
                proxy.cut(moment)
                #expect(try await store.active() == [job])
                #expect(try await store.active() == [job])
                #expect(!proxy.isWaiting)
            }
        }
    }

    @Test func `submissions go on when the server starts again, and none is lost or doubled`()
        async throws
    {
        try await withFolder { folder in
            let server = try DatabaseServer()
            let place = try DatabasePlace(server, folder: folder)
            let store = try place.open()
            let submitting = Task {
                var ids: [Int] = []
                for number in 0..<400 {
                    ids.append(try await store.queued("job \(number)").job.id?.rawValue ?? 0)
                }
                return ids
            }
            for _ in 0..<2 {
                let seen = try await store.lastEvent()
                try await wait(for: "submissions") { try await store.lastEvent() > seen + 20 }
                try server.stop()
                try server.start()
            }
            let ids = try await submitting.value
            #expect(ids.count == 400 && ids == Set(ids).sorted())
            #expect(try await store.active().count == 400)
            #expect(try await store.hasAllEvents(after: 0))
        }
    }

    @Test
    func
        `submissions go on with a standby that takes over, and none that was acknowledged is lost`()
        async throws
    {
        try await withStandby { primary, standby, place in
            try primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
            try primary.run("SELECT pg_reload_conf()")
            let store = try place.open()
            let submitting = Task {
                var ids: [Int] = []
                for number in 0..<300 {
                    ids.append(try await store.queued("job \(number)").job.id?.rawValue ?? 0)
                }
                return ids
            }
            try await wait(for: "submissions") { try await store.lastEvent() > 50 }
            try primary.stop()
            try standby.promote()
            let ids = try await submitting.value
            // A server that takes over leaves some numbers out.
            #expect(ids.count == 300 && ids == Set(ids).sorted())
            #expect(try standby.run("SELECT count(*) FROM \(place.schema).job") == "300")
            #expect(try await store.hasAllEvents(after: 0))
        }
    }

    @Test func `a standby that lacks acknowledged jobs ends the service`() async throws {
        try await withStandby { primary, standby, place in
            let told = Mutex<[StoreError]>([])
            let store = try place.open { error in told.withLock { $0.append(error) } }
            _ = try await store.queued("there")
            // The table itself may not have arrived yet.
            let written = try primary.run("SELECT pg_current_wal_lsn()")
            try await wait(for: "the standby") {
                try standby.run("SELECT pg_last_wal_replay_lsn() >= '\(written)'") == "t"
            }
            try standby.stop(immediately: false)
            _ = try await store.queued("on the primary alone")
            try primary.stop()
            try standby.start()
            try standby.promote()
            let error = await #expect(throws: StoreError.self) { try await store.queued("next") }
            #expect(error?.code == .taken && told.withLock(\.count) == 1)
            #expect(try standby.run("SELECT count(*) FROM \(place.schema).job") == "1")
        }
    }

    @Test func `a service that has lost its queue to another one changes nothing more`()
        async throws
    {
        try await withFolder { folder in
            let place = try DatabasePlace(folder: folder)
            let told = Mutex<[StoreError]>([])
            let stalled = try place.open { error in told.withLock { $0.append(error) } }
            var record = try await stalled.queued("one")
            // Whoever runs the database ends its session, as a failover does.
            try place.server.run(
                """
                SELECT pg_terminate_backend(l.pid) FROM pg_locks l
                WHERE locktype = 'advisory' AND classid =
                    (SELECT oid FROM pg_namespace WHERE nspname = '\(place.schema)')
                """
            )
            var other: PostgresJobStore? = try place.open()
            let taken = try await other?.queued("two")
            record.job.state = .printing
            let late = record
            for _ in 0..<2 {
                let error = await #expect(throws: StoreError.self) {
                    try await stalled.record(late)
                }
                #expect(error?.code == .taken)
            }
            #expect(told.withLock(\.count) == 1)
            #expect(try await other?.active().map(\.job.state) == [.queued, .queued])
            // Also once the other one has gone.
            other = nil
            await #expect(throws: StoreError.self) { try await stalled.queued("three") }
            let last = try place.open()
            #expect(try await last.active().map(\.job.name) == ["one", taken?.job.name])
        }
    }

    @Test func `a queue that was put back to an earlier state ends the service`() async throws {
        try await withProxy { proxy, place in
            let told = Mutex(0)
            let store = try place.open { _ in told.withLock { $0 += 1 } }
            _ = try await store.queued("one")
            try place.server.run("UPDATE \(place.schema).host SET changes = changes - 1")
            let error = await #expect(throws: StoreError.self) { try await store.queued("two") }
            #expect(error?.code == .taken && told.withLock(\.self) == 1)
        }
    }

    @Test func `a request fails while there is no server, and the next one succeeds`()
        async throws
    {
        try await withProxy { proxy, original in
            var place = original
            // Time: is never met
            place.timing.patience = .milliseconds(300)
            let store = try place.open()
            let job = try await store.queued("one")
            proxy.refuse()
            proxy.cut(.instead(of: 1))
            let error = await #expect(throws: StoreError.self) { try await store.queued("two") }
            #expect(error?.code == .unreachable)
            #expect(error.map { Problem($0).detail.hasSuffix("Nothing was changed.") } == true)
            // After a wait in vain it tries once: by then, the server must have missed the session that was cut.
            try await wait(for: "the end of the session") {
                try place.server.run(
                    """
                    SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid =
                        (SELECT oid FROM pg_namespace WHERE nspname = '\(place.schema)')
                    """
                ) == "0"
            }
            proxy.refuse(false)
            #expect(try await store.queued("three").job.id?.rawValue == 2)
            #expect(try await store.active().first == job)
        }
    }

    @Test(arguments: [DatabaseProxy.Cut.afterCommit, .instead(of: 3)])
    func `a change waits until the server says whether it was committed`(
        _ cut: DatabaseProxy.Cut
    ) async throws {
        try await withProxy { proxy, original in
            var place = original
            // Time: is never met
            place.timing.patience = .milliseconds(300)
            // Time: between two questions
            place.timing.doubt = .milliseconds(20)
            let told = Mutex(0)
            let store = try place.open { _ in told.withLock { $0 += 1 } }
            let before = try await store.queued("before")
            proxy.cut(cut, isLast: true)
            let change = Task { try await store.queued("one") }
            try await wait(for: "the cut") { !proxy.isWaiting }
            // Nothing else is changed meanwhile, and it says so.
            let error = await #expect(throws: StoreError.self) { try await store.queued("two") }
            #expect(error?.code == .unreachable)
            // Not even a client that goes away breaks off the wait.
            change.cancel()
            proxy.refuse(false)
            let one = try await change.value
            let three = try await store.queued("three")
            #expect(try await store.active() == [before, one, three])
            #expect(told.withLock(\.self) == 0)
        }
    }

    // MARK: What the tests share

    /// Opens the queue with a short time for an answer, in which one that is lost is missed soon; a busy machine needs a
    /// longer one to open it.
    private func openHasty(_ original: DatabasePlace) throws -> PostgresJobStore {
        var place = original
        // Time: the lost answer never comes
        place.timing.answer = .milliseconds(400)
        while true {
            do {
                return try place.open()
            } catch DatabaseProblem.unreachable where place.timing.answer < .patience {
                place.timing.answer *= 10
            }
        }
    }

    private func withStandby(
        _ body: (DatabaseServer, DatabaseServer, DatabasePlace) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let primary = try DatabaseServer()
            let standby = try DatabaseServer(following: primary)
            var place = try DatabasePlace(primary, folder: folder)
            // The service is told of both, and takes the one that takes writes.
            let folders = "\(primary.socketFolder),\(standby.socketFolder)"
            place.address = DatabaseServer.address(folders)
            place.timing.patience = .patience
            try await body(primary, standby, place)
        }
    }

    private func withProxy(
        _ body: (DatabaseProxy, DatabasePlace) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            var place = try DatabasePlace(folder: folder)
            let proxy = try DatabaseProxy(to: place.server.socket)
            defer { proxy.end() }
            place.address = DatabaseServer.address(proxy.folder.path)
            try await body(proxy, place)
        }
    }
}
