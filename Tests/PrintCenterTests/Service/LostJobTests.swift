import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

// Times of this file: on the clock of the test.

/// Jobs that a scheduler has lost, or left behind, when it crashed or was stopped.
@Suite struct `A job that a scheduler has lost` {
    /// Submits a job, and has the scheduler take it without bringing it to the printer.
    private func release(_ fakes: ServiceOnFakes) async throws -> JobID {
        // The printer's list is shown to be whole by an older job.
        let first = try await fakes.submit()
        _ = try await fakes.runLane(untilEndOf: first)
        fakes.scheduler.withState { state in
            state.change(queue: "office") { $0.backendWaits = true }
        }
        let id = try await fakes.submit()
        try await fakes.runLane(until: "the scheduler to begin") {
            try await fakes.record(id).delivery.beganAt != nil
        }
        fakes.scheduler.withState { state in
            state.change(queue: "office") { $0.backendWaits = false }
            state.endsOfConnections += 1
        }
        return id
    }

    private func isSentAgain(_ id: JobID, _ fakes: ServiceOnFakes) async throws -> Bool {
        try await fakes.record(id).delivery.discarded.isEmpty == false
    }

    @Test(arguments: [true, false])
    func `is delivered again once its printer shows that it never came`(
        isHeld: Bool
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await release(fakes)
            fakes.scheduler.withState { state in
                if isHeld {
                    state.jobs[1].state = .pendingHeld
                    state.jobs[1].began = nil
                } else {
                    state.jobs.removeLast()
                }
            }
            let before = fakes.clock.now
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(job.reasons.isEmpty)
            #expect(fakes.clock.now.timeIntervalSince(before) >= LostJobs.longestWay)
            #expect(fakes.scheduler.withState { $0.printedCount } == 2)
            #expect(try await isSentAgain(id, fakes))
        }
    }

    @Test func `is not delivered again while its printer is busy, or away`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await release(fakes)
            fakes.scheduler.withState { state in
                state.jobs.removeLast()
                state.change(queue: "office") { $0.isReachable = false }
            }
            let end = fakes.clock.now + LostJobs.longestWay * 3
            try await fakes.runLane(until: "the time to pass") { fakes.clock.now > end }
            #expect(try await fakes.job(id).reasons.map(\.code) == [.printerUnreachable])
            #expect(try await !isSentAgain(id, fakes))
            // The backend that outlived the scheduler reaches the printer.
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.isReachable = true }
                state.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(fakes.scheduler.withState { $0.printedCount } == 2)
            #expect(try await !isSentAgain(id, fakes))
        }
    }

    /// It may have come and gone between two looks.
    @Test func `is not delivered again where its printer lists no ended jobs`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { queue in
                    queue.hidesJobs = true
                    queue.backendWaits = true
                }
            }
            let id = try await fakes.submit()
            // One lane: its looks begin before the release, and have no gap.
            var isLost = false
            try await fakes.runLane(until: "the end") {
                let record = try await fakes.record(id)
                if !isLost, record.delivery.beganAt != nil {
                    isLost = true
                    fakes.scheduler.withState { $0.jobs.removeAll() }
                }
                return record.job.state.isFinal || !record.delivery.discarded.isEmpty
            }
            let job = try await fakes.job(id)
            #expect(job.reasons.map(\.code) == [.deliveryUncertain])
            #expect(try await !isSentAgain(id, fakes))
        }
    }

    @Test func `has ended where the scheduler never starts it again`() async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the job to print") {
                try await fakes.record(id).delivery.deviceJob != nil
            }
            fakes.scheduler.withState { state in
                state.jobs[0].state = .pending
                state.jobs[0].isLeftBehind = true
                state.endsOfConnections += 1
                state.change(queue: "office") { queue in
                    queue.deviceJobs[0].state = .completed
                    queue.deviceJobs[0].impressions = 1
                }
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(fakes.scheduler.withState { $0.jobs[0].state } == .canceled)
        }
    }
}
