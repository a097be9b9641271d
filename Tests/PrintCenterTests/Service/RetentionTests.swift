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
    private func monitor(
        _ fakes: ServiceOnFakes,
        _ looks: SharedLooks = SharedLooks()
    ) -> EndedJobMonitor {
        EndedJobMonitor(
            detector: RepeatedPrintDetector(
                queue: fakes.service.queue,
                scheduler: fakes.scheduler
            ),
            directory: fakes.service.directory,
            looks: looks
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

    /// Ends a job of which the printer has two runs, and has printed the second.
    private func endAfterTwoRuns(
        _ fakes: ServiceOnFakes,
        first state: IPPJobState
    ) async throws -> JobID {
        let id = try await fakes.submit()
        _ = try await fakes.runLane(untilEndOf: id)
        let first = try #require(try await fakes.record(id).delivery.deviceJob)
        fakes.scheduler.withState { scheduler in
            scheduler.change(queue: "office") { queue in
                queue.deviceJobs[0].state = state
                queue.deviceJobs[0].impressions = 0
            }
            scheduler.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
        }
        _ = try await fakes.service.queue.change(id) { before in
            var after = before
            after.delivery.mayRunAgain = true
            after.delivery.deviceJob = first + 1
            after.delivery.moreDeviceJobs = [first]
            after.delivery.onPaper = [first + 1]
            return after
        }
        return id
    }

    @Test func `says that a run which was broken off may have printed`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await endAfterTwoRuns(fakes, first: .canceled)
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            let record = try await fakes.record(id)
            #expect(record.job.reasons.map(\.code) == [.mayHavePrintedAgain])
            #expect(record.delivery.mayRunAgain == nil)
        }
    }

    @Test func `counts a run that a look for another job saw, and that the printer has forgotten`()
        async throws
    {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: id)
            fakes.scheduler.withState { state in
                state.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
            }
            let shared = SharedLooks()
            let printer = PrinterID(rawValue: "office")
            let looks = shared.at(printer)
            let device = try #require(
                try await DeviceWatch(of: printer, in: fakes.lane().directory)
            )
            let listed = try await device.list("ann", looks).jobs.count
            #expect(listed == 2)
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.deviceJobs = [] }
            }
            _ = try await fakes.service.queue.change(id) { before in
                var after = before
                after.delivery.mayRunAgain = true
                return after
            }
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes, shared).compare(&memory)
            #expect(try await fakes.job(id).reasons.map(\.code) == [.printedAgain])
            withExtendedLifetime(looks) {}
        }
    }

    @Test func `remembers over the end of the service that a job may have printed again`()
        async throws
    {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: id)
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            // The scheduler prints it again, and crashes before it knows that.
            fakes.scheduler.withState { state in
                state.jobs[0].state = .processing
                state.jobs[0].began = state.jobs[0].began.map { $0 + 10 }
            }
            await monitor(fakes).compare(&memory)
            #expect(try await fakes.record(id).delivery.mayRunAgain == true)
            fakes.scheduler.withState { state in
                state.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
                state.jobs[0].state = .pendingHeld
                state.jobs[0].began = nil
            }
            var next = EndedJobMonitor.Memory()
            for _ in 0..<2 { await monitor(fakes).compare(&next) }
            #expect(try await fakes.job(id).reasons.map(\.code) == [.printedAgain])
            #expect(fakes.scheduler.withState { $0.jobs[0].state } == .canceled)
        }
    }

    @Test func `drops a job each time that the scheduler has it back, whatever the printer says`()
        async throws
    {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: id)
            fakes.scheduler.withState { $0.change(queue: "office") { $0.isReachable = false } }
            var memory = EndedJobMonitor.Memory()
            for _ in 0..<2 {
                fakes.scheduler.withState { state in
                    state.jobs[0].state = .pendingHeld
                    state.jobs[0].began = nil
                }
                await monitor(fakes).compare(&memory)
                #expect(fakes.scheduler.withState { $0.jobs[0].state } == .canceled)
            }
            #expect(try await fakes.job(id).reasons.isEmpty)
        }
    }

    /// A job that ended while the printer still had another run of it, or that was printing again when the service was killed.
    @Test(arguments: [JobState.completed, .canceled])
    func `looks at what may have printed again and is no longer in the scheduler`(
        state: JobState
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: id)
            fakes.scheduler.withState { scheduler in
                scheduler.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
                if state == .completed {
                    scheduler.jobs = []
                } else {
                    scheduler.jobs[0].state = .canceled
                }
            }
            _ = try await fakes.service.queue.change(id) { before in
                var after = before
                after.job.state = state
                after.delivery.mayRunAgain = true
                return after
            }
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            #expect(try await fakes.job(id).reasons.map(\.code) == [.printedAgain])
        }
    }

    @Test func `looks at a run that has not ended until it has`() async throws {
        try await ServiceOnFakes.run { fakes in
            // It is to be canceled, and prints all the same.
            let id = try await endAfterTwoRuns(fakes, first: .processingStopped)
            var memory = EndedJobMonitor.Memory()
            await monitor(fakes).compare(&memory)
            #expect(try await fakes.record(id).delivery.mayRunAgain == true)
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.deviceJobs[0].state = .canceled }
            }
            await monitor(fakes).compare(&memory)
            let record = try await fakes.record(id)
            #expect(record.job.reasons.map(\.code) == [.mayHavePrintedAgain])
            #expect(record.delivery.mayRunAgain == nil)
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
