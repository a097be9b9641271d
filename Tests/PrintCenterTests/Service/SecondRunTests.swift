import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

// Times of this file: how long the fake printer prints, on the clock of the test.

/// A scheduler that is stopped or crashes while it prints, and prints again after its start.
@Suite struct `A second run of a job in progress` {
    private func print(_ fakes: ServiceOnFakes) async throws -> JobID {
        fakes.scheduler.withState { state in
            state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
        }
        let id = try await fakes.submit()
        try await fakes.runLane(until: "the job to begin") {
            let record = try await fakes.record(id)
            return record.delivery.beganLast != nil && record.job.state == .printing
        }
        return id
    }

    @Test func `makes a job complete whose first run, broken off there, may have left paper`()
        async throws
    {
        try await ServiceOnFakes.run { fakes in
            let id = try await print(fakes)
            fakes.clock.advance(by: .seconds(20))
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.deviceJobs[0].state = .canceled }
                state.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
                state.jobs[0].state = .completed
                state.jobs[0].began = state.jobs[0].began.map { $0 + 10 }
                state.endsOfConnections += 1
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed)
            #expect(job.reasons.map(\.code) == [.mayHavePrintedAgain])
            #expect(try await fakes.record(id).delivery.onPaper == [102])
        }
    }

    @Test func `may have printed where the printer restarted after the first one`() async throws {
        try await ServiceOnFakes.run { fakes in
            // It got to paper while the service did not look.
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.backendWaits = true }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the scheduler to begin") {
                try await fakes.record(id).delivery.beganLast != nil
            }
            fakes.clock.advance(by: .seconds(20))
            fakes.scheduler.withState { state in
                state.restartDevice(of: "office", at: fakes.clock.uptime, keepsJobs: false)
            }
            fakes.clock.advance(by: .seconds(20))
            fakes.scheduler.withState { state in
                state.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
                state.jobs[0].state = .completed
                state.jobs[0].began = state.jobs[0].began.map { $0 + 40 }
                state.endsOfConnections += 1
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.reasons.map(\.code) == [.mayHavePrintedAgain], "\(job.state)")
        }
    }

    @Test func `may have printed again where the printer has no list`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { $0.change(queue: "office") { $0.speaksIPP = false } }
            await fakes.service.directory.invalidate()
            let id = try await print(fakes)
            fakes.scheduler.withState { state in
                state.jobs[0].began = state.jobs[0].began.map { $0 + 10 }
                state.endsOfConnections += 1
                state.change(queue: "office") { $0.deviceJobs[0].state = .completed }
                state.jobs[0].state = .completed
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed)
            #expect(job.reasons.map(\.code) == [.mayHavePrintedAgain])
        }
    }
}
