import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct `Retention` {
    @Test func `removes a document that no job uses after an hour`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try #require(try await fakes.document().id)
            fakes.clock.advance(by: .seconds(3500))
            await fakes.service.removeOldDocuments()
            #expect(try fakes.spooledNames() == [id])
            fakes.clock.advance(by: .seconds(200))
            await fakes.service.removeOldDocuments()
            #expect(try fakes.spooledNames().isEmpty)
            #expect(await fakes.store.document(id) == nil)
        }
    }

    @Test func `removes the document of an ended job after a day, and the job after 90 days`()
        async throws
    {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: id)
            fakes.clock.advance(by: .seconds(23 * 3600))
            await fakes.service.removeOldDocuments()
            #expect(try fakes.spooledNames().count == 1)
            fakes.clock.advance(by: .seconds(2 * 3600))
            await fakes.service.removeOldDocuments()
            #expect(try fakes.spooledNames().isEmpty)

            fakes.clock.advance(by: .seconds(88 * 24 * 3600))
            await fakes.service.forgetOldJobs()
            #expect(await fakes.store.job(id) != nil)
            fakes.clock.advance(by: .seconds(2 * 24 * 3600))
            await fakes.service.forgetOldJobs()
            #expect(await fakes.store.job(id) == nil)
        }
    }

    @Test func `keeps the document of a job that has not ended`() async throws {
        try await ServiceOnFakes.run { fakes in
            try await fakes.submit(hold: true)
            fakes.clock.advance(by: .seconds(365 * 24 * 3600))
            await fakes.service.removeOldDocuments()
            await fakes.service.forgetOldJobs()
            #expect(try fakes.spooledNames().count == 1)
            #expect(await fakes.store.activeCount() == 1)
        }
    }
}

@Suite struct `The monitor of ended jobs` {
    private func monitor(_ fakes: ServiceOnFakes) -> EndedJobMonitor {
        EndedJobMonitor(
            detector: RepeatedPrintDetector(
                queue: fakes.service.queue,
                scheduler: fakes.scheduler
            ),
            directory: fakes.service.directory
        )
    }

    @Test func `drops a job that has ended here and waits in the scheduler again`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the scheduler to have the job") {
                fakes.scheduler.withState { !$0.jobs.isEmpty }
            }
            let job = try await fakes.runLane(untilEndOf: id)
            // The scheduler has crashed before it wrote down the end, or even the beginning.
            fakes.scheduler.withState { state in
                state.jobs[0].state = .pendingHeld
                state.jobs[0].began = nil
            }
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            #expect(fakes.scheduler.withState { $0.jobs[0].state } == .canceled)
            #expect(try await fakes.job(id) == job)
        }
    }

    @Test(arguments: [true, false])
    func `drops a job that was discarded and waits in the scheduler again, and no stranger's`(
        isOurs: Bool
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            let job = try await fakes.runLane(untilEndOf: id)
            // The scheduler has crashed before it wrote down the cancel, or has given the number away.
            let urn = isOurs ? try #require(job.submission).urn : "urn:uuid:\(UUID())"
            let number = fakes.scheduler.withState { state in
                state.add(
                    CreateJobRequest(printer: "office", user: "ann", name: "a.pdf", uuid: urn)
                )
            }
            _ = try await fakes.service.queue.change(id) { before in
                var after = before
                after.delivery.discarded = [number]
                return after
            }
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            let states = fakes.scheduler.withState { $0.jobs.map(\.state) }
            #expect(states == [.completed, isOurs ? .canceled : .pendingHeld])
            #expect(try await fakes.job(id).state == .completed)
        }
    }

    @Test func `records once that the scheduler printed a job again`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: id)
            fakes.clock.advance(by: .seconds(5))
            fakes.scheduler.withState { $0.jobs[0].state = .pending }
            var memory = EndedJobMonitor.Memory()
            for _ in 0..<10 {
                await monitor(fakes).compare(&memory)
                fakes.clock.advance(by: .seconds(2))
            }
            #expect(fakes.scheduler.withState { $0.printedCount } == 2)
            let job = try await fakes.job(id)
            #expect(job.state == .completed && job.reasons.map(\.code) == [.printedAgain])
        }
    }

    /// Makes the scheduler print a completed job again, as if it had begun within the same second.
    private func printAgain(_ fakes: ServiceOnFakes, later: Int = 0) {
        let began = fakes.scheduler.withState { $0.jobs[0].began }
        fakes.scheduler.withState { state in
            state.change(queue: "office") { $0.printingTime = .zero }
            state.jobs[0].state = .pending
        }
        fakes.clock.advance(by: .seconds(2))
        fakes.scheduler.withState { state in
            state.jobs[0].began = began.map { $0 + later }
            state.endsOfConnections += 1
        }
    }

    @Test func `records a second print that began in the second of the first`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: id)
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            #expect(try await fakes.job(id).reasons.isEmpty)
            printAgain(fakes)
            await monitor(fakes).compare(&memory)
            #expect(fakes.scheduler.withState { $0.printedCount } == 2)
            #expect(try await fakes.job(id).reasons.map(\.code) == [.printedAgain])
        }
    }

    @Test func `asks a printer again that could not be reached`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: id)
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            printAgain(fakes)
            fakes.scheduler.withState { $0.change(queue: "office") { $0.isReachable = false } }
            await monitor(fakes).compare(&memory)
            #expect(try await fakes.job(id).reasons.isEmpty)
            fakes.scheduler.withState { $0.change(queue: "office") { $0.isReachable = true } }
            await monitor(fakes).compare(&memory)
            #expect(try await fakes.job(id).reasons.map(\.code) == [.printedAgain])
        }
    }

    /// Only the scheduler's word makes a doubt: that it may have restarted is none.
    @Test(arguments: [0, 1])
    func `says that a second print is possible where the printer does not tell`(
        _ later: Int
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: id)
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            printAgain(fakes, later: later)
            fakes.scheduler.withState { $0.change(queue: "office") { $0.isReachable = false } }
            await monitor(fakes).compare(&memory)
            #expect(try await fakes.job(id).reasons.isEmpty)
            fakes.clock.advance(by: .seconds(61))
            await monitor(fakes).compare(&memory)
            let reasons = try await fakes.job(id).reasons.map(\.code)
            #expect(reasons == (later == 0 ? [] : [.mayHavePrintedAgain]))
        }
    }

    @Test func `leaves a completed job in the scheduler alone`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            let job = try await fakes.runLane(untilEndOf: id)
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            #expect(fakes.scheduler.withState { $0.jobs[0].state } == .completed)
            #expect(try await fakes.job(id) == job)
        }
    }
}
