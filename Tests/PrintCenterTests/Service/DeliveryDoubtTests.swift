import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

// Times of this file: how long the fake printer prints, on the clock of the test.

@Suite(.serialized) struct `A delivery in doubt` {
    struct Doubt: Sendable, CustomTestStringConvertible {
        let request: FakeScheduler.Request
        let error: CupsError
        let moment: FakeScheduler.Moment
        var times = 1

        var testDescription: String { "\(request), \(error), \(moment), \(times) times" }
    }

    static let doubts: [Doubt] = {
        let requests: [FakeScheduler.Request] = [.createJob, .sendDocument, .release, .job, .jobs]
        let lost: [CupsError] = [
            .replyLost, .misdirected, .refused(httpStatus: 500),
            .ipp(.internalError, message: nil), .ipp(.temporaryError, message: nil),
        ]
        return requests.flatMap { request in
            lost.flatMap { error in
                [
                    Doubt(request: request, error: error, moment: .before),
                    Doubt(request: request, error: error, moment: .after),
                ]
            } + [
                Doubt(request: request, error: .notConnected, moment: .before),
                Doubt(request: request, error: .notConnected, moment: .before, times: 5),
                Doubt(request: request, error: .authenticationRequired, moment: .before),
            ]
        }
    }()

    @Test(arguments: doubts)
    func `prints the job exactly once`(_ doubt: Doubt) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(doubt.request, with: doubt.error, doubt.moment, times: doubt.times)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
            let kept = fakes.scheduler.withState { $0.jobs.filter { !$0.state.isFinal } }
            #expect(kept.isEmpty, "the scheduler keeps \(kept)")
        }
    }

    /// What becomes of a job whose Create-Job the scheduler answers so, each time.
    static let refusals: [(IPPStatus, JobState, Reason.Code)] = [
        (.notFound, .waiting, .printerRemoved), (.gone, .waiting, .printerRemoved),
        (.notAcceptingJobs, .waiting, .printerNotAccepting),
        (.deactivated, .waiting, .printerNotAccepting),
        (.forbidden, .waiting, .authenticationNeeded),
        (.notAuthenticated, .waiting, .authenticationNeeded),
        (.notAuthorized, .waiting, .userNotAllowed),
        // CUPS says so with MaxJobs, MaxJobsPerPrinter, MaxJobsPerUser, and the quotas of a queue.
        (.notPossible, .waiting, .schedulerFull),
        (.timeout, .waiting, .schedulerBusy), (.busy, .waiting, .schedulerBusy),
        (.serviceUnavailable, .waiting, .schedulerBusy),
        (.temporaryError, .waiting, .schedulerUnreachable),
        (.internalError, .waiting, .schedulerUnreachable),
        (.badRequest, .failed, .schedulerRefused),
        (.requestEntityTooLarge, .failed, .schedulerRefused),
        (.documentFormatNotSupported, .failed, .schedulerRefused),
        (.attributesOrValuesNotSupported, .failed, .schedulerRefused),
        (.versionNotSupported, .failed, .schedulerRefused),
    ]

    @Test(arguments: refusals)
    func `waits after a temporary failure, and ends after a permanent one`(
        _ status: IPPStatus,
        _ state: JobState,
        _ code: Reason.Code
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(
                .createJob,
                with: .ipp(status, message: "no"),
                times: 1_000_000
            )
            try await fakes.runLane(until: "the job to be \(state)") {
                try await fakes.job(id).state == state
            }
            #expect(try await fakes.job(id).reasons.map(\.code) == [code])
            #expect(fakes.scheduler.withState { $0.jobs.isEmpty })
        }
    }

    @Test func `prints once the scheduler accepts jobs again`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            let full = CupsError.ipp(.notPossible, message: "Too many active jobs.")
            fakes.scheduler.fail(.createJob, with: full, times: 3)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
        }
    }

    @Test func `is uncertain once scheduler and printer have lost a released job`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the job to print") {
                try await fakes.job(id).state == .printing
            }
            fakes.scheduler.withState { state in
                state.jobs = []
                state.change(queue: "office") { $0.deviceJobs = [] }
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .failed && job.reasons.map(\.code) == [.deliveryUncertain])
        }
    }

    @Test func `restarts when the scheduler loses a job that it holds`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(.sendDocument, with: .notConnected, times: 1_000_000)
            try await fakes.runLane(until: "the scheduler to hold the job") {
                fakes.scheduler.withState { $0.jobs.count == 1 }
            }
            fakes.scheduler.withState { $0.jobs = [] }
            fakes.scheduler.fail(.sendDocument, with: .notConnected)
            #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
            #expect(fakes.scheduler.withState { $0.printedCount } == 1)
        }
    }

    @Test func `ends as canceled when another user cancels the job in the scheduler`() async throws
    {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            fakes.scheduler.fail(.sendDocument, with: .notConnected, times: 1_000_000)
            try await fakes.runLane(until: "the scheduler to hold the job") {
                fakes.scheduler.withState { $0.jobs.count == 1 }
            }
            fakes.scheduler.withState { $0.jobs[0].state = .canceled }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .canceled && job.reasons.map(\.code) == [.canceledInScheduler])
        }
    }

    @Test func `continues after a restart from each step, and prints once`() async throws {
        for phase in [Delivery.Phase.prepared, .creating, .created, .sending, .sent, .releasing] {
            try await ServiceOnFakes.run { fakes in
                let id = try await fakes.submit()
                // The lane stops in the middle, as with a crash, and another one takes over.
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

    @Test(arguments: [PrintTicket(), PrintTicket(numberUp: 2)])
    func `never sends a document that was changed in the spool`(
        _ ticket: PrintTicket
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            // No pages are made in advance for a job on hold.
            let id = try await fakes.submit("a.pdf", ticket, hold: true)
            let document = try #require(try await fakes.job(id).document?.id)
            await fakes.service.spool.remove(document)
            try await fakes.service.spool.make(document) { _ in }
            _ = try await fakes.service.release("\(id)")
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .failed && job.reasons.map(\.code) == [.documentChanged])
            #expect(fakes.scheduler.withState { $0.jobs.allSatisfy { $0.documents.isEmpty } })
        }
    }
}
