import FoundationEssentials
import PrintFakes
import PrintModel
import ProofKit
import Testing

@testable import PrintCenter

// Times of this file: on the clock of the test.

/// Canceled jobs whose printers do not come back.
@Suite struct `A canceled job of a printer that is gone` {
    /// Submits a job, and takes the printer away while it prints.
    private func withLostPrinter(
        direct: Bool = true,
        patience: Int = 1,
        _ body: (ServiceOnFakes, JobID) async throws -> Void
    ) async throws {
        try await ServiceOnFakes.run(patience: patience) { fakes in
            if direct { _ = try await fakes.service.setDirect("office", true) }
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the job to print") {
                try await fakes.job(id).state == .printing
            }
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.isReachable = false }
            }
            try await body(fakes, id)
        }
    }

    private func expectGivenUp(_ fakes: ServiceOnFakes, _ id: JobID) async throws {
        let job = try await fakes.job(id)
        #expect(job.state == .failed)
        #expect(job.reasons.map(\.code) == [.deliveryUncertain])
        #expect(job.reasons.first?.message.contains("may still come out") == true)
        #expect(await fakes.store.activeCount() == 0)
        // Neither the document nor its pages.
        #expect(try fakes.spooledNames().isEmpty)
        // Its lane has nothing to do.
        await fakes.lane().run()
    }

    @Test func `waits for it, and changes in no other way`() async throws {
        try await withLostPrinter { fakes, id in
            let canceled = try await fakes.service.cancel("\(id)")
            #expect(!canceled.state.isFinal)
            fakes.clock.advance(by: .seconds(23 * 3600))
            try await fakes.runLane(until: "a look at the printer") {
                try await fakes.job(id).state == .waiting
            }
            #expect(try await !fakes.job(id).state.isFinal)
            #expect(try !fakes.spooledNames().isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `is given up by force, whether it was canceled before or not`(
        _ wasCanceled: Bool
    ) async throws {
        try await withLostPrinter { fakes, id in
            if wasCanceled { _ = try await fakes.service.cancel("\(id)") }
            let job = try await fakes.service.cancel("\(id)", force: true)
            #expect(job.state == .failed)
            try await expectGivenUp(fakes, id)
            #expect(
                await fakes.problem { _ = try await fakes.service.cancel("\(id)") } == .jobEnded
            )
        }
    }

    @Test func `is given up with all others by force`() async throws {
        try await withLostPrinter { fakes, id in
            let jobs = try await fakes.service.cancelAll(on: "office", force: true)
            #expect(jobs.ids == [id])
            try await expectGivenUp(fakes, id)
        }
    }

    @Test func `is given up after a day`() async throws {
        try await withLostPrinter { fakes, id in
            _ = try await fakes.service.cancel("\(id)")
            fakes.clock.advance(by: .seconds(24 * 3600 + 1))
            _ = try await fakes.runLane(untilEndOf: id)
            try await expectGivenUp(fakes, id)
        }
    }

    @Test func `is given up when its printer is removed, and no other job is`() async throws {
        try await withLostPrinter { fakes, id in
            let other = try await fakes.submit(whenPossible: true)
            _ = try await fakes.service.cancel("\(id)")
            try await fakes.service.giveUpCanceled(on: PrinterID(rawValue: "office"))
            #expect(try await fakes.job(id).state == .failed)
            #expect(try await !fakes.job(other).state.isFinal)
        }
    }

    @Test func `is canceled in the usual way by force where the printer answers`() async throws {
        // Each look of the request moves the clock: the printer is to be quicker than any number of them.
        try await withLostPrinter(patience: 1_000_000_000) { fakes, id in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.isReachable = true }
            }
            async let canceled = fakes.service.cancel("\(id)", force: true)
            _ = try await fakes.runLane(untilEndOf: id)
            #expect(try await canceled.state == .canceled)
        }
    }

    @Test func `is in doubt in the scheduler's queue, too`() async throws {
        try await withLostPrinter(direct: false) { fakes, id in
            // The scheduler itself is silent.
            fakes.scheduler.fail(.cancel, with: .notConnected, times: 1_000_000)
            let job = try await fakes.service.cancel("\(id)", force: true)
            #expect(job.state == .failed)
            try await expectGivenUp(fakes, id)
        }
    }

    @Test func `keeps a document that another job has`() async throws {
        try await ServiceOnFakes.run { fakes in
            let document = try await fakes.document()
            let request = SubmissionRequest(
                document: document.id ?? "",
                printer: "office",
                ticket: PrintTicket()
            )
            var ids: [JobID] = []
            for key in ["one", "two"] {
                ids.append(try #require(try await fakes.service.submit(request, key: key).id))
            }
            // As if the printer had it.
            var record = try await fakes.record(ids[0])
            record.delivery.phase = .released
            _ = try await fakes.store.record(record)
            #expect(try await fakes.service.cancel("\(ids[0])", force: true).state == .failed)
            #expect(try fakes.spooledNames().contains(document.id ?? ""))
            #expect(try await fakes.job(ids[1]).state == .queued)
        }
    }

    @Test(arguments: Delivery.Phase.allCases, [Route.direct, .queue])
    func `ends as canceled where nothing can come out`(
        _ phase: Delivery.Phase,
        _ route: Route
    ) {
        var record = JobRecord(job: `The store`.job("a"))
        record.job.state = .waiting
        record.delivery.phase = phase
        record.delivery.route = route
        let date = Date(timeIntervalSince1970: 1_000_000)
        // Nobody has canceled it.
        #expect(record.givenUp(at: date) == record)
        record.delivery.cancelRequested = true
        let after = record.givenUp(at: date)
        let mayPrint: Set<Delivery.Phase> =
            route == .direct
            ? [.sending, .sent, .discarding, .releasing, .released] : [.releasing, .released]
        #expect(after.job.state == (mayPrint.contains(phase) ? .failed : .canceled))
        #expect(after.delivery.phase == .ended && after.job.finishedAt == date)
        // It has ended, and nothing changes it.
        #expect(after.givenUp(at: date + 1) == after)
    }
}
