import FoundationEssentials
import Glibc
import IPP
import PrintLab
import PrintModel
import ProofKit

/// A service and a scheduler with many queues, which sends false replies about one job of each at a
/// time.
final class FalseReplyEpoch {
    static let queues = 16

    private let folder: ServiceFolder
    private let script = FalseReplyScript()
    private let scheduler: ScriptedScheduler
    private let client: HTTPClient
    private(set) var tally = FalseReplyTally()

    init() throws {
        folder = try ServiceFolder()
        client = HTTPClient(socket: folder.socket)
        let script = script
        scheduler = try ScriptedScheduler(
            path: folder.scheduler,
            queues: (0..<Self.queues).map { .init("q\($0)", device: $0 % 2 == 0 ? .ipp : .other) },
            device: { script.deviceAnswer($0, of: $1) },
            script: { script.answer($0, $1) }
        )
    }

    /// A scripted run: a submission, and the false replies about it.
    private struct Run {
        let seed: Int
        let queue: Int
        let key: String
        let falseReplies: [FalseReply]
        let cancels: Bool
        var job = 0

        var uuid: String { "urn:uuid:\(key)" }
        /// Whether the scheduler reports that the job was released, so that a hold looks like a
        /// user's request.
        var hasFalseState: Bool {
            falseReplies.contains { if case .state = $0.kind { true } else { false } }
        }
    }

    /// Performs runs until `next` returns no more seeds.
    func run(_ next: () -> Int?) throws {
        defer { scheduler.close() }
        let service = try folder.startService()
        defer {
            service.kill()
            service.wait()
        }
        guard try service.line() == "ready" else { throw ProofError("no service:\n\(folder.log)") }
        let bytes = MinimalPDF(emptyPages: 1, comment: "false reply").bytes
        let document = try Scenario.send(bytes, key: "document", client)
        while true {
            var runs: [Run] = []
            for queue in 0..<Self.queues {
                guard let seed = next() else { break }
                runs.append(try begin(seed, queue, document))
            }
            guard !runs.isEmpty else { return }
            try wait(for: runs)
            for run in runs { try judge(run) }
        }
    }

    private func begin(_ seed: Int, _ queue: Int, _ document: String) throws -> Run {
        var generator = SeededGenerator(seed: UInt64(seed))
        let falseReplies = (0...generator.next(below: 4)).map { _ in FalseReply.random(&generator) }
        let bits = (0..<2).map { _ in String(generator.next() | 1 << 63, radix: 16) }.joined()
        let digits = Array(bits)
        let key = [
            digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32],
        ]
        .map { String($0) }.joined(separator: "-")
        var run = Run(
            seed: seed,
            queue: queue,
            key: key,
            falseReplies: falseReplies,
            cancels: generator.next(below: 6) == 0
                || falseReplies.contains { $0.operation == .cancelJob }
        )
        script.begin(run.uuid, on: "q\(queue)", falseReplies)
        let body =
            #"{"document":"\#(document)","printer":"q\#(queue)","ticket":{},"name":"report.pdf"}"#
        let answer = try client.request("POST", "/v1/jobs", key: key, body: Array(body.utf8))
        guard answer.status == 201, let id = try answer.value(PrintJob.self).id else {
            throw ProofError("\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        run.job = id.rawValue
        if run.cancels {
            usleep(UInt32(generator.next(below: 20_000)))
            _ = try client.request("POST", "/v1/jobs/\(id)/cancel")
        }
        return run
    }

    private func wait(for runs: [Run]) throws {
        // Time: a job that its scheduler has lost waits for two to four minutes, until its printer has proved that it never came
        let end = ContinuousClock.now + .patience * 5
        while ContinuousClock.now < end {
            let active = try client.request("GET", "/v1/status").value(ServiceStatus.self)
                .jobs.active
            if active == 0 { return }
            usleep(20_000)
        }
    }

    private func judge(_ run: Run) throws {
        let details = try client.request("GET", "/v1/jobs/\(run.job)").value(JobDetails.self)
        let job = details.job
        script.end(run.uuid)
        let papers = scheduler.papers.filter { $0.uuid == run.uuid }
        let ours = papers.filter(\.isReleasedByOwner).reduce(0) { $0 + $1.documents.count }
        let device = scheduler.deviceStates(of: run.uuid)
        tally.runs += 1
        tally.falseReplies += run.falseReplies.count
        tally.states[job.state, default: 0] += 1
        func complain(_ what: String) {
            let falseReplies = run.falseReplies.map {
                "\($0.operation.rawValue).\($0.first)x\($0.times) \($0.kind)"
            }
            tally.complaints.append(
                """
                seed \(run.seed) on q\(run.queue)\(run.cancels ? ", canceled" : ""): \(what): \
                \(job.state) \(job.reasons.map { "\($0.code.rawValue) \($0.parameters)" }); \
                \(papers.map { "job \($0.job) \($0.documents.count) \($0.isReleasedByOwner)" }), \
                \(device.map(\.rawValue)); \(falseReplies)
                  \(details.story.map { "\($0.state) \($0.reasons.map(\.code.rawValue))" })
                """
            )
        }
        if ours > 1 {
            tally.twice += 1
            complain("printed \(ours) times")
        }
        guard job.state.isFinal else {
            if run.hasFalseState, job.state == .waiting,
                job.reasons.contains(where: { $0.code == .heldInScheduler })
            {
                tally.held += 1
            } else {
                tally.stuck += 1
                complain("never final")
            }
            // The job must not delay the next one.
            _ = try client.request("POST", "/v1/jobs/\(run.job)/cancel")
            return
        }
        if job.state == .completed, papers.isEmpty {
            if !device.isEmpty, run.queue % 2 == 0 {
                tally.silent += 1
                complain("completed, and the printer says it was not printed")
            } else {
                tally.believed += 1
            }
        }
        if job.state == .failed {
            if job.reasons.contains(where: { $0.code == .deliveryUncertain }) {
                tally.uncertain += 1
            } else if ours > 0 {
                tally.calledFailed += 1
            }
            if job.reasons.isEmpty {
                tally.silent += 1
                complain("failed without a reason")
            }
        }
    }
}
