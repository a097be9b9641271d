import FoundationEssentials
import Glibc
import PrintCenterClient
import PrintLab
import PrintModel
import ProofKit

/// Prints straight on a printer of the lab in which this process runs, lets something fail repeatedly,
/// and counts what the printer received.
package struct DirectRun: Sendable {
    private let user: TestUser
    private let printer: String
    private let say: @Sendable (String) -> Void
    /// A document that takes a while to send, and goes to the printer as it is.
    private let large: String
    private static let largePages = 3
    private static let activeAtMost = 3

    /// Makes a run in the lab of this process.
    ///
    /// - Parameters:
    ///   - printer: The printer, which has no queue.
    ///   - say: Takes a line about the progress now and then.
    /// - Throws: An error where this process is not in a lab.
    package init(on printer: String, say: @escaping @Sendable (String) -> Void) throws {
        let lab = try LabFolder.current()
        user = try TestUser(in: lab, environment: ProcessInfo.processInfo.environment)
        self.printer = printer
        self.say = say
        large = lab.path + "/large.pdf"
        let comment = String(repeating: String(repeating: "x", count: 99) + "y", count: 80_000)
        let pages = (1...Self.largePages).map {
            MinimalPDF.Page(content: "BT /F1 90 Tf 100 300 Td (Page \($0)) Tj ET")
        }
        try Data(MinimalPDF(pages: pages, comment: comment).bytes).write(to: URL(filePath: large))
    }

    /// Lets something fail so many times, at random moments, and counts.
    ///
    /// - Parameters:
    ///   - failure: What fails.
    ///   - times: How often.
    /// - Returns: The counts.
    /// - Throws: ``ProofError``, `ClientError` or `LabError` where the run cannot go on.
    package func failing(_ failure: DirectTally.Failure, times: Int) async throws -> DirectTally {
        let start = ContinuousClock.now
        var tally = DirectTally(failure, of: printer, wanted: times)
        var jobs: [(id: JobID, planned: TestJob)] = []
        func submit() async throws {
            let planned = try planned(failure, jobs.count + 1)
            let job = try await user.submit(planned)
            guard let id = job.id else { throw ProofError("'\(planned.name)' has no number") }
            jobs.append((id, planned))
            if planned.isUnwanted { try await cancel(id) }
        }
        try await submit()
        // Its announcements end with the network; the default printer stays known.
        _ = try await user.retry("'\(printer)' is the default") {
            try await user.client.setDefaultPrinter(printer)
        }
        while tally.failures < times {
            let process = try await user.service()
            // A third of the failures hits the submission, the others all that follows.
            let longest = [300, 1500, 3000].randomElement() ?? 300
            let delay = Duration.milliseconds(Int.random(in: 0...longest))
            let number = tally.failures
            let failing = Task {
                // The failure comes at a random moment of the jobs.
                try? await Task.sleep(for: delay)
                return try await fail(failure, service: process, number)
            }
            if try await active() < Self.activeAtMost { try await submit() }
            if try await failing.value { tally.failures += 1 }
            if let newest = jobs.last {
                tally.states[try await job(newest.id).state.rawValue, default: 0] += 1
            }
            if tally.failures % 25 == 0 { say("\(tally.failures) failures, \(jobs.count) jobs") }
        }
        try await settle(&tally)
        for (id, planned) in jobs { try await count(id, planned, &tally) }
        try await user.client.stopService()
        tally.seconds = Int((ContinuousClock.now - start).components.seconds)
        return tally
    }

    // MARK: Failures

    private func fail(
        _ failure: DirectTally.Failure,
        service: pid_t,
        _ number: Int
    ) async throws -> Bool {
        switch failure {
        case .service: return kill(service, SIGKILL) == 0
        case .printer:
            try LabRequest.off(printer: printer).send(to: user.lab)
            // How long the printer stays off is part of the trial.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...500)))
            try LabRequest.on(printer: printer).send(to: user.lab)
        case .network:
            try network("down")
            if number % 3 == 2 { kill(service, SIGKILL) }
            try await Task.sleep(for: .milliseconds(Int.random(in: 200...2000)))
            try network("up")
        }
        return true
    }

    private func network(_ state: String) throws {
        let outcome = try Launch(
            path: "/usr/bin/env",
            arguments: ["ip", "link", "set", "lo", state],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        ).outcome()
        guard outcome.exitCode == 0 else { throw ProofError("ip: \(outcome.output)") }
    }

    // MARK: Jobs

    private func planned(_ failure: DirectTally.Failure, _ number: Int) throws -> TestJob {
        var planned = TestJob(
            name: "\(failure.rawValue) \(number)",
            document: large,
            printer: printer
        )
        switch number % 4 {
        case 0: planned.document = "photo.jpg"
        case 2 where failure != .network:
            planned.document = "report.pdf"
            planned.ticket.pages = try PageSelection("2-3")
        default: break
        }
        planned.isUnwanted = number % 11 == 0
        return planned
    }

    private func active() async throws -> Int {
        try await user.retry("the jobs are listed") { try await user.client.status().jobs.active }
    }

    private func job(_ id: JobID) async throws -> PrintJob {
        try await user.retry("job \(id) is shown") { try await user.client.job("\(id)").job }
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

    /// Waits until no job is active.
    ///
    /// A printer that waits for the rest of a document whose sender is gone gets no other job. After a
    /// while it is switched off and on, as its user would do.
    private func settle(_ tally: inout DirectTally) async throws {
        let end = ContinuousClock.now + .patience * 5
        var last = -1
        var since = ContinuousClock.now
        while true {
            let active = try await self.active()
            if active == 0 { return }
            if active != last { (last, since) = (active, .now) }
            guard ContinuousClock.now < end else {
                let jobs = try await user.retry("a list", { try await user.client.jobs() })
                throw ProofError("still under way: \(jobs.map { "\($0.name) \($0.reasons)" })")
            }
            if ContinuousClock.now - since > .seconds(20), tally.failure == .network {
                tally.restarts += 1
                try LabRequest.off(printer: printer).send(to: user.lab)
                try LabRequest.on(printer: printer).send(to: user.lab)
                since = .now
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    // MARK: Counting

    private func count(
        _ id: JobID,
        _ planned: TestJob,
        _ tally: inout DirectTally
    ) async throws {
        let job = try await job(id)
        // Its name at the printer has a mark behind it.
        let papers = try ReceivedJob.all(from: printer, in: user.lab).filter {
            guard case .text(let name)? = $0.attributes["job-name"] else { return false }
            return name.hasPrefix(planned.name + " ")
        }
        let whole = try papers.count { try isWhole($0, of: planned) }
        let reasons = job.reasons.map(\.code)
        let words =
            "\(planned.name) (job \(id)): \(job.state) \(job.reasons.map(\.message)), received "
            + "\(papers.count) times, \(whole) of them whole"
        tally.jobs += 1
        tally.cutCopies += papers.count - whole
        if papers.count > 1 {
            tally.twice += 1
            tally.complaints.append("twice: \(words)")
        }
        switch job.state {
        case .completed where papers.isEmpty:
            tally.lost += 1
            tally.complaints.append("lost: \(words)")
        case .completed where whole < papers.count:
            tally.cut += 1
            tally.complaints.append("cut off: \(words)")
        case .completed: tally.completed += 1
        case .canceled where planned.isUnwanted: tally.canceled += 1
        case .failed where reasons.contains(.deliveryUncertain):
            tally.uncertain += 1
            if !papers.isEmpty { tally.uncertainReceived += 1 }
        default:
            tally.lost += 1
            tally.complaints.append("lost: \(words)")
        }
    }

    /// Whether a document arrived to its last byte.
    private func isWhole(_ paper: ReceivedJob, of planned: TestJob) throws -> Bool {
        let bytes = try Data(contentsOf: URL(filePath: paper.document))
        if planned.document == large { return try bytes == Data(contentsOf: URL(filePath: large)) }
        return bytes.starts(with: Array("%PDF-".utf8))
            && String(decoding: bytes.suffix(10), as: UTF8.self).contains("%%EOF")
    }
}
