import FoundationEssentials
import IPP
import PrintFakes
import PrintModel
import Synchronization
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

    /// The list of before the release is whole, and what it showed is stored, so that a lane that begins anew uses it.
    @Test
    func `is delivered again although the service was killed too, and the printer drops old jobs`()
        async throws
    {
        try await ServiceOnFakes.run { fakes in
            let id = try await release(fakes)
            fakes.scheduler.withState { state in
                state.jobs.removeLast()
                state.change(queue: "office") { $0.deviceJobs.removeAll() }
                for name in ["minutes.pdf", "letter.pdf"] {
                    state.printForeignJob(name, of: "eve", on: "office", at: fakes.clock.uptime)
                }
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(try await isSentAgain(id, fakes))
        }
    }

    /// Its printer lists what had ended before, and so all that has ended since.
    @Test(arguments: [true, false])
    func `is delivered again although the service did not ask its printer for a while`(
        isListed: Bool
    ) async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await release(fakes)
            fakes.scheduler.withState { state in
                state.jobs.removeLast()
                state.change(queue: "office") { $0.deviceJobs.removeAll() }
                for name in ["minutes.pdf", "letter.pdf"] {
                    state.printForeignJob(name, of: "eve", on: "office", at: fakes.clock.uptime)
                }
            }
            let end = fakes.clock.now + 30
            try await fakes.runLane(until: "some looks") { fakes.clock.now > end }
            fakes.clock.advance(by: .seconds(300))
            if !isListed {
                fakes.scheduler.withState { state in
                    state.change(queue: "office") { $0.deviceJobs.removeLast() }
                }
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == (isListed ? .completed : .failed), "\(job.reasons)")
            #expect(try await isSentAgain(id, fakes) == isListed)
        }
    }

    /// A machine that was suspended: the backend that brings the job stood still, too.
    @Test func `is not delivered again at once where the lane stood still`() {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let id = JobID(rawValue: 1)
        var lost = LostJobs()
        func look(_ seconds: Double) -> LostJobs.Finding {
            var proof = AbsenceProof(at: start, kept: 4000)
            proof.take([], ended: [], kept: 4000, at: start + seconds) { _ in false }
            return lost.finding(id, proof, at: start + seconds)
        }
        #expect(look(0) == .wait && look(5) == .wait && look(3600) == .wait)
        for second in stride(from: 3605.0, to: 3720, by: 5) { #expect(look(second) == .wait) }
        #expect(look(3720) == .deliverAgain)
    }

    /// A service that starts together with its scheduler does not know the address of the queue yet.
    @Test func `is not given up while the scheduler has not listed its queues`() async throws {
        try await ServiceOnFakes.run { before in
            let id = try await release(before)
            let fakes = try await before.restarted()
            fakes.scheduler.withState { _ = $0.jobs.removeLast() }
            fakes.scheduler.fail(.queues, with: .notConnected, times: 5)
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(fakes.scheduler.count(of: .queues) > 5)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(try await isSentAgain(id, fakes))
        }
    }

    @Test func `in its release is asked for at its printer, too`() async throws {
        try await ServiceOnFakes.run { fakes in
            let first = try await fakes.submit()
            _ = try await fakes.runLane(untilEndOf: first)
            fakes.scheduler.fail(.release, with: .replyLost, times: .max)
            let id = try await fakes.submit()
            try await fakes.runLane(until: "the release") {
                fakes.scheduler.count(of: .release) > 1
            }
            fakes.scheduler.fail(.release, with: .replyLost, times: 0)
            fakes.scheduler.withState { _ = $0.jobs.removeLast() }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(try await isSentAgain(id, fakes))
            #expect(fakes.scheduler.withState { $0.printedCount } == 2)
        }
    }

    /// The printer forgets it in a restart, before the scheduler, or the store, is back.
    @Test(arguments: [true, false])
    func `has ended as its printer said meanwhile`(isStoreAway: Bool) async throws {
        try await ServiceOnFakes.run { fakes in
            fakes.scheduler.withState { state in
                // Time: on the clock of the test
                state.change(queue: "office") { $0.printingTime = .seconds(20) }
            }
            let id = try await fakes.submit()
            let away = Mutex<Duration?>(nil)
            try await fakes.runLane(until: "the end of the job") {
                let job = try await fakes.job(id)
                let now = fakes.clock.uptime
                if let start = away.withLock(\.self) {
                    // Time: on the clock of the test, long after the job
                    guard now > start + .seconds(60), !job.state.isFinal else {
                        return job.state.isFinal
                    }
                    fakes.scheduler.withState { state in
                        state.restartDevice(of: "office", at: now)
                        state.jobs = []
                    }
                    await fakes.store.setAway(with: nil)
                    fakes.scheduler.fail(.job, with: .notConnected, times: 0)
                    return false
                }
                guard job.state == .printing else { return false }
                away.withLock { $0 = now }
                if isStoreAway {
                    await fakes.store.setAway(with: CupsError.notConnected)
                } else {
                    fakes.scheduler.fail(.job, with: .notConnected, times: .max)
                }
                return false
            }
            let job = try await fakes.job(id)
            #expect(job.state == .completed, "\(job.reasons)")
            #expect(try await !isSentAgain(id, fakes))
        }
    }

    @Test func `is found at its printer though the scheduler called it pending before`()
        async throws
    {
        try await ServiceOnFakes.run { fakes in
            let id = try await release(fakes)
            fakes.scheduler.withState { state in
                state.printForeignJob("a.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
            }
            var record = try await fakes.record(id)
            let number = try #require(record.delivery.schedulerJob)
            var facts: SchedulerJobFacts? = SchedulerJobFacts(
                id: number,
                state: .pending,
                documents: 1
            )
            let looks = DeviceLooks()
            var proof = AbsenceProof?.none
            let device = try #require(
                try await DeviceWatch(of: PrinterID(rawValue: "office"), in: fakes.lane().directory)
            )
            for isRenewed in [false, true] {
                let begun = SchedulerJobFacts(id: number, state: .processing, documents: 1)
                _ = await device.observation(
                    of: &record,
                    scheduler: &facts,
                    claimed: TakenNumbers(),
                    looks,
                    &proof,
                    renewed: { isRenewed ? begun : nil }
                )
                #expect((record.delivery.deviceJob != nil) == isRenewed)
                #expect(record.delivery.completedAtDevice == (isRenewed ? true : nil))
            }
            #expect(facts?.state == .processing)
        }
    }

    /// Titles have numbers, which are those of jobs by chance.
    @Test func `is another one than a job whose title contains its number`() {
        let jobs: [(Int32, String)] = [
            (30, "Job 30"), (31, "Invoice 310"), (32, "h-329"), (7, "7"), (8, "a.pdf"),
        ]
        #expect(others(than: "a.pdf", in: jobs) == [31, 32])
    }

    /// Scanners and lists of invoices number their files.
    @Test(arguments: [
        ("Scan 1", "Scan 12", true), ("Scan 2", "Scan 12", true), ("Scan 1", "Scan 10090", false),
        ("Scan 1", "Scan_1", false), ("Scan 1", "user - Scan 1.pdf", false),
        ("Scan 1", "Scan 1 (2)", false), ("Scan 1", "Scan 190", false),
        ("Scan 1", "Scan 191", true), ("Scan 1.pdf", "SCAN1", false),
        // Each may be what a printer has left of the name, which it cuts by bytes.
        ("Scan 12", "Scan 1", false), ("Scan 1 for Ann", "Scan 1", false),
        ("R\u{FC}ckgabe 2024-11783", "R\u{FC}ckgabe 2024-1", false),
        ("2024 report.pdf", "00902024 report.pdf", false), ("12345.pdf", "345.pdf", false),
    ])
    func `is another one than a job whose number begins with its own`(
        _ name: String,
        _ listed: String,
        _ isOther: Bool
    ) {
        let jobs = [(Int32(90), listed), (91, "A long letter")]
        #expect(others(than: name, in: jobs).contains(90) == isOther)
    }

    private func others(than name: String, in jobs: [(Int32, String)]) -> Set<Int> {
        let listed = jobs.compactMap { id, name -> DeviceJob? in
            let attributes = [
                IPPAttribute("job-id", .integer(id)), IPPAttribute("job-name", .name(name)),
            ]
            return DeviceJob(IPPAttributeGroup(.job, attributes))
        }
        return DeviceWatch.DeviceList(jobs: listed, start: nil).namesOfOthers(than: name)
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

    @Test func `is not taken for a job that its printer lists without a name`() async throws {
        try await ServiceOnFakes.run { fakes in
            let id = try await release(fakes)
            fakes.scheduler.withState { state in
                state.jobs.removeLast()
                state.change(queue: "office") { $0.hidesNames = true }
                state.printForeignJob("b.pdf", of: "ann", on: "office", at: fakes.clock.uptime)
            }
            let job = try await fakes.runLane(untilEndOf: id)
            #expect(job.reasons.map(\.code) == [.deliveryUncertain])
            #expect(try await fakes.record(id).delivery.deviceJob == nil)
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
