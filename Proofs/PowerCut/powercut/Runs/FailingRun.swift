import FoundationEssentials
import Glibc
import PrintModel
import ProofKit

/// A workload during which a system call fails.
struct FailingRun: Sendable {
    /// The outcome of a run.
    struct Outcome: Sendable {
        /// Whether the call was reached; otherwise the workload makes fewer calls of its kind.
        var isReached = false
        /// Whether the service refused to start, or ended and was restarted.
        var hasEnded = false
        /// The details of the problems in replies to clients.
        var refusals: [String] = []
        /// The faults, as sentences.
        var wrong: [String] = []
    }

    let failure: SystemCallFailure
    let testBed: TestBed

    /// Runs the small workload, and checks the state afterwards.
    func run() async throws -> Outcome {
        let name = "failing-\(failure)".replacing(":", with: "-")
        let folder = "\(testBed.folder)/\(name)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let service = try testBed.service(name)
        let (root, hit) = (service.root, service.hit)
        var outcome = Outcome()
        let line = try service.start(.failing(failure))
        if line != "ready" {
            outcome.hasEnded = true
            if !line.hasPrefix("error: ") { outcome.wrong.append("no clear end: '\(line)'") }
            service.end(SIGKILL)
            // As after a user has freed disk space.
            if !failure.lasts {
                let again = try service.start(.well)
                if again != "ready" { outcome.wrong.append("no start on a good disk: \(again)") }
            }
        }
        let client = Client(
            service,
            printers: testBed.printers,
            patience: failure.lasts ? 1 : 5,
            modeAfterRestart: failure.lasts ? .failing(failure) : .well
        )
        do {
            try testBed.introduce(to: client)
            // On a disk that keeps failing, no job completes.
            try Workload(size: .small, seed: 1, locked: testBed.locked, waits: !failure.lasts)
                .run(client)
        } catch let trouble as ProofError where failure.lasts {
            // A service that cannot start reports the reason.
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

    /// Finds acknowledged data that is missing, and jobs that were printed incorrectly.
    private func afterwards(_ root: String, _ client: Client) async throws -> [String] {
        var ledger = Ledger()
        for acknowledged in client.acknowledged { ledger.take(acknowledged) }
        let check = ImageCheck(folder: root + "/../image")
        _ = unsafe mkdir(root + "/../image", 0o700)
        let image = try DiskImage(folder: root)
        var wrong = await check.faults(of: image, ledger, withSpool: true)
            .map { "\($0.kind.rawValue): \($0.words)" }
        for job in ledger.jobs.values {
            let papers = testBed.papers(of: job.submission?.urn ?? "")
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
