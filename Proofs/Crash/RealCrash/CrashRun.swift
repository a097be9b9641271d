import FoundationEssentials
import Glibc
import PrintCenter
import PrintCenterClient
import PrintLab
import PrintModel
import ProofKit

/// Prints while killing a process repeatedly, and counts the printed jobs.
package struct CrashRun: Sendable {
    private let user: TestUser
    private let say: @Sendable (String) -> Void

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - user: The user who prints.
    ///   - say: Takes a line about the progress now and then.
    package init(as user: TestUser, say: @escaping @Sendable (String) -> Void = { _ in }) {
        self.user = user
        self.say = say
    }

    private struct Acknowledged {
        var id: JobID
        var planned: TestJob
    }

    // MARK: Kills

    /// Kills the service repeatedly, at random moments.
    ///
    /// - Parameters:
    ///   - kills: The number of kills.
    ///   - printers: The printers to use, in turn.
    /// - Returns: The counts.
    /// - Throws: ``ProofError``, `ClientError` or `LabError` where the run cannot go on.
    package func killService(_ kills: Int, printers: [String]) async throws -> RealTally {
        let start = ContinuousClock.now
        var tally = RealTally(.service, kills: kills)
        var jobs: [Acknowledged] = []
        while tally.kills < kills {
            let process = try await user.service()
            let mostWork = Int.random(in: 0..<3) == 0 ? 1500 : 350
            let delay = Duration.milliseconds(Int.random(in: 0...mostWork))
            let killer = Task {
                try? await Task.sleep(for: delay)
                return kill(process, SIGKILL) == 0
            }
            // With enough active jobs, the service is only killed, until there are fewer.
            let active = try await activeJobs()
            if active < 5 {
                let planned = try planned(jobs.count + 1, printers)
                let job = try await user.submit(planned)
                guard let id = job.id else { throw ProofError("'\(planned.name)' has no number") }
                jobs.append(Acknowledged(id: id, planned: planned))
                if planned.isUnwanted { try await cancel(id) }
            }
            if await killer.value {
                tally.kills += 1
                if tally.kills % 50 == 0 {
                    say("\(tally.kills) kills, \(jobs.count) jobs, \(active) under way")
                }
            }
        }
        try await settle()
        try await count(jobs, &tally)
        try await user.client.stopService()
        tally.seconds = Int((ContinuousClock.now - start).components.seconds)
        return tally
    }

    /// Kills and restarts the scheduler repeatedly, at random moments.
    ///
    /// - Parameters:
    ///   - kills: The number of kills.
    ///   - printers: The printers to use, in turn.
    ///   - withService: Whether the service is killed at about the same time.
    /// - Returns: The counts.
    /// - Throws: ``ProofError``, `ClientError` or `LabError` where the run cannot go on.
    package func killScheduler(
        _ kills: Int,
        printers: [String],
        withService: Bool = false
    ) async throws -> RealTally {
        let start = ContinuousClock.now
        var tally = RealTally(withService ? .both : .scheduler, kills: kills)
        var jobs: [Acknowledged] = []
        while tally.kills < kills {
            if try await activeJobs() < 8 {
                let planned = try planned(jobs.count + 1, printers)
                let job = try await user.submit(planned)
                guard let id = job.id else { throw ProofError("'\(planned.name)' has no number") }
                jobs.append(Acknowledged(id: id, planned: planned))
                if planned.isUnwanted { try await cancel(id) }
            }
            // A third of the kills happens while the job is submitted, the others while it prints. Of both together, all
            // happen while a job prints, or soon after: only then a second copy can come out.
            let longest = [60, 2500, 8000].randomElement() ?? 60
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...longest)))
            if withService, let newest = jobs.last { try await begin(newest.id) }
            let process = withService ? try await user.service() : nil
            let isFirst = Bool.random()
            if let process, isFirst { kill(process, SIGKILL) }
            try LabRequest.killScheduler.send(to: user.lab)
            if let process, !isFirst { kill(process, SIGKILL) }
            tally.kills += 1
            if let newest = jobs.last {
                tally.states[try await job(newest.id).state, default: 0] += 1
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...1000)))
            let delay = [0, 2, 30].randomElement() ?? 0
            try LabRequest.startScheduler(writesAfter: delay).send(to: user.lab)
            if tally.kills % 10 == 0 { say("\(tally.kills) kills, \(jobs.count) jobs") }
        }
        try await settle()
        try await count(jobs, &tally)
        try await user.client.stopService()
        tally.seconds = Int((ContinuousClock.now - start).components.seconds)
        return tally
    }

    /// Waits until a job prints, has printed, or waits for another one that does.
    private func begin(_ id: JobID) async throws {
        // Time: a guard; behind others it may take long
        let end = ContinuousClock.now + .seconds(15)
        while ContinuousClock.now < end {
            let state = try await job(id).state
            if state == .printing || state.isFinal { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...4000)))
    }

    /// Plans a job: plain, several pages per side, selected pages, or a picture; occasionally one
    /// is canceled.
    private func planned(_ number: Int, _ printers: [String]) throws -> TestJob {
        var planned = TestJob(
            name: "crash \(number)",
            document: "letter.pdf",
            printer: printers[number % printers.count]
        )
        switch number % 5 {
        case 0: planned.document = "photo.jpg"
        case 1:
            planned.document = "report.pdf"
            planned.ticket.numberUp = 2
        case 2:
            planned.document = "report.pdf"
            planned.ticket.pages = try PageSelection("2-3")
        case 3: planned.document = "report.pdf"
        default: break
        }
        planned.isUnwanted = number % 11 == 0
        return planned
    }

    // MARK: The service's word

    private func activeJobs() async throws -> Int {
        try await user.retry("the jobs are listed") {
            try await user.client.status().jobs.active
        }
    }

    private func job(_ id: JobID) async throws -> PrintJob {
        try await user.retry("job \(id) is shown") {
            try await user.client.job("\(id)").job
        }
    }

    private func cancel(_ id: JobID) async throws {
        _ = try await user.retry("job \(id) is canceled") { () -> PrintJob? in
            do {
                return try await user.client.cancel("\(id)")
            } catch let error as ClientError where error.problem?.code == .jobEnded {
                // The job ended first.
                return nil
            }
        }
    }

    /// Waits until no job is active, in the service or in the scheduler.
    private func settle() async throws {
        let scheduler = Scheduler(.domainSocket(path: user.lab.schedulerSocket))
        let end = ContinuousClock.now + .patience * 10
        var quiet = 0
        // The service detects reprints of the scheduler within seconds after they end.
        while quiet < 40 {
            let active = try await activeJobs()
            try await releaseHeld()
            let given = try await scheduler.jobs(.notCompleted).filter { $0.uuid != nil }
            quiet = active == 0 && given.isEmpty ? quiet + 1 : 0
            guard ContinuousClock.now < end else {
                throw ProofError("\(active) jobs are still under way; in the scheduler: \(given)")
            }
            try await Task.sleep(for: .milliseconds(250))
        }
    }

    /// Releases jobs that the scheduler holds, as their remedy says: a job that lost its release in
    /// a crash cannot be distinguished from one that a user holds.
    private func releaseHeld() async throws {
        for job in try await user.retry("a list", { try await user.client.jobs() })
        where job.reasons.contains(where: { $0.code == .heldInScheduler }) {
            guard let id = job.id else { continue }
            // The job may have continued meanwhile.
            _ = try? await user.client.release("\(id)")
        }
    }

    // MARK: Counting

    private func count(_ jobs: [Acknowledged], _ tally: inout RealTally) async throws {
        tally.jobs = jobs.count
        for known in jobs {
            let job = try await job(known.id)
            let papers = try user.received(known.planned.name, by: known.planned.printer)
            let codes = job.reasons.map(\.code)
            let words =
                "\(known.planned.name) (job \(known.id), \(known.planned.printer)): "
                + "\(job.state) \(job.reasons.map(\.message)), received \(papers) times"
            switch job.state {
            case .completed where papers > 0: tally.completed += 1
            case .canceled where known.planned.isUnwanted: tally.canceled += 1
            case .failed where codes.contains(.deliveryUncertain): tally.uncertain += 1
            default:
                tally.lost += 1
                tally.complaints.append("lost: \(words)")
            }
            let isTold =
                codes.contains(.printedAgain)
                || papers > 1 && codes.contains(.mayHavePrintedAgain)
            try tallyPapers(papers, reported: isTold, words, &tally)
        }
        let own = try await user.retry("all jobs are listed") {
            try await user.client.jobs(all: true).count { $0.external == nil }
        }
        if own != jobs.count {
            tally.complaints.append("\(own) jobs are in the queue, \(jobs.count) were submitted")
        }
        try await countGiven(&tally)
    }

    private func tallyPapers(
        _ papers: Int,
        reported: Bool,
        _ words: String,
        _ tally: inout RealTally
    ) throws {
        switch tally.victim {
        case .service where papers > 1:
            tally.twice += 1
            tally.complaints.append("twice: \(words)")
        case .service: break
        case .scheduler, .both:
            if papers > 1 { tally.again += 1 }
            if papers > 1, reported { tally.reported += 1 }
            if papers > 1, !reported { tally.complaints.append("not reported: \(words)") }
            if papers <= 1, reported {
                tally.wronglyReported += 1
                tally.complaints.append("reported wrongly: \(words)")
            }
        }
    }

    /// Checks that of all scheduler jobs for one submission, at most one was released.
    private func countGiven(_ tally: inout RealTally) async throws {
        let scheduler = Scheduler(.domainSocket(path: user.lab.schedulerSocket))
        let given = try await scheduler.jobs(.all).filter {
            ($0.numberOfDocuments ?? 0) > 0 && $0.timeAtProcessing != nil
        }
        for (uuid, jobs) in Dictionary(grouping: given, by: { $0.uuid ?? "" })
        where uuid != "" && jobs.count > 1 {
            tally.twice += 1
            tally.complaints.append("given twice: \(jobs.map(\.id)) \(jobs[0].name ?? "")")
        }
    }
}
