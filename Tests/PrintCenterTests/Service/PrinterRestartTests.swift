import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

/// A printer behind a queue that is switched off and on, and counts its jobs from 1 again.
///
/// All documents have one name.
@Suite struct `A printer that restarts` {
    private func restart(_ fakes: ServiceOnFakes, keepsJobs: Bool = false) {
        // Time: on the clock of the test, for which the printer is on before and after
        fakes.clock.advance(by: .seconds(60))
        fakes.scheduler.withState { state in
            state.restartDevice(of: "office", at: fakes.clock.uptime, keepsJobs: keepsJobs)
        }
        fakes.clock.advance(by: .seconds(60))  // Time: as above
    }

    @Test func `gives numbers again, and its jobs are found`() async throws {
        try await ServiceOnFakes.run { fakes in
            for _ in 0..<3 {
                restart(fakes)
                for number in 1...3 {
                    let id = try await fakes.submit()
                    let job = try await fakes.runLane(untilEndOf: id)
                    #expect(job.state == .completed, "\(job.reasons)")
                    #expect(try await fakes.record(id).delivery.deviceJob == number)
                }
            }
        }
    }

    @Test func `and keeps its jobs does not pass off an older one`() async throws {
        try await ServiceOnFakes.run { fakes in
            for number in 101...103 {
                let id = try await fakes.submit()
                #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
                #expect(try await fakes.record(id).delivery.deviceJob == number)
                restart(fakes, keepsJobs: true)
            }
        }
    }

