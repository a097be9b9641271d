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
        var waits = JobWaits()
        var job = record()
        var now = Duration.zero
        var pauses: [Duration] = []
        let (none, one) = (JobWaits.Wakes(), JobWaits.Wakes(secrets: 1))
        @discardableResult
        func note(_ wakes: JobWaits.Wakes) -> Duration? {
            waits.note(job, waitsForPrinter: true, atMost: .seconds(2), wakes, at: now)
        }
        for _ in 0..<9 {
            guard let pause = note(none) else { break }
            pauses.append(pause)
            #expect(waits.rest(of: job, none, at: now) == pause)
            #expect(waits.rest(of: job, JobWaits.Wakes(lane: 1), at: now) == pause)
            now += pause
            #expect(waits.rest(of: job, none, at: now) == nil)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        note(none)
        #expect(waits.rest(of: job, one, at: now) == nil)
        #expect(waits.rest(of: record(isCanceled: true), none, at: now) == nil)
        #expect(note(one) == .seconds(1))
        job.job.reasons = [Reason(.printerBusy, ["printer": "office"])]
        #expect(!waits.areForPrinter)
        #expect(note(one) == .seconds(1))
        #expect(waits.areForPrinter)
    }

    @Test func `for a printer doubles up to a bound, and ends when the lane is woken`() {
        var waits = JobWaits()
        var job = record()
        job.job.reasons = [Reason(.printerUnreachable, ["printer": "office"])]
        var now = Duration.zero
        let none = JobWaits.Wakes()
        let pauses = (0..<6).map { _ in
            let pause = waits.note(
                job,
                waitsForPrinter: true,
                atMost: .seconds(10),
                none,
                at: now
            )
            #expect(waits.isUnchanged(job, none))
            now += pause ?? .zero
            return pause
        }
        #expect(pauses == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
        #expect(waits.rest(of: job, none, at: now) == nil)
        now -= .seconds(1)
        #expect(waits.rest(of: job, none, at: now) == .seconds(1))
        let woken = JobWaits.Wakes(secrets: 1, lane: 1)
        #expect(waits.rest(of: job, woken, at: now) == nil)
        #expect(!waits.isUnchanged(job, woken))
        #expect(waits.rest(of: job, JobWaits.Wakes(secrets: 1), at: now) == .seconds(1))
        #expect(
            waits.note(job, waitsForPrinter: false, atMost: .seconds(10), none, at: now) == nil
        )
        #expect(!waits.areForPrinter)
    }
}
