import IPP
import PrintFakes
import PrintModel
import Testing

@testable import PrintCenter

// Times of this file: those of the clock that only waits move forward.

/// What a job that waits for a password costs its printer, on a clock that only waits move forward.
@Suite(.serialized) struct `A job that waits for a password` {
    private func run(_ body: (ServiceOnFakes) async throws -> Void) async throws {
        try await ServiceOnFakes.run { fakes in
            _ = try await fakes.service.setDirect("office", true)
            fakes.scheduler.withState { state in
                state.change(queue: "office") { $0.impressions = 3 }
            }
            try await body(fakes)
        }
    }

    /// Has the printer refuse each job.
    private func refuse(_ fakes: ServiceOnFakes, _ error: CupsError = .authenticationRequired) {
        fakes.scheduler.fail(.deviceCreate, with: error, times: 1_000_000)
    }

    @Test(arguments: [
        CupsError.authenticationRequired, .credentialsRefused,
        .ipp(.notAuthorized, message: nil), .ipp(.forbidden, message: nil),
    ])
    func `asks its printer ever less often, and at least once a minute`(
        _ error: CupsError
    ) async throws {
        try await run { fakes in
            let id = try await fakes.submit()
            refuse(fakes, error)
            let start = fakes.clock.uptime
            try await fakes.runLane(until: "an hour to be over") {
                fakes.clock.uptime - start > .seconds(3600)
            }
            let job = try await fakes.job(id)
            #expect(job.state == .waiting && job.reasons.map(\.code) == [.authenticationNeeded])
            // After 1, 2, 4, 8, 16, and 32 seconds, then once a minute.
            let count = fakes.scheduler.count(of: .deviceCreate)
            let minutes = Int((fakes.clock.uptime - start).components.seconds / 60)
            #expect(count <= 7 + minutes && count >= minutes / 2, "\(count) in \(minutes) minutes")
        }
    }
}

@Suite struct `The wait for a secret` {
    private func record(isCanceled: Bool = false) -> JobRecord {
        var record = JobRecord(job: `The store`.job("a"))
        record.job.id = JobID(rawValue: 1)
        record.delivery.route = .direct
        record.delivery.cancelRequested = isCanceled
        record.job.reasons = [Reason(.authenticationNeeded, ["printer": "office"])]
        return record
    }

    @Test func `doubles up to a minute, and ends with a secret, a cancel, or another reason`() {
        var waits = SecretWaits()
        var job = record()
        var now = Duration.zero
        var pauses: [Duration] = []
        for _ in 0..<9 {
            guard let pause = waits.note(job, secrets: 0, at: now) else { break }
            pauses.append(pause)
            #expect(waits.rest(of: job, secrets: 0, at: now) == pause)
            now += pause
            #expect(waits.rest(of: job, secrets: 0, at: now) == nil)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        _ = waits.note(job, secrets: 0, at: now)
        #expect(waits.rest(of: job, secrets: 1, at: now) == nil)
        #expect(waits.rest(of: record(isCanceled: true), secrets: 0, at: now) == nil)
        #expect(waits.note(job, secrets: 1, at: now) == .seconds(1))
        job.job.reasons = [Reason(.printerBusy, ["printer": "office"])]
        #expect(waits.note(job, secrets: 1, at: now) == nil)
        #expect(waits.rest(of: record(), secrets: 1, at: now) == nil)
    }
}