    @Test func `may count its time from the future`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                // Time: as the printer counts it
                state.change(queue: "office") { $0.start = .seconds(1_000_000) }
            }
            for _ in 0..<2 {
                let id = try await fakes.submit()
                #expect(try await fakes.runLane(untilEndOf: id).state == .completed)
            }
        }
    }

    /// Each job of a lane has looks of its own, and only one of them may have seen the end.
    @Test(arguments: [true, false], [true, false])
    func `or forgets its jobs has ended what a look for another job saw`(
        restarts: Bool,
        hangsUp: Bool
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await begin(fakes)
            fakes.scheduler.withState { state in
                state.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
            }
            var record = try await fakes.record(id)
            let number = try #require(record.delivery.schedulerJob)
            let device = try #require(
                try await DeviceWatch(of: PrinterID(rawValue: "office"), in: fakes.lane().directory)
            )
            let looks = DeviceLooks()
            var proof = AbsenceProof?.none
            // It may go between its two lists.
            fakes.scheduler.withState { $0.change(queue: "office") { $0.hangsUp = hangsUp } }
            let listed = try? await device.list("ann", looks)
            #expect((listed == nil) == hangsUp)
            fakes.scheduler.withState { $0.change(queue: "office") { $0.hangsUp = false } }
            if restarts {
                restart(fakes)
            } else {
                fakes.scheduler.withState { state in
                    state.change(queue: "office") { $0.deviceJobs = [] }
                }
            }
            var facts: SchedulerJobFacts? = SchedulerJobFacts(
                id: number,
                state: .processing,
                documents: 1,
                hasBegun: true
            )
            let seen = await device.observation(
                of: &record,
                scheduler: &facts,
                claimed: TakenNumbers(),
                looks,
                &proof
            )
            #expect(record.delivery.completedAtDevice == true)
            if restarts {
                #expect(seen == .forgotten)
            } else {
                let state: IPPJobState? = if case .job(let job) = seen { job.state } else { nil }
                #expect(state == .completed)
            }
        }
    }

    /// Looks at a printer for a job, while the scheduler cannot be asked.
    private struct Watch {
        let fakes: ServiceOnFakes
        var record: JobRecord
        let device: DeviceWatch
        let looks = DeviceLooks()

        init(_ fakes: ServiceOnFakes, _ id: JobID) async throws {
            self.fakes = fakes
            record = try await fakes.record(id)
            let directory = fakes.lane().directory
            device = try #require(
                try await DeviceWatch(of: PrinterID(rawValue: "office"), in: directory)
            )
        }

        mutating func look() async -> DeviceObservation {
            var facts: SchedulerJobFacts?
            var proof: AbsenceProof?
            return await device.observation(
                of: &record,
                scheduler: &facts,
                claimed: TakenNumbers(),
                looks,
                &proof
            )
        }

        /// Looks for another job.
        func lookForAnother() async throws { _ = try await device.list("ann", looks) }

        /// Has the scheduler print the job.
        func printRun(_ end: IPPJobState) {
            fakes.scheduler.withState { state in
                state.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
                state.change(queue: "office") { queue in
                    queue.deviceJobs[queue.deviceJobs.count - 1].state = end
                }
            }
        }
    }

    /// A scheduler that is stopped cancels the first run, and begins the job again once it is back.
    @Test(arguments: [true, false])
    func `has completed the later run that only a look for another job saw`(
        isCanceled: Bool
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            var watch = try await Watch(fakes, begin(fakes))
            watch.record.delivery.cancelRequested = isCanceled
            for _ in 0..<2 { watch.printRun(.canceled) }
            _ = await watch.look()
            watch.printRun(.completed)
            try await watch.lookForAnother()
            restart(fakes)
            // Once more finds no more.
            for _ in 0..<2 {
                #expect(await watch.look() == .forgotten)
                let delivery = watch.record.delivery
                #expect(delivery.completedAtDevice == (isCanceled ? nil : true))
                #expect(delivery.earlierDeviceJobs == (isCanceled ? 1 : 3))
                #expect(delivery.timesOnPaper == (isCanceled ? 1 : 3))
            }
        }
    }

    @Test(arguments: [true, false])
    func `twice has completed what only a look for another job saw in between`(
        hadRun: Bool
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            var watch = try await Watch(fakes, begin(fakes))
            if hadRun {
                watch.printRun(.canceled)
                _ = await watch.look()
            }
            watch.record.delivery.mayRunAgain = hadRun
            restart(fakes)
            watch.printRun(.completed)
            try await watch.lookForAnother()
            restart(fakes)
            for _ in 0..<2 {
                #expect(await watch.look() == .forgotten)
                #expect(watch.record.delivery.completedAtDevice == true)
                #expect(watch.record.delivery.earlierDeviceJobs == (hadRun ? 2 : 1))
            }
        }
    }

    /// The second restart, after the scheduler has ended the job, has lost nothing.
    @Test func `twice has lost at the first time what it was printing then`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                // Time: on the clock of the test, longer than anything else
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "a look at the job") {
                try await fakes.record(id).delivery.deviceJob != nil
            }
            restart(fakes)
            try await fakes.runLane(until: "a look after the restart") {
                try await fakes.record(id).delivery.earlierDeviceJobs == 1
            }
            complete(fakes)
            restart(fakes)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.reasons.map(\.code) == [.deliveryUncertain], "\(job.state)")
        }
    }

    /// Lets the scheduler begin a job that its printer does not get yet.
    private func begin(_ fakes: ServiceOnFakes) async throws -> JobID {
        fakes.scheduler.withState { state in
            state.change(queue: "office") { $0.backendWaits = true }
        }
        let id = try await fakes.submit()
        try await fakes.runLane(until: "the scheduler to begin") {
            try await fakes.record(id).delivery.beganAt != nil
        }
        return id
    }

    /// Lets the scheduler report a job as completed, as it does where the printer does not know it any more.
    private func complete(_ fakes: ServiceOnFakes) {
        let now = Int(fakes.clock.now.timeIntervalSince1970)
        fakes.scheduler.withState { state in
            state.jobs[0].state = .completed
            state.jobs[0].ended = now
        }
    }

    @Test func `has lost the job that it got after it was off`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await begin(fakes)
            _ = try await fakes.service.queue.change(id) { before in
                var after = before
                // It was off when the scheduler got the job.
                (after.delivery.deviceStart, after.delivery.deviceUpTime) = (nil, nil)
                return after
            }
            try await fakes.runLane(until: "a look at the printer") {
                try await fakes.record(id).delivery.deviceStart != nil
            }
            restart(fakes)
            complete(fakes)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.reasons.map(\.code) == [.deliveryUncertain], "\(job.state)")
        }
    }

    /// The scheduler reports the end while it restarts.
    @Test(arguments: [true, false])
    func `is waited for at the end of a job`(comesBack: Bool) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await begin(fakes)
            fakes.clock.advance(by: .seconds(20))  // Time: on the clock of the test
            let now = fakes.clock.uptime
            fakes.scheduler.withState { state in
                state.restartDevice(of: "office", at: now, keepsJobs: false)
                state.change(queue: "office") { queue in
                    queue.isReachable = false
                    queue.backAt = comesBack ? now + .seconds(5) : nil  // Time: as above
                }
            }
            complete(fakes)
            let job = try await fakes.runLane(untilEndOf: id)
            let waited = fakes.clock.uptime - now
            #expect(waited >= .seconds(comesBack ? 5 : 30))  // Time: as above
            #expect(job.reasons.map(\.code) == (comesBack ? [.deliveryUncertain] : []))
            #expect(job.state == (comesBack ? .failed : .completed))
        }
    }

    @Test func `has forgotten a job whose number another one has`() async throws {
        try await ServiceOnFakes.run { fakes in
            restart(fakes)
            fakes.scheduler.withState { state in
                // Time: on the clock of the test, longer than anything else
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the job to print") {
                try await fakes.record(id).delivery.deviceJob == 1
            }
            restart(fakes)
            fakes.scheduler.withState { state in
                state.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
                // As it does with a printer that does not know the job any more.
                state.jobs[0].state = .completed
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .failed)
            #expect(job.reasons.map(\.code) == [.deliveryUncertain])
        }
    }

    /// Scheduler and printer count whole seconds.
    @Test(arguments: [(0, JobState.failed), (1, .failed), (3, .completed)])
    func `soon after the scheduler has ended a job leaves a doubt`(
        seconds: Int,
        state: JobState
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await begin(fakes)
            // Time: on the clock of the test, so that the next second has just begun
            fakes.clock.advance(by: .seconds(20))
            fakes.scheduler.withState { state in
                state.jobs[0].state = .completed
                state.jobs[0].ended = Int(fakes.clock.now.timeIntervalSince1970)
            }
            fakes.clock.advance(by: .seconds(seconds))  // Time: as above
            fakes.scheduler.withState { state in
                state.restartDevice(of: "office", at: fakes.clock.uptime, keepsJobs: false)
            }
            fakes.clock.advance(by: .seconds(60))  // Time: as above
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == state, "\(job.reasons)")
        }
    }

    @Test(arguments: [
        (1002, 1098, true, "from the second after its start to the second before the last look"),
        (1001, 1098, false, "it may have started within the first second"),
        (1002, 1099, false, "it may have restarted within the last second"),
    ])
    func `was on as long as looks have shown before`(
        _ began: Int,
        _ ended: Int,
        _ wasOn: Bool,
        _ what: String
    ) {
        let looks = DeviceLooks()
        for start in [
            DeviceStart(time: 1000, upTime: 3), DeviceStart(time: 1000, upTime: 100),
            DeviceStart(time: 1150, upTime: 5),
        ] {
            #expect(!looks.wasOn(from: began, until: ended))
            let list = DeviceWatch.DeviceList(jobs: [], start: start)
            _ = looks.note(list, from: .zero, at: .zero)
        }
        #expect(looks.wasOn(from: began, until: ended) == wasOn, "\(what)")
    }

    @Test func `is not another one in a list that was asked for before the last one`() {
        let looks = DeviceLooks()
        func note(_ start: DeviceStart, asked: Int) -> DeviceWatch.DeviceList {
            looks.note(
                DeviceWatch.DeviceList(jobs: [], start: start),
                from: .seconds(asked),  // Time: on no clock, only an order
                at: .seconds(100)  // Time: as above
            )
        }
        // The same start, whose second reply was faster.
        _ = note(DeviceStart(time: 1000, upTime: 12), asked: 12)
        _ = note(DeviceStart(time: 1000, upTime: 9), asked: 9)
        #expect(looks.beforeRestart == nil)
        // A restart between the two requests is seen once.
        _ = note(DeviceStart(time: 1015, upTime: 5), asked: 20)
        #expect(looks.beforeRestart?.start?.time == 1000)
        _ = note(DeviceStart(time: 1000, upTime: 14), asked: 14)
        _ = note(DeviceStart(time: 1015, upTime: 6), asked: 21)
        #expect(looks.beforeRestart?.start == DeviceStart(time: 1000, upTime: 12))
    }

    @Test func `has the same start when the clock is set in between`() {
        let clock = TestClock()
        let looks = DeviceLooks()
        func read(_ upTime: Int, setBy seconds: Double) -> DeviceStart {
            let moment = DeviceLooks.Moment(date: clock.now + seconds, uptime: clock.uptime)
            return looks.start(upTime: upTime, from: moment, to: clock)
        }
        let first = read(100, setBy: 0)
        clock.advance(by: .seconds(60))  // Time: the printer's own shows as much
        let second = read(160, setBy: 86_400)
        #expect(second.time == first.time && second.upTime == 160)
        clock.advance(by: .seconds(60))  // Time: more than the printer has been on since
        let third = read(30, setBy: 86_400)
        #expect(third.time != first.time && second.isEarlier(than: third))
    }
}
