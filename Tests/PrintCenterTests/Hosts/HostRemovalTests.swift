import FoundationEssentials
import IPP
import Logging
import PrintFakes
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

/// A host whose scheduler has jobs, and another one that has the same printer, on a real database.
@Suite(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
struct `A host that was removed` {
    private let office = PrinterID(rawValue: "office")

    private struct Hosts {
        let alpha: PrintService
        let beta: PrintService
        /// The scheduler of the host alpha, with the printer that both have.
        let scheduler: FakeScheduler
        let clock: TestClock
        let stores: [PostgresJobStore]
        /// Where the host alpha opens the queue again.
        let place: DatabasePlace

        /// Submits a job at the host alpha, and lets that go on with it until a condition holds.
        func submit(
            until what: String,
            _ condition: (JobRecord) -> Bool
        ) async throws -> JobID {
            let chunks = AsyncStream<[UInt8]> { stream in
                stream.yield(Array("contents".utf8))
                stream.finish()
            }
            let key = UUID().uuidString
            let document = try await alpha.receive(
                name: "a.pdf",
                type: nil,
                key: key,
                chunks: chunks
            )
            let request = SubmissionRequest(document: document.id ?? "", printer: "office")
            let job = try await alpha.submit(request, key: UUID().uuidString)
            let id = try #require(job.id)
            try await run(alpha, until: what) { condition(try await record(id)) }
            var bound = try await record(id)
            // What a host notes that delivers under a lease.
            bound.delivery.schedulerHost = "alpha"
            _ = try await stores[0].record(bound)
            return id
        }

        func run(
            _ service: PrintService,
            until what: String,
            _ condition: () async throws -> Bool
        ) async throws {
            let lane = service.lane(PrinterID(rawValue: "office"))
            let running = Task { await lane.run() }
            try await wait(for: what, until: condition)
            running.cancel()
            await running.value
        }

        func record(_ id: JobID) async throws -> JobRecord {
            try #require(try await stores[1].job(id))
        }

        /// Has the host alpha, which is back, compare the jobs that have ended with those of its scheduler.
        func compareAtAlpha() async throws {
            let store = try place.open()
            var memory = EndedJobMonitor.Memory()
            await EndedJobMonitor(
                detector: RepeatedPrintDetector(
                    queue: JobQueue(store: store, clock: clock),
                    scheduler: scheduler
                ),
                directory: alpha.directory,
                looks: SharedLooks()
            )
            .compare(&memory)
        }

        func removeAlpha() async throws {
            try await stores[0].leave()
            _ = try await beta.removeHost("alpha")
        }
    }

    private func withHosts(_ body: (Hosts) async throws -> Void) async throws {
        try await withFolder { folder in
            var place = try DatabasePlace(folder: folder)
            let stores = try ["alpha", "beta"].map { name in
                place.host = HostIdentity(name: name, place: name)
                return try place.open()
            }
            let clock = TestClock()
            let schedulers = stores.map { _ in FakeScheduler(queues: ["office"], clock: clock) }
            var services: [PrintService] = []
            for (store, scheduler) in zip(stores, schedulers) {
                let state = "\(folder)/\(store.lease.host)"
                try FileManager.default.createDirectory(
                    atPath: state,
                    withIntermediateDirectories: true
                )
                services.append(
                    try await PrintService(
                        configuration: PrintService.Configuration(stateFolder: state, user: "ann"),
                        store: store,
                        scheduler: scheduler,
                        connect: { schedulers[0].device($0.uri) },
                        preparer: FakePreparer(),
                        clock: clock,
                        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                    )
                )
            }
            for store in stores { _ = try await store.renew() }
            place.host = HostIdentity(name: "alpha", place: "alpha")
            try await body(
                Hosts(
                    alpha: services[0],
                    beta: services[1],
                    scheduler: schedulers[0],
                    clock: clock,
                    stores: stores,
                    place: place
                )
            )
        }
    }

    /// The printer does not end a job by itself.
    private func stall(_ hosts: Hosts) {
        hosts.scheduler.withState { state in
            // Time: on the clock of the test
            state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
        }
    }

    @Test func `leaves a job whose end its printer knows to the others`() async throws {
        try await withHosts { hosts in
            stall(hosts)
            let id = try await hosts.submit(until: "the job to print") {
                $0.job.state == .printing
            }
            hosts.scheduler.withState { state in
                state.change(queue: "office") { queue in
                    queue.deviceJobs[0].state = .completed
                    queue.deviceJobs[0].impressions = 1
                }
            }
            try await hosts.removeAlpha()
            #expect(try await hosts.record(id).job.state == .waiting)
            try await hosts.run(hosts.beta, until: "the end") {
                try await hosts.record(id).job.state.isFinal
            }
            let job = try await hosts.record(id).job
            #expect(job.state == .completed, "\(job.reasons)")
        }
    }

    @Test func `has the last word on a job in doubt once it is back`() async throws {
        try await withHosts { hosts in
            stall(hosts)
            let id = try await hosts.submit(until: "the job to print") {
                $0.job.state == .printing
            }
            let taken = hosts.scheduler.withState { state in
                let jobs = state.jobs
                state.change(queue: "office") { $0.deviceJobs = [] }
                return jobs
            }
            try await hosts.removeAlpha()
            try await hosts.run(hosts.beta, until: "the end") {
                try await hosts.record(id).job.state.isFinal
            }
            #expect(
                try await hosts.record(id).job.reasons.map(\.code) == [.deliveryUncertain]
            )
            hosts.scheduler.withState { state in
                state.jobs = taken
                state.jobs[0].state = .completed
            }
            try await hosts.compareAtAlpha()
            let job = try await hosts.record(id).job
            #expect(job.state == .completed && job.reasons.isEmpty, "\(job.reasons)")
        }
    }

    @Test func `leaves a job that its scheduler only held to the others`() async throws {
        try await withHosts { hosts in
            hosts.scheduler.fail(.sendDocument, with: .notConnected, times: 1_000_000)
            let id = try await hosts.submit(until: "the scheduler to hold the job") {
                $0.delivery.phase == .created && $0.job.state == .waiting
            }
            try await hosts.removeAlpha()
            let delivery = try await hosts.record(id).delivery
            #expect(delivery.phase == .accepted && delivery.schedulerJob == nil)
            #expect(delivery.boundHost == nil && delivery.nextStep == .prepare)
            // A command that was interrupted can be repeated, and this one has ended.
            await #expect(throws: Problem.self) { _ = try await hosts.beta.removeHost("alpha") }
            var record = try await hosts.record(id)
            record.job.state = .completed
            record.delivery.phase = .ended
            (record.delivery.schedulerHost, record.delivery.schedulerJob) = ("beta", 1)
            record.finish(at: hosts.clock.now)
            _ = try await hosts.stores[1].record(record)
            #expect(hosts.scheduler.withState { $0.jobs.map(\.state) } == [.pendingHeld])
            try await hosts.compareAtAlpha()
            #expect(hosts.scheduler.withState { $0.jobs.map(\.state) } == [.canceled])
        }
    }
}
