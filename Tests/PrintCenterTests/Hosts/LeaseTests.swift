import FoundationEssentials
import Glibc
import Logging
import PrintFakes
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

/// Two hosts of one queue, on a real server.
@Suite(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
struct `Hosts that share a queue` {
    private let office = PrinterID(rawValue: "office")

    @Test func `see the same jobs, and events in one order`() async throws {
        try await withHosts { alpha, beta in
            let submitting = [alpha, beta].map { store in
                Task {
                    for number in 0..<60 {
                        _ = try await store.queued("\(store.lease.host) \(number)")
                    }
                }
            }
            // A reader sees each event once and in order, while both write.
            var seen: [Int] = []
            try await wait(for: "the events") {
                seen += try await alpha.events(after: seen.last ?? 0, limit: 50).map(\.sequence)
                return seen.count >= 120
            }
            for one in submitting { try await one.value }
            #expect(seen == Array(1...120))
            #expect(try await beta.active() == alpha.active())
            #expect(try await beta.hasAllEvents(after: 0))
        }
    }

    @Test func `tell which printers new events are about`() async throws {
        try await withHosts { alpha, beta in
            _ = try await alpha.queued("one")
            let before = try await beta.lastEvent()
            #expect(try await beta.printers(ofEventsAfter: before, atMost: 10) == [])
            for name in ["two", "three"] { _ = try await alpha.queued(name) }
            #expect(try await beta.printers(ofEventsAfter: before, atMost: 10) == [office])
            #expect(try await beta.printers(ofEventsAfter: before, atMost: 2) == [office])
            #expect(try await beta.printers(ofEventsAfter: before, atMost: 1) == nil)
        }
    }

    @Test func `get one job for one key, wherever it is sent`() async throws {
        try await withHosts { alpha, beta in
            for number in 0..<30 {
                let both = [alpha, beta].map { store in
                    Task {
                        let record = JobRecord(job: `The store`.job("job"))
                        return try await store.submit(record, key: "\(number)", request: "")
                    }
                }
                // Both jobs would have a `job-uuid` of their own.
                let outcomes = try await [both[0].value, both[1].value]
                let numbers = outcomes.map { outcome in
                    switch outcome {
                    case .new(let record), .existing(let record): record.job.id
                    default: JobID?.none
                    }
                }
                #expect(numbers[0] != nil && numbers[0] == numbers[1])
            }
            #expect(try await alpha.activeCount() == 30)
        }
    }

    @Test func `take a lane once, and give it back`() async throws {
        try await withHosts { alpha, beta in
            _ = try await (alpha.renew(), beta.renew())
            for _ in 0..<20 {
                async let first = alpha.claim([office])
                async let second = beta.claim([office])
                let both = try await [first, second]
                #expect(both.map(\.count).reduce(0, +) <= 1)
                for lane in both[0] { try await alpha.release(lane) }
                for lane in both[1] { try await beta.release(lane) }
            }
            let lane = try #require(try await alpha.claim([office]).first)
            #expect(try await beta.claim([office]).isEmpty)
            #expect(try await beta.freeLanes(among: [office]).isEmpty)
            try await alpha.release(lane)
            let next = try #require(try await beta.claim([office]).first)
            #expect(next.token > lane.token)
        }
    }

    @Test func `list the host that has the printer of a job`() async throws {
        try await withHosts { alpha, beta in
            var jobs: [JobRecord] = []
            for name in ["one", "a \"host\":null"] { jobs.append(try await alpha.queued(name)) }
            func hosts() async throws -> [PrintJob] {
                let found = try await alpha.list(
                    JobFilter(all: false),
                    from: .init(rawValue: 0),
                    limit: 9
                )
                return try found.each.map { try WireFormat.decode(PrintJob.self, from: Data($0)) }
            }
            #expect(try await hosts() == jobs.map(\.job))
            let lane = try #require(try await beta.claim([office]).first)
            #expect(try await hosts().map(\.host) == ["beta", "beta"])
            #expect(try await hosts().map(\.name) == jobs.map(\.job.name))
            try await beta.release(lane)
            #expect(try await hosts().map(\.host) == [nil, nil])
        }
    }

    @Test func `store no step of a host that has lost the lane`() async throws {
        try await withHosts { alpha, beta in
            var record = try await alpha.queued("one")
            let lane = try #require(try await alpha.claim([office]).first)
            record.delivery.phase = .prepared
            record = try await alpha.record(record, under: lane)
            #expect(record.delivery.phase == .prepared)
            try await alpha.release(lane)
            _ = try await beta.claim([office])
            record.delivery.phase = .creating
            let late = record
            let error = await #expect(throws: StoreError.self) {
                try await alpha.record(late, under: lane)
            }
            #expect(error?.code == .stale)
            let id = try #require(record.job.id)
            #expect(try await beta.job(id)?.delivery.phase == .prepared)
            // The host itself is as before.
            #expect(try await alpha.queued("two").job.name == "two")
        }
    }

    @Test func `keep a lane until a step of its host is stored`() async throws {
        try await withHosts { alpha, beta in
            let record = try await alpha.queued("one")
            let lane = try #require(try await alpha.claim([office]).first)
            let (isChecked, isClaimed) = (Flag(), Flag())
            defer { isClaimed.set() }
            let writing = Task {
                try await alpha.write("step") { db in
                    // The server would end the session of a step that takes more than five seconds.
                    try db.run("SET LOCAL idle_in_transaction_session_timeout = 0", [])
                    try db.check(lane)
                    // The check has been answered once this is.
                    _ = try JobRow.fetchToChange(db, id: #require(record.job.id))
                    isChecked.set()
                    // The step lasts beyond the moment at which the other host claims the lane.
                    try waitBlocking(for: "the claim") { isClaimed.isSet }
                    try db.run("UPDATE job SET priority = 7", [])
                }
            }
            try await wait(for: "the check") { isChecked.isSet }
            // As if the other hosts had given it up in the middle.
            let hosts = try await beta.hosts()
            try await beta.depose(#require(hosts.first { $0.name == "alpha" }))
            #expect(try await beta.claim([office]).isEmpty)
            isClaimed.set()
            try await writing.value
            let next = try #require(try await beta.claim([office]).first)
            #expect(next.token == lane.token + 1)
            #expect(try await beta.job(#require(record.job.id)) != nil)
        }
    }

    @Test func `give up a host that stalls, which then changes nothing`() async throws {
        let ended = Atomic(false)
        let end: @Sendable (StoreError) -> Void = { _ in ended.store(true, ordering: .relaxed) }
        var leases = Self.leases
        // Time: alpha, which does not answer, is given up after it
        leases.patience = .milliseconds(700)
        // However long it takes from one look to the next, the database was not away.
        leases.beat = .patience
        try await withHosts(leases: leases, onEnd: end) { alpha, beta in
            _ = try await alpha.queued("one")
            let seen = try await alpha.renew()
            // Time: less than the others wait
            let last = seen.sent + .milliseconds(500)
            alpha.lease.extend(to: last)
            #expect(alpha.lease.lasts(.zero) || ContinuousClock.now >= last)
            let lane = try #require(try await alpha.claim([office]).first)
            let queue = JobQueue(store: beta)
            let keeper = HostKeeper(beta, queue: queue, log: Logger(label: "test"))
            try await wait(for: "the lane") {
                await keeper.renew()
                return await !keeper.claim([office]) { _ in true }.isEmpty
            }
            // It stops by its own clock before the others take over.
            #expect(!alpha.lease.lasts(.zero) && !lane.lasts())
            for _ in 0..<2 {
                let error = await #expect(throws: StoreError.self) {
                    try await alpha.queued("late")
                }
                #expect(error?.code == .taken)
            }
            await #expect(throws: StoreError.self) { try await alpha.renew() }
            let hasEnded = ended.load(ordering: .relaxed)
            #expect(hasEnded)
            #expect(try await beta.active().map(\.job.name) == ["one"])
        }
    }

    @Test func `keep all leases while the database is away`() async throws {
        var leases = Self.leases
        // Time: a host is given up after it, unless the database was away for more than two beats
        (leases.patience, leases.beat) = (.milliseconds(700), .milliseconds(100))
        try await withHosts(leases: leases) { alpha, beta in
            let keeper = HostKeeper(beta, queue: JobQueue(store: beta), log: Logger(label: "test"))
            await keeper.renew()
            // Time: as long as both could not send a beat
            try await Task.sleep(for: alpha.leaseTiming.patience * 2)
            await keeper.renew()
            await keeper.renew()
            #expect(try await beta.hosts().allSatisfy(\.isAlive))
            #expect(try await alpha.queued("one").job.name == "one")
        }
    }

    @Test func `let a service that begins again take its lanes at once, and one elsewhere not`()
        async throws
    {
        try await withFolder { folder in
            var place = try DatabasePlace(folder: folder)
            place.timing.leases = Self.leases
            var first: PostgresJobStore? = try place.open()
            let lane = try #require(try await first?.claim([office]).first)
            first = nil
            let again = try place.open()
            #expect(try await again.claim([office]).first?.token == lane.token + 1)
            place.host.place = "another computer"
            // Time: the other one does not end within it
            place.timing.takeover = .milliseconds(300)
            let problem = #expect(throws: DatabaseProblem.self) { try place.open() }
            guard case .taken(_, "alpha", _) = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
        }
    }

    @Test func `leave lanes to those that are near, and do not drain`() async throws {
        try await withHosts(near: ["beta": ["office"]]) { alpha, beta in
            let keepers = [alpha, beta].map {
                HostKeeper($0, queue: JobQueue(store: $0), log: Logger(label: "test"))
            }
            for keeper in keepers { await keeper.renew() }
            #expect(await keepers[0].claim([office]) { _ in true }.isEmpty)
            let lane = try #require(await keepers[1].claim([office]) { _ in true }.first)
            #expect(try await alpha.setDraining(true, host: "beta"))
            #expect(try await !alpha.setDraining(true, host: "gamma"))
            await keepers[1].renew()
            #expect(lane.isLeaving)
            await keepers[1].release(lane)
            #expect(await keepers[1].claim([office]) { _ in true }.isEmpty)
            let taken = try #require(await keepers[0].claim([office]) { _ in true }.first)
            // Once the other one takes lanes again, it is offered this one.
            #expect(try await alpha.setDraining(false, host: "beta"))
            await keepers[0].renew()
            #expect(taken.isLeaving)
        }
    }

    @Test func `leave a lane to the host whose scheduler has jobs of it, even if it drains`()
        async throws
    {
        try await withHosts(near: ["beta": ["office"]]) { alpha, beta in
            var record = try await alpha.queued("one")
            record.delivery.phase = .released
            record.delivery.schedulerJob = 7
            record.delivery.schedulerHost = "alpha"
            _ = try await alpha.record(record)
            let keepers = [alpha, beta].map {
                HostKeeper($0, queue: JobQueue(store: $0), log: Logger(label: "test"))
            }
            #expect(try await beta.setDraining(true, host: "alpha"))
            for keeper in keepers { await keeper.renew() }
            #expect(await keepers[1].claim([office]) { _ in true }.isEmpty)
            let lane = try #require(await keepers[0].claim([office]) { _ in true }.first)
            await keepers[0].release(lane)
            #expect(try await alpha.jobs(inSchedulerOf: "alpha").map(\.job.id) == [record.job.id])
            // Once it is gone, the other jobs of the printer go on elsewhere.
            try await alpha.leave()
            try await wait(for: "the lane") {
                await !keepers[1].claim([office]) { _ in true }.isEmpty
            }
        }
    }

    @Test func `leave a printer that one of them cannot reach to the other`() async throws {
        try await withHosts { alpha, beta in
            let keepers = [alpha, beta].map {
                HostKeeper($0, queue: JobQueue(store: $0), log: Logger(label: "test"))
            }
            for keeper in keepers { await keeper.renew() }
            let order = LaneChoice(hosts: try await alpha.hosts()).order(for: office)
            let (first, second) = order[0] == "alpha" ? (0, 1) : (1, 0)
            #expect(await keepers[first].claim([office]) { _ in false }.isEmpty)
            try await wait(for: "the lane") {
                await !keepers[second].claim([office]) { _ in true }.isEmpty
            }
        }
    }

    // MARK: Pages

    @Test func `make pages once, whichever has the printer`() async throws {
        try await withHosts { alpha, beta in
            var jobs: [JobRecord] = []
            for number in 0..<8 { jobs.append(try await alpha.queued("job \(number)")) }
            let wanted = try jobs.map {
                WantedPages(job: try #require($0.job.id), name: $0.job.name)
            }
            try await alpha.wantPages(of: wanted)
            // As the same lane asks again.
            try await alpha.wantPages(of: wanted)
            var taken: [WantedPages] = []
            while true {
                async let first = alpha.takeWantedPages()
                async let second = beta.takeWantedPages()
                let both = try await [first, second].compactMap { $0 }
                if both.isEmpty { break }
                taken += both
            }
            #expect(taken.count == 8 && taken.sorted { $0.name < $1.name } == wanted)
        }
    }

    @Test func `leave pages to the host that makes them, until that is gone`() async throws {
        try await withHosts { alpha, beta in
            var record = try await alpha.queued("one")
            let pages = WantedPages(job: try #require(record.job.id), name: "one")
            try await alpha.wantPages(of: [pages])
            #expect(try await beta.takeWantedPages() == pages)
            #expect(try await alpha.takePages(pages) == .elsewhere)
            #expect(try await alpha.finishPages(pages, areMade: true) == false)
            #expect(try await beta.finishPages(pages, areMade: true))
            #expect(try await alpha.takePages(pages) == .made)
            // Another plan has other pages.
            let moved = WantedPages(job: pages.job, name: "moved")
            try await alpha.wantPages(of: [moved])
            #expect(try await beta.takeWantedPages() == moved)
            try await beta.leave()
            #expect(try await alpha.takePages(moved) == .here)
            #expect(try await alpha.takePages(moved) == .here)
            record.job.state = .completed
            record.finish(at: Date())
            _ = try await alpha.record(record)
            #expect(try await beta.finishPages(moved, areMade: true) == false)
        }
    }

    // MARK: What the tests share

    /// Leases that last longer than a test.
    private static var leases: LeaseTiming {
        var timing = LeaseTiming()
        timing.length = .patience * 10
        timing.patience = .patience * 20
        // Time: the hosts after the first one for a printer wait at least so long
        timing.precedence = .milliseconds(100)
        return timing
    }

    /// What one thread tells another one.
    private final class Flag: Sendable {
        private let value = Atomic(false)

        var isSet: Bool { value.load(ordering: .acquiring) }

        func set() { value.store(true, ordering: .releasing) }
    }

    private func withHosts(
        leases: LeaseTiming = Self.leases,
        near: [String: [String]] = [:],
        onEnd: @escaping @Sendable (StoreError) -> Void = { _ in },
        _ body: (PostgresJobStore, PostgresJobStore) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            var place = try DatabasePlace(folder: folder)
            place.timing.leases = leases
            let stores = try ["alpha", "beta"].map { name in
                place.host = HostIdentity(name: name, place: name, near: near[name] ?? [])
                return try place.open(onEnd: onEnd)
            }
            try await body(stores[0], stores[1])
        }
    }
}
