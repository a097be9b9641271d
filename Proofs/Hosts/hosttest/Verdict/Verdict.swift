import FoundationEssentials
import PrintModel
import ProofKit

/// What became of the jobs of a lab.
struct Verdict: Sendable {
    var jobs = 0
    var completed = 0
    /// Jobs whose delivery is in doubt, and that say so.
    var uncertain = 0
    /// Of those, the jobs that were printed.
    var uncertainAndPrinted = 0
    /// Jobs that were acknowledged and are missing, have not ended, or are called completed without paper.
    var lost = 0
    /// Jobs that were printed more than once, acknowledged or not.
    var twice = 0
    /// Jobs of which a part was printed.
    var cut = 0
    private(set) var complaints: [String] = []
    /// The names of the jobs that something is wrong with.
    private var wrong: Set<String> = []

    /// Compares the queue of a lab with what came out.
    ///
    /// - Throws: ``ProofError`` where no host replies.
    init(_ acknowledged: [Load.Acknowledged], in lab: HostLab) throws {
        let listed = try Self.jobs(at: lab.hosts)
        let byID = Dictionary(listed.compactMap { job in job.id.map { ($0.rawValue, job) } }) {
            one,
            _ in one
        }
        let outputs = lab.printers.outputs()
        jobs = acknowledged.count
        for one in acknowledged {
            let output = outputs[one.job.name] ?? LabPrinters.Output()
            count(one, byID[one.id], output)
        }
        for (name, output) in outputs where output.prints > 1 {
            twice += 1
            complain(name, "printed \(output.prints) times: \(output.story)")
        }
        for (name, output) in outputs where output.parts > 0 {
            cut += 1
            complain(name, "a part was printed: \(output.story)")
        }
        describe(acknowledged, in: lab)
    }

    private static func jobs(at hosts: [Host]) throws -> [PrintJob] {
        for host in hosts where host.isReady {
            let reply = try host.client.request("GET", "/v1/jobs?all=true")
            if reply.isSuccess { return try reply.value([PrintJob].self) }
        }
        throw ProofError("no host lists the jobs")
    }

    private mutating func count(
        _ one: Load.Acknowledged,
        _ job: PrintJob?,
        _ output: LabPrinters.Output
    ) {
        func complain(_ what: String) {
            let state = job.map { "\($0.state) \($0.reasons.map(\.code.rawValue))" }
            self.complain(
                one.job.name,
                """
                job \(one.id) on \(one.job.printer), acknowledged by \(one.host): \(what); \
                \(state ?? "unknown"); printed: \(output.story)
                """
            )
        }
        guard let job, job.name == one.job.name else {
            lost += 1
            return complain("is not in the queue")
        }
        switch job.state {
        case .completed where output.prints == 0:
            lost += 1
            complain("completed without paper")
        case .completed: completed += 1
        case .failed where job.reasons.contains { $0.code == .deliveryUncertain }:
            uncertain += 1
            if output.prints > 0 { uncertainAndPrinted += 1 }
        default:
            lost += 1
            complain(job.state.isFinal ? "ended otherwise" : "has not ended")
        }
    }

    // MARK: Complaints

    private mutating func complain(_ name: String, _ what: String) {
        wrong.insert(name)
        complaints.append("\(name): \(what)")
    }

    /// Adds what the service, the database, and the printers say of the first jobs that something is wrong with.
    private mutating func describe(_ acknowledged: [Load.Acknowledged], in lab: HostLab) {
        let host = lab.hosts.first(where: \.isReady)
        for name in wrong.sorted().prefix(20) {
            if let id = acknowledged.first(where: { $0.job.name == name })?.id {
                let details = try? host?.request("GET", "/v1/jobs/\(id)").value(JobDetails.self)
                for entry in details?.story ?? [] {
                    let reasons = entry.reasons.map(\.code.rawValue)
                    complaints.append("  \(name): \(entry.at) \(entry.state) \(reasons)")
                }
                complaints.append("  \(name): \(lab.database.delivery(of: id))")
            }
            complaints += lab.printers.witness.story(of: name).map { "  \(name): \($0)" }
        }
    }
}
