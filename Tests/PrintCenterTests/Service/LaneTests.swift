import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

// Times of this file: how long the fake printer prints, on the clock of the test.

@Suite struct `A lane` {
    @Test func `prints the most urgent job first, and of equals the oldest`() async throws {
        try await ServiceOnFakes.run { fakes in
            for (name, priority) in [("a", 50), ("b", 10), ("c", 90), ("d", 50)] {
                try await fakes.submit(name, PrintTicket(priority: priority))
            }
            await fakes.lane().run()
            let printed = fakes.scheduler.withState { $0.queues[0].deviceJobs.map(\.name) }
            #expect(printed == ["c", "a", "d", "b"])
            #expect(await fakes.store.activeCount() == 0)
        }
    }

    @Test func `hands at most two jobs to the scheduler ahead of time`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            for name in ["a", "b", "c"] { try await fakes.submit(name) }
            try await fakes.runLane(until: "the first job to print") {
                fakes.scheduler.withState { $0.jobs.contains { $0.state == .processing } }
                    && fakes.scheduler.withState { $0.jobs.count } == 2
            }
            #expect(fakes.scheduler.withState { $0.jobs.map(\.name) } == ["a", "b"])
        }
    }

    struct Obstacle: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: Reason.Code
        let begin: @Sendable (inout FakeSchedulerState.Queue) -> Void
        let end: @Sendable (inout FakeSchedulerState.Queue) -> Void
    }

    static let obstacles = [
        Obstacle(
            testDescription: "a paused queue",
            reason: .printerStopped,
            begin: { $0.state = .stopped },
            end: { $0.state = .idle }
        ),
        Obstacle(
            testDescription: "a queue that does not accept jobs",
            reason: .printerNotAccepting,
            begin: { $0.isAccepting = false },
            end: { $0.isAccepting = true }
        ),
        Obstacle(
            testDescription: "a printer that does not answer",
            reason: .printerUnreachable,
            begin: { $0.isReachable = false },
            end: { $0.isReachable = true }
        ),
    ]

    @Test(arguments: obstacles)
    func `waits during an obstacle, reports the reason, and continues after it`(
        _ obstacle: Obstacle
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { $0.change(queue: "office", obstacle.begin) }
            await fakes.service.directory.invalidate()
            let id = try await fakes.submit(whenPossible: true)
            try await fakes.runLane(until: "the job to wait") {
                let job = try await fakes.job(id)
                return job.state == .waiting
            }
            let codes = try await fakes.job(id).reasons.map(\.code)
            #expect(codes == [obstacle.reason] || codes == [.paused])
            #expect(fakes.scheduler.withState { $0.jobs.isEmpty })

            fakes.scheduler.withState { $0.change(queue: "office", obstacle.end) }
            #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
        }
    }

    @Test func `believes a printer that aborts a job, not the scheduler that completes it`()
        async throws
    {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.abortsJobs = true }
            }
            let id = try await fakes.submit()
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .failed && job.reasons.map(\.code) == [.abortedByPrinter])
        }
    }

    @Test func `releases a job that was held until a time`() async throws {
        try await ServiceOnFakes.run { fakes in
            var ticket = PrintTicket()
            ticket.holdUntil = fakes.clock.now + 3600
            let id = try await fakes.submit("later", ticket)
            #expect(try await fakes.job(id).state == .held)
            // The waits of the lane bring the clock there.
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed)
            #expect(job.finishedAt.map { $0 >= fakes.clock.now - 3600 } == true)
        }
    }

    /// A ticket for which the service makes pages; without it the document is sent as it is.
    private static let imposed = PrintTicket(numberUp: 2)

    @Test
    func
        `retries a preparation after a temporary failure, and fails the job after a permanent one`()
        async throws
    {
        try await ServiceOnFakes.run { fakes in
            // Each fails in advance, too.
            for _ in 0..<2 {
                fakes.preparer.failNext(with: PreparationError(mayPass: true, detail: "busy"))
            }
            let first = try await fakes.submit("a.pdf", Self.imposed)
            #expect(try await fakes.runLane(untilEndOf: first).state == .completed)

            for _ in 0..<2 {
                fakes.preparer.failNext(with: PreparationError(mayPass: false, detail: "damaged"))
            }
            let second = try await fakes.submit("a.pdf", Self.imposed)
            let job = try await fakes.runLane(untilEndOf: second)
            #expect(job.state == .failed && job.reasons.map(\.code) == [.preparationFailed])
        }
    }

    @Test func `makes the pages while a job for an idle printer is queued, and once`() async throws
    {
        try await ServiceOnFakes.run { fakes in
            let first = try await fakes.submit("a.pdf", Self.imposed)
            try await wait(for: "the pages") { fakes.preparer.preparedCount == 1 }
            // The printer has a job now.
            let second = try await fakes.submit("b.pdf", Self.imposed)
            let made = await fakes.service.work.advance.isDone(try await fakes.record(second))
            #expect(!made && fakes.preparer.preparedCount == 1)
            for id in [first, second] {
                #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
            }
            #expect(fakes.preparer.preparedCount == 2)
            #expect(try fakes.spooledNames().allSatisfy { !$0.hasSuffix(".pdf") })
        }
    }

    @Test func `creates a job in the scheduler once its pages are there`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.preparer.hold()
            let id = try await fakes.submit("a.pdf", Self.imposed)
            async let end = fakes.runLane(untilEndOf: id)
            try await wait(for: "the preparation") { fakes.preparer.waitingCount == 1 }
            #expect(fakes.scheduler.withState(\.jobs).isEmpty)
            fakes.preparer.letGo()
            #expect(try await end.state == .completed)
        }
    }

    @Test func `makes the pages of a long document before its job is created`() async throws {
        try await ServiceOnFakes.run { fakes in
            let record = try await fakes.record(fakes.submit("a.pdf", Self.imposed))
            #expect(record.isPreparedSoon)
            var long = record
            long.job.document?.layout = .text
            #expect(!long.isPreparedSoon)
            long = record
            long.job.document?.pages = 51
            #expect(!long.isPreparedSoon)
            long = record
            long.job.document?.size = (4 << 20) + 1
            #expect(!long.isPreparedSoon)
        }
    }

    @Test func `makes a finished PDF again that a start has removed`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit("a.pdf", Self.imposed)
            try await wait(for: "the pages") {
                await fakes.service.work.advance.isDone(try await fakes.record(id))
            }
            let name = try await fakes.record(id).preparedName
            #expect(try fakes.spooledNames().contains(name))
            // As each start does.
            let spool = fakes.service.work.spool
            let names = await fakes.store.spooledNames(preparedAmong: try spool.names())
            _ = try await spool.sweep(keeping: names)
            #expect(try !fakes.spooledNames().contains(name))
            #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
            #expect(fakes.preparer.preparedCount == 2)
        }
    }

    @Test func `takes no pages that were made in advance for another plan`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit("a.pdf", Self.imposed)
            var record = try await fakes.record(id)
            let advance = PagesInAdvance()
            await advance.begin(record) { true }
            #expect(await advance.isDone(record))
            record.job.plan?.numberUp = 4
            // The request of another client with the same key.
            await advance.begin(record) { true }
            #expect(await !advance.isDone(record))

            // Pages of another plan that are still being made must not replace its own afterwards.
            let slow = PagesInAdvance()
            let isMade = Mutex(false)
            await slow.begin(try await fakes.record(id)) {
                // Time: the question below comes while they are being made; later, it passes, too.
                try? await Task.sleep(for: .milliseconds(50))
                isMade.withLock { $0 = true }
                return true
            }
            #expect(await !slow.isDone(record) && isMade.withLock(\.self))
        }
    }

    @Test func `leaves no pages of a job that is canceled`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit("a.pdf", Self.imposed)
            _ = try await fakes.service.cancel("\(id)")
            #expect(fakes.preparer.preparedCount == 1)
            #expect(try fakes.spooledNames().allSatisfy { !$0.hasSuffix(".pdf") })
        }
    }
}
