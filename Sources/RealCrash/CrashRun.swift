import FoundationEssentials
import Glibc
import PrintCenter
import PrintCenterClient
import PrintLab
import PrintModel

/// Prints while something is killed again and again, and counts what came out.
package struct CrashRun: Sendable {
    private let desk: Desk
    private let say: @Sendable (String) -> Void

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - desk: Who prints.
    ///   - say: Takes a line about the progress now and then.
    package init(at desk: Desk, say: @escaping @Sendable (String) -> Void = { _ in }) {
        self.desk = desk
        self.say = say
    }

    private struct Acknowledged {
        var id: JobID
        var errand: Errand
    }

    // MARK: Kills

    /// Kills the service so often, at random moments.
    ///
    /// - Parameters:
    ///   - kills: How often.
    ///   - printers: Where to print, in turn.
    /// - Returns: What was counted.
    /// - Throws: ``Trouble``, `ClientError` or `LabError` where the run cannot go on.
    package func killService(_ kills: Int, printers: [String]) async throws -> RealTally {
        let start = ContinuousClock.now
        var tally = RealTally(.service, kills: kills)
        var jobs: [Acknowledged] = []
        while tally.kills < kills {
            let process = try await desk.service()
            let mostWork = Int.random(in: 0..<3) == 0 ? 1500 : 350
            let delay = Duration.milliseconds(Int.random(in: 0...mostWork))
            let killer = Task {
                try? await Task.sleep(for: delay)
                return kill(process, SIGKILL) == 0
            }
            // A queue that is full enough is only killed, until it has become shorter.
            let active = try await activeJobs()
            if active < 5 {
                let errand = try errand(jobs.count + 1, printers)
                let job = try await desk.submit(errand)
                guard let id = job.id else { throw Trouble("'\(errand.name)' has no number") }
                jobs.append(Acknowledged(id: id, errand: errand))
                if errand.isUnwanted { try await cancel(id) }
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
        try await desk.client.stopService()
        tally.seconds = Int((ContinuousClock.now - start).components.seconds)
        return tally
    }

    /// Kills the scheduler so often, at random moments, and starts it again.
    ///
    /// - Parameters:
    ///   - kills: How often.
    ///   - printers: Where to print, in turn.
    /// - Returns: What was counted.
    /// - Throws: ``Trouble``, `ClientError` or `LabError` where the run cannot go on.
    package func killScheduler(_ kills: Int, printers: [String]) async throws -> RealTally {
        let start = ContinuousClock.now
        var tally = RealTally(.scheduler, kills: kills)
        var jobs: [Acknowledged] = []
        while tally.kills < kills {
            if try await activeJobs() < 8 {
                let errand = try errand(jobs.count + 1, printers)
                let job = try await desk.submit(errand)
                guard let id = job.id else { throw Trouble("'\(errand.name)' has no number") }
                jobs.append(Acknowledged(id: id, errand: errand))
                if errand.isUnwanted { try await cancel(id) }
            }
            // A third of the blows falls while the job is handed over, the others while it is printed.
            let longest = [60, 2500, 8000].randomElement() ?? 60
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...longest)))
            try LabRequest.killScheduler.send(to: desk.lab.folder)
            tally.kills += 1
            if let newest = jobs.last {
                tally.states[try await job(newest.id).state, default: 0] += 1
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...1000)))
            let delay = [0, 2, 30].randomElement() ?? 0
            try LabRequest.startScheduler(writesAfter: delay).send(to: desk.lab.folder)
            if tally.kills % 10 == 0 { say("\(tally.kills) kills, \(jobs.count) jobs") }
        }
        try await settle()
        try await count(jobs, &tally)
        try await desk.client.stopService()
        tally.seconds = Int((ContinuousClock.now - start).components.seconds)
        return tally
    }

    /// As it is, several pages on a side, chosen pages, or a picture; now and then one is canceled.
    private func errand(_ number: Int, _ printers: [String]) throws -> Errand {
        var errand = Errand(
            name: "crash \(number)",
            document: "letter.pdf",
            printer: printers[number % printers.count]
        )
        switch number % 5 {
        case 0: errand.document = "photo.jpg"
        case 1:
            errand.document = "report.pdf"
            errand.ticket.numberUp = 2
        case 2:
            errand.document = "report.pdf"
            errand.ticket.pages = try PageSelection("2-3")
        case 3: errand.document = "report.pdf"
        default: break
        }
        errand.isUnwanted = number % 11 == 0
        return errand
    }

    // MARK: The service's word

    private func activeJobs() async throws -> Int {
        try await desk.insist("the jobs are listed") {
            try await desk.client.status().jobs.active
        }
    }

    private func job(_ id: JobID) async throws -> PrintJob {
        try await desk.insist("job \(id) is shown") {
            try await desk.client.job("\(id)").job
        }
    }

    private func cancel(_ id: JobID) async throws {
        _ = try await desk.insist("job \(id) is canceled") { () -> PrintJob? in
            do {
                return try await desk.client.cancel("\(id)")
            } catch let error as ClientError where error.problem?.code == .jobEnded {
                // It was faster.
                return nil
            }
        }
    }

    /// Waits until nothing is under way any more, neither here nor in the scheduler.
    private func settle() async throws {
        let scheduler = Scheduler(.domainSocket(path: desk.lab.folder.schedulerSocket))
        let end = ContinuousClock.now + .seconds(600)
        var quiet = 0
        // What the scheduler prints again is found out within seconds after it has ended.
        while quiet < 40 {
            let active = try await activeJobs()
            try await releaseHeld()
            let given = try await scheduler.jobs(.notCompleted).count { $0.uuid != nil }
            quiet = active == 0 && given == 0 ? quiet + 1 : 0
            guard ContinuousClock.now < end else {
                throw Trouble("\(active) jobs are still under way, \(given) in the scheduler")
            }
            try await Task.sleep(for: .milliseconds(250))
        }
    }

    /// Does what the remedy of a job says that the scheduler holds: one that lost its release in a crash
    /// cannot be told from one that somebody holds.
    private func releaseHeld() async throws {
        for job in try await desk.insist("a list", { try await desk.client.jobs() })
        where job.reasons.contains(where: { $0.code == .heldInScheduler }) {
            guard let id = job.id else { continue }
            // It may have gone on meanwhile.
            _ = try? await desk.client.release("\(id)")
        }
    }

    // MARK: Counting

    private func count(_ jobs: [Acknowledged], _ tally: inout RealTally) async throws {
        tally.jobs = jobs.count
        for known in jobs {
            let job = try await job(known.id)
            let papers = try desk.received(known.errand.name, by: known.errand.printer)
            let codes = job.reasons.map(\.code)
            let words =
                "\(known.errand.name) (job \(known.id), \(known.errand.printer)): "
                + "\(job.state) \(job.reasons.map(\.message)), received \(papers) times"
            switch job.state {
            case .completed where papers > 0: tally.completed += 1
            case .canceled where known.errand.isUnwanted: tally.canceled += 1
            case .failed where codes.contains(.deliveryUncertain): tally.uncertain += 1
            default:
                tally.lost += 1
                tally.complaints.append("lost: \(words)")
            }
            try tallyPapers(papers, told: codes.contains(.printedAgain), words, &tally)
        }
        let own = try await desk.insist("all jobs are listed") {
            try await desk.client.jobs(all: true).count { $0.external == nil }
        }
        if own != jobs.count {
            tally.complaints.append("\(own) jobs are in the queue, \(jobs.count) were submitted")
        }
        try await countGiven(&tally)
    }

    private func tallyPapers(
        _ papers: Int,
        told: Bool,
        _ words: String,
        _ tally: inout RealTally
    ) throws {
        switch tally.victim {
        case .service where papers > 1:
            tally.twice += 1
            tally.complaints.append("twice: \(words)")
        case .service: break
        case .scheduler:
            if papers > 1 { tally.again += 1 }
            if papers > 1, told { tally.told += 1 }
            if papers > 1, !told { tally.complaints.append("not told: \(words)") }
            if papers <= 1, told {
                tally.wronglyTold += 1
                tally.complaints.append("wrongly told: \(words)")
            }
        }
    }

    /// Of all that the scheduler knows of one submission, one at most was let go.
    private func countGiven(_ tally: inout RealTally) async throws {
        let scheduler = Scheduler(.domainSocket(path: desk.lab.folder.schedulerSocket))
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
