import FoundationEssentials
import PrintModel
import ProofKit

/// What became of the jobs of a lab with schedulers.
struct SchedulerVerdict: Sendable {
    var jobs = 0
    var completed = 0
    /// Jobs that failed, say why, and were not printed.
    var failed: [String: Int] = [:]
    /// Jobs whose delivery is in doubt, and that say so.
    var uncertain = 0
    /// Of those, the jobs that were printed once.
    var uncertainAndPrinted = 0
    /// Of those, the jobs of which something could have told.
    var needless = 0
    /// Jobs that are missing, have not ended, or are called completed without paper.
    var lost = 0
    /// Jobs that a printer without IPP has lost while it restarted, which neither it nor the scheduler can tell.
    var lostAtMutePrinter = 0
    /// Jobs that were printed, and are said to have failed or to have been canceled.
    var denied = 0
    /// Jobs that were printed more than once, and say so.
    var again = 0
    /// Jobs that were printed more than once, and do not say so.
    var twice = 0
    /// Jobs that are said to have been printed again, and were not.
    var wronglyAgain = 0
    private(set) var complaints: [String] = []
    /// What is known of each job in doubt.
    private(set) var evidence: [String] = []

    /// Compares the queue of a lab with what came out.
    ///
    /// - Throws: ``ProofError`` where no host replies.
    init(_ acknowledged: [Load.Acknowledged], in lab: SchedulerLab) throws {
        let byID = try Self.jobs(at: lab.hosts)
        let outputs = lab.printers.outputs()
        jobs = acknowledged.count
        for one in acknowledged {
            count(one, byID[one.id], outputs[one.job.name] ?? LabPrinters.Output(), lab)
        }
        let names = Set(acknowledged.map(\.job.name))
        for (name, output) in outputs where !names.contains(name) && output.prints > 1 {
            twice += 1
            complaints.append("\(name), not acknowledged, was printed: \(output.story)")
        }
    }

    private static func jobs(at hosts: [Host]) throws -> [Int: PrintJob] {
        for host in hosts where host.isReady {
            let reply = try host.client.request("GET", "/v1/jobs?all=true")
            guard reply.isSuccess else { continue }
            let pairs = try reply.value([PrintJob].self).compactMap { job in
                job.id.map { ($0.rawValue, job) }
            }
            return Dictionary(pairs) { one, _ in one }
        }
        throw ProofError("no host lists the jobs")
    }

    private mutating func count(
        _ one: Load.Acknowledged,
        _ job: PrintJob?,
        _ output: LabPrinters.Output,
        _ lab: SchedulerLab
    ) {
        let codes = job?.reasons.map(\.code) ?? []
        let state = job.map { "\($0.state) \(codes.map(\.rawValue))" } ?? "unknown"
        let head =
            "\(one.job.name): job \(one.id) on \(one.job.printer): \(state); printed: \(output.story)"
        func complain(_ what: String) {
            complaints.append("\(head): \(what)")
            complaints += Self.story(of: one, in: lab)
        }
        guard let job, job.name == one.job.name else {
            lost += 1
            return complain("lost: is not in the queue")
        }
        switch job.state {
        case .completed where output.prints == 0 && Self.wasLostAtMutePrinter(one, in: lab):
            lostAtMutePrinter += 1
        case .completed where output.prints == 0:
            lost += 1
            complain("lost: completed without paper")
        case .completed: completed += 1
        case .failed where codes.contains(.deliveryUncertain):
            uncertain += 1
            if output.prints == 1 { uncertainAndPrinted += 1 }
            let proof = Self.proof(for: one, in: lab)
            if proof == nil { needless += 1 }
            evidence.append("\(head): \(proof ?? "NEEDLESS: something could have told")")
            evidence += Self.story(of: one, in: lab)
        case .failed, .canceled:
            if output.prints == 0, !codes.isEmpty {
                failed[codes.map(\.rawValue).joined(separator: ","), default: 0] += 1
            } else {
                denied += 1
                complain("printed, and denied")
            }
        default:
            lost += 1
            complain("lost: has not ended")
        }
        let isSaid = codes.contains(.printedAgain) || codes.contains(.mayHavePrintedAgain)
        if output.prints > 1, isSaid { again += 1 }
        if output.prints > 1, !isSaid {
            twice += 1
            complain("twice, unsaid")
        }
        if output.prints <= 1, codes.contains(.printedAgain) {
            wronglyAgain += 1
            complain("said to be printed again, and was not")
        }
    }

    // MARK: Evidence

    /// The faults while a job was under way.
    private static func faults(_ one: Load.Acknowledged, in lab: SchedulerLab) -> [FaultLog.Entry] {
        // The history has whole seconds.
        let end = (details(of: one, in: lab)?.story.last?.at).map { $0 + 1 } ?? .distantFuture
        let names = Set(lab.hosts.map(\.name) + ["database", one.job.printer])
        return lab.faults.entries(from: one.moment - 1, to: end)
            .filter { names.contains($0.target) }
    }

    /// Why nothing could have told what became of a job; `nil` where something could.
    ///
    /// A printer that a job was at has forgotten it before it told anybody of its end, or a printer that tells nothing was
    /// printing when the scheduler was ended.
    private static func proof(for one: Load.Acknowledged, in lab: SchedulerLab) -> String? {
        let printer = one.job.printer
        for entry in faults(one, in: lab) {
            if entry.untold.contains(one.job.name) {
                return "nothing could tell: \(entry.line)"
            }
            let crashes: Set<SchedulerFault> = [.schedulerKill, .bothKill]
            if SchedulerPrinters.isMute(printer), crashes.contains(entry.fault) {
                return "nothing could tell: only the scheduler knew: \(entry.line)"
            }
        }
        return nil
    }

    /// Whether a printer that tells nothing restarted while it had a job.
    private static func wasLostAtMutePrinter(
        _ one: Load.Acknowledged,
        in lab: SchedulerLab
    ) -> Bool {
        SchedulerPrinters.isMute(one.job.printer)
            && faults(one, in: lab).contains { $0.target == one.job.printer }
    }

    private static func details(
        of one: Load.Acknowledged,
        in lab: SchedulerLab
    ) -> JobDetails? {
        let host = lab.hosts.first(where: \.isReady)
        return try? host?.request("GET", "/v1/jobs/\(one.id)").value(JobDetails.self)
    }

    /// What the service, the database, the printer, and the schedulers say of a job, and the faults meanwhile.
    private static func story(of one: Load.Acknowledged, in lab: SchedulerLab) -> [String] {
        var lines = (details(of: one, in: lab)?.story ?? []).map { entry in
            "\(entry.at.timeIntervalSince1970) \(entry.state) \(entry.reasons.map(\.code.rawValue))"
        }
        lines.append(lab.database.delivery(of: one.id))
        lines += lab.printers.witness.story(of: one.job.name)
        lines += faults(one, in: lab).map(\.line)
        return lines.map { "    \(one.job.name): \($0)" }
    }
}
