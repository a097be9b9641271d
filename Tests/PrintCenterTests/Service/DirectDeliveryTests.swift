import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

// Times of this file: how long the fake printer prints, on the clock of the test.

@Suite(.serialized) struct `A delivery straight to a printer` {
    struct Doubt: Sendable, CustomTestStringConvertible {
        let request: FakeScheduler.Request
        let error: CupsError
        let moment: FakeScheduler.Moment

        var testDescription: String { "\(request), \(error), \(moment)" }
    }

    static let doubts: [Doubt] = {
        let requests: [FakeScheduler.Request] = [
            .deviceCreate, .deviceBegin, .deviceCommit, .deviceJob,
        ]
        let errors: [CupsError] = [
            .replyLost, .misdirected, .refused(httpStatus: 500),
            .ipp(.internalError, message: nil), .ipp(.busy, message: nil),
        ]
        return requests.flatMap { request in
            errors.flatMap { error in
                // A document that fails to begin is reset, so that nothing of it arrives.
                let moments: [FakeScheduler.Moment] =
                    request == .deviceBegin ? [.before] : [.before, .after]
                return moments.map { Doubt(request: request, error: error, moment: $0) }
            } + [Doubt(request: request, error: .notConnected, moment: .before)]
        }
    }()

    static func run(_ body: (ServiceOnFakes) async throws -> Void) async throws {
        try await ServiceOnFakes.run { fakes in
            let printer = try await fakes.service.setDirect("office", true)
            #expect(printer.route == .direct)
            // The printer counts the sides of the fake document.
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.impressions = 3 }
            }
            try await body(fakes)
        }
    }

    @Test func `prints once, without the scheduler, and says which way`() async throws {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed && job.route == .direct, "\(job.reasons)")
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
            #expect(fakes.scheduler.withState { $0.jobs.isEmpty })
        }
    }

    @Test(arguments: [true, false])
    func `leaves no empty job at the printer whose pages cannot be made`(
        _ mayPass: Bool
    ) async throws {
        try await Self.run { fakes in
            fakes.preparer.hold()
            let id = try await fakes.submit("a.pdf", PrintTicket(numberUp: 2))
            async let end = fakes.runLane(untilEndOf: id)
            try await wait(for: "the empty job") {
                fakes.scheduler.withState { $0.queue("office")?.deviceJobs.count } == 1
            }
            // A crash would leave no doubt: nothing has been sent.
            #expect(try await fakes.record(id).delivery.phase == .creating)
            // In advance, and once more.
            for _ in 0..<2 {
                fakes.preparer.failNext(with: PreparationError(mayPass: mayPass, detail: "full"))
            }
            fakes.preparer.letGo()
            let job = try await end
            #expect(job.state == (mayPass ? .completed : .failed), "\(job.reasons)")
            let states = fakes.scheduler.withState { $0.queue("office")?.deviceJobs.map(\.state) }
            #expect(states == (mayPass ? [.canceled, .completed] : [.canceled]))
            #expect(fakes.scheduler.withState { $0.printedCount } == (mayPass ? 1 : 0))
        }
    }

    @Test(arguments: doubts)
    func `prints the job exactly once`(_ doubt: Doubt) async throws {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(doubt.request, with: doubt.error, doubt.moment)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
            let open = fakes.scheduler.withState { state in
                state.queue("office")?.deviceJobs.filter { !$0.state.isFinal } ?? []
            }
            #expect(open.isEmpty, "the printer keeps \(open)")
        }
    }

    @Test func `continues after a restart from each step, and prints once`() async throws {
        for phase in [Delivery.Phase.prepared, .creating, .created, .sending, .releasing] {
            try await Self.run { fakes in
                let id = try await fakes.submit()
                try await fakes.runLane(until: "\(phase)") {
                    let record = try await fakes.record(id)
                    return record.delivery.phase == phase || record.job.state.isFinal
                        || record.delivery.phase == .released
                }
                #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
                #expect(fakes.scheduler.withState { $0.printedCount } == 1, "\(phase)")
            }
        }
    }

    @Test func `waits for a printer that is at another job`() async throws {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(
                .deviceCreate,
                with: .ipp(.busy, message: nil),
                times: 1_000_000
            )
            try await fakes.runLane(until: "the job to wait") {
                try await fakes.job(id).reasons.map(\.code) == [.printerBusy]
            }
            fakes.scheduler.fail(.deviceCreate, with: .ipp(.busy, message: nil))
            #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
        }
    }

    @Test func `fails where the printer refuses the job`() async throws {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(
                .deviceCreate,
                with: .ipp(.badRequest, message: "no"),
                times: 1_000_000
            )
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .failed && job.reasons.map(\.code) == [.printerRefused])
        }
    }

    @Test func `tries again where the printer has lost its patience`() async throws {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(.deviceCreate, with: .ipp(.timeout, message: nil), times: 3)
            #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
        }
    }

    @Test func `says that the printer takes no jobs, and what helps at the printer`() async throws {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(
                .deviceCreate,
                with: .ipp(.notAcceptingJobs, message: nil),
                times: 1_000_000
            )
            try await fakes.runLane(until: "the job to wait") {
                try await fakes.job(id).reasons.map(\.code) == [.printerNotAccepting]
            }
            let reason = try #require(try await fakes.job(id).reasons.first)
            #expect(
                reason.remedy == "At the printer, let it accept jobs again, or use another one."
            )
        }
    }

    @Test func `sends job and document in one request to a printer without Send-Document`()
        async throws
    {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(
                .deviceCommit,
                with: .ipp(.operationNotSupported, message: nil),
                .before
            )
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            let record = try await fakes.record(id)
            #expect(record.delivery.isOneRequest == true && record.delivery.discarded.count == 1)
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
        }
    }

    @Test func `takes its own cancel of an empty job for nobody else's`() async throws {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            let error = CupsError.ipp(.operationNotSupported, message: nil)
            fakes.scheduler.fail(.deviceBegin, with: error, .before)
            // As after a crash, the job is canceled, and the service has not heard so.
            fakes.scheduler.fail(.deviceCancel, with: .replyLost, .after)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.state) \(job.reasons)")
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
        }
    }

    @Test func `waits for a printer that is at another job, and gets job and document at once`()
        async throws
    {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            let error = CupsError.ipp(.operationNotSupported, message: nil)
            fakes.scheduler.fail(.deviceCreate, with: error, times: 1_000_000)
            fakes.scheduler.fail(.deviceBegin, with: .ipp(.busy, message: nil), times: 3)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
        }
    }

    @Test func `looks at a job whose document the printer refuses, after it has printed it`()
        async throws
    {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(.deviceCommit, with: .ipp(.notPossible, message: nil), .after)
            #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
        }
    }

    @Test func `begins again where the printer has given the job up before its document came`()
        async throws
    {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.givesUpNextJob = true }
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.state) \(job.reasons)")
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
        }
    }

    @Test(arguments: [FakeScheduler.Request.deviceBegin, .deviceCommit])
    func `fails where the printer refuses the document, and leaves nothing there`(
        _ request: FakeScheduler.Request
    ) async throws {
        try await Self.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(request, with: .ipp(.documentFormatError, message: "no"), .before)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .failed && job.reasons.map(\.code) == [.printerRefused])
            #expect(fakes.scheduler.withState { $0.printedCount } == 0)
            let open = fakes.scheduler.withState { state in
                state.queue("office")?.deviceJobs.count { !$0.state.isFinal }
            }
            #expect(open == 0)
        }
    }

    @Test func `is uncertain once the printer has forgotten what it was printing`() async throws {
        try await Self.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the job to print") {
                try await fakes.job(id).state == .printing
            }
            fakes.scheduler.withState { state in
                state.restartDevice(of: "office", at: fakes.clock.uptime)
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .failed && job.reasons.map(\.code) == [.deliveryUncertain])
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `has ended as a look for another job saw before the printer went`(
        isBack: Bool,
        wasSeen: Bool
    ) async throws {
        try await Self.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the job to print") {
                try await fakes.job(id).state == .printing
            }
            var record = try await fakes.record(id)
            let address = try #require(DeviceURI("ipp://office/ipp/print"))
            let watch = DeviceWatch(fakes.scheduler.device(address), clock: fakes.clock)
            let looks = DeviceLooks()
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.deviceJobs[0].state = .completed }
            }
            if wasSeen { _ = try await watch.list("ann", looks) }
            fakes.clock.advance(by: .seconds(60))
            fakes.scheduler.withState { state in
                state.restartDevice(of: "office", at: fakes.clock.uptime)
                state.change(queue: "office") { $0.isReachable = isBack }
            }
            let seen = await watch.observation(ofMarked: &record, looks)
            if wasSeen {
                let state: IPPJobState? = if case .job(let job) = seen { job.state } else { nil }
                #expect(state == .completed)
            } else {
                #expect(seen == (isBack ? .forgotten : .unreachable))
            }
        }
    }

    @Test func `takes no job of another for its own`() async throws {
        try await Self.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the job to print") {
                try await fakes.job(id).state == .printing
            }
            // After its restart the printer gives the number to somebody else.
            let number = try #require(try await fakes.record(id).delivery.deviceJob)
            fakes.scheduler.withState { $0.restartDevice(of: "office") }
            let device = fakes.scheduler.device(
                try #require(DeviceURI("ipp://office/ipp/print"))
            )
            let other = CreateJobRequest(
                printer: "office",
                user: "bob",
                name: "other",
                uuid: SubmissionID.random().urn
            )
            while try await device.createJob(other) < number {
                fakes.scheduler.withState { state in
                    state.change(queue: "office") { $0.deviceJobs = [] }
                }
            }
            let before = fakes.scheduler.withState { $0.queue("office")?.deviceJobs.count }
            _ = try await fakes.service.cancel(id.description)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state.isFinal)
            let open = fakes.scheduler.withState { state in
                state.queue("office")?.deviceJobs.count { !$0.state.isFinal }
            }
            #expect(before == 1 && open == 1, "the job of another was canceled")
        }
    }

    @Test func `a job is canceled while the printer reads nothing of its document`() async throws {
        try await Self.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.stopsReading = true }
            }
            let id = try await fakes.submit()
            let isCanceled = Atomic(false)
            try await fakes.runLane(until: "the end of the job") {
                let record = try await fakes.record(id)
                if record.delivery.phase == .sending,
                    !isCanceled.exchange(true, ordering: .relaxed)
                {
                    _ = try await fakes.service.cancel(id.description)
                }
                return record.job.state.isFinal
            }
            let job = try await fakes.job(id)
            #expect(job.state == .canceled && job.reasons.map(\.code) == [.canceledByUser])
            #expect(fakes.scheduler.withState { $0.printedCount } == 0)
        }
    }

    @Test func `a canceled job is canceled at the printer`() async throws {
        try await Self.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the job to print") {
                try await fakes.job(id).state == .printing
            }
            _ = try await fakes.service.cancel(id.description)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .canceled && job.reasons.map(\.code) == [.canceledByUser])
        }
    }

    @Test func `a printer that ends early has printed a part`() async throws {
        try await Self.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.impressions = 1 }
            }
            let id = try await fakes.submit()
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .failed && job.reasons.map(\.code) == [.printedPartly])
            #expect(job.reasons.first?.remedy.hasSuffix("--pages 2-") == true)
        }
    }
}
