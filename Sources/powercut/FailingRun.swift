import FoundationEssentials
import Glibc
import PrintModel

/// One workload on a disk on which a system call fails.
struct FailingRun: Sendable {
    /// What came of it.
    struct Outcome: Sendable {
        /// Whether the call was reached; where not, there are no more of its kind.
        var isReached = false
        /// Whether the service refused to start, or ended and was started again.
        var hasEnded = false
        /// What the clients were told of the failure.
        var refusals: [String] = []
        /// What should not have been.
        var wrong: [String] = []
    }

    let failure: SystemCallFailure
    let bench: Bench

    /// Runs the small workload, and looks at what is there afterwards.
    func run() async throws -> Outcome {
        let name = "failing-\(failure)".replacing(":", with: "-")
        let folder = "\(bench.folder)/\(name)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let daemon = try bench.daemon(name)
        let (root, hit) = (daemon.root, daemon.hit)
        var outcome = Outcome()
        let line = try daemon.start(.failing(failure))
        if line != "ready" {
            outcome.hasEnded = true
            if !line.hasPrefix("error: ") { outcome.wrong.append("no clear end: '\(line)'") }
            daemon.end(SIGKILL)
            // As after somebody has made room.
            if !failure.lasts {
                let again = try daemon.start(.well)
                if again != "ready" { outcome.wrong.append("no start on a good disk: \(again)") }
            }
        }
        let client = Client(
            daemon,
            patience: failure.lasts ? 1 : 5,
            modeAfterRestart: failure.lasts ? .failing(failure) : .well
        )
        do {
            // On a disk that stays bad no job comes to its end.
            try Workload(size: .small, seed: 1, locked: bench.locked, waits: !failure.lasts)
                .run(client)
        } catch let trouble as Trouble where failure.lasts {
            // A service that cannot start says why.
            outcome.refusals.append(trouble.description)
        }
        outcome.isReached = unsafe access(hit, F_OK) == 0
        outcome.hasEnded = outcome.hasEnded || client.restarts > 0
        outcome.refusals += client.refusals
        outcome.wrong += client.wrong
        _ = client.end()
        outcome.wrong += try await afterwards(root, client)
        return outcome
    }

    /// What is missing of what was told, and what was printed that should not have been.
    private func afterwards(_ root: String, _ client: Client) async throws -> [String] {
        var ledger = Ledger()
        for told in client.told { ledger.take(told) }
        let check = ImageCheck(folder: root + "/../image")
        _ = unsafe mkdir(root + "/../image", 0o700)
        let image = try DiskImage(folder: root)
        var wrong = await check.faults(of: image, ledger, withSpool: true)
            .map { "\($0.kind.rawValue): \($0.words)" }
        for job in ledger.jobs.values {
            let papers = bench.papers(of: job.submission?.urn ?? "")
            if papers > 1 { wrong.append("job \(job.name) was printed \(papers) times") }
            if job.state == .completed, papers == 0 { wrong.append("a job that is not on paper") }
            if job.state == .failed {
                let why = job.reasons.map(\.code.rawValue).joined(separator: " ")
                wrong.append("a job failed: \(why)")
            }
        }
        return wrong
    }
}
