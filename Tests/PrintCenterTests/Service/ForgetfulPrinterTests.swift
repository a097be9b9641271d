import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintCenter

// Times of this file: how long the fake printer prints, on the clock of the test.

/// A printer that got a job straight, and removes it from its list soon after its end.
@Suite(.serialized) struct `A job that a printer forgets` {
    @Test func `is completed, if not confirmed, where an idle printer has removed it`() async throws
    {
        try await `A delivery straight to a printer`.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(1_000_000) }
            }
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the job to print") {
                try await fakes.job(id).state == .printing
            }
            fakes.scheduler.withState { $0.change(queue: "office") { $0.deviceJobs = [] } }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed && job.reasons.map(\.code) == [.notConfirmed])
        }
    }

    @Test func `ends as the printer says that forgets it while the store is away`() async throws {
        try await `A delivery straight to a printer`.run { fakes in
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.printingTime = .seconds(20) }
            }
            let id = try await fakes.submit()
            let away = Mutex<Duration?>(nil)
            try await fakes.runLane(until: "the end of the job") {
                let job = try await fakes.job(id)
                let now = fakes.clock.uptime
                if let start = away.withLock(\.self) {
                    if now > start + .seconds(60) {
                        fakes.scheduler.withState { state in
                            state.change(queue: "office") { $0.deviceJobs = [] }
                        }
                        await fakes.store.setAway(with: nil)
                    }
                } else if job.state == .printing {
                    away.withLock { $0 = now }
                    await fakes.store.setAway(with: CupsError.notConnected)
                }
                return job.state.isFinal
            }
            let job = try await fakes.job(id)
            #expect(job.state == .completed && job.reasons.isEmpty, "\(job.reasons)")
        }
    }
}
