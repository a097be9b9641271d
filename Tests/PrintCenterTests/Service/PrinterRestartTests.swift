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
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.backendWaits = true }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the scheduler to begin") {
                try await fakes.record(id).delivery.beganAt != nil
            }
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

    @Test func `has the same start when the clock is set in between`() {
        let clock = TestClock()
        var starts = DeviceStartReader()
        func read(_ upTime: Int, setBy seconds: Double) -> DeviceStart {
            let moment = DeviceStartReader.Moment(date: clock.now + seconds, uptime: clock.uptime)
            return starts.start(upTime: upTime, from: moment, to: clock)
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
