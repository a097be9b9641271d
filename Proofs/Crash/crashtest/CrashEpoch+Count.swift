import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit

extension CrashEpoch {
    /// Lets the service finish all jobs, and counts the results.
    func settle() throws {
        let service = try folder.startService(without: missing)
        defer {
            service.kill()
            service.wait()
        }
        guard try service.line() == "ready" else { throw ProofError("no service:\n\(folder.log)") }
        try prepare()
        for scenario in scenarios where !scenario.isDone { try scenario.go(client, shared: shared) }
        let end = ContinuousClock.now + .patience * 3
        // The service is asked from outside; what is not done in time is counted as it is.
        while try unfinished() > 0, ContinuousClock.now < end { usleep(5_000) }
        let jobs = try client.request("GET", "/v1/jobs?all=true").value([PrintJob].self)
        let byName = Dictionary(grouping: jobs.filter { $0.id != nil }, by: \.name)
        for scenario in scenarios where scenario.kind != .list && scenario.kind != .forgotten {
            tally.jobs += 1
            count(scenario, byName[scenario.name] ?? [], stage.result(of: scenario))
        }
        tally.documents += scenarios.count
        countUnknownFiles()
        if tally.complaints.count > 0 {
            tally.complaints.append("the service's log:\n" + folder.log)
        }
    }

    /// The number of jobs that will still end: a client without idempotency keys leaves held ones behind, which it does not know.
    private func unfinished() throws -> Int {
        guard forgetsKeys else { return try active() }
        return try client.request("GET", "/v1/jobs").value([PrintJob].self)
            .count { $0.state != .held }
    }

    private func count(_ scenario: Scenario, _ jobs: [PrintJob], _ result: StageResult) {
        let prints = result.wholes.count + result.cut
        if result.cut > 0 {
            if scenario.kind == .streamed {
                tally.cutWhileStreaming += 1
            } else {
                tally.cut += 1
                complain(scenario, jobs, "a part was printed: \(result.story)")
            }
        }
        if prints > 1 {
            tally.twice += 1
            complain(scenario, jobs, "printed \(prints) times: \(result.story)")
        }
        if !result.wholes.allSatisfy({ isRight($0, scenario) }) {
            tally.lost += 1
            return complain(scenario, jobs, "other bytes were printed")
        }
        if scenario.kind == .raster { tally.rasterFiles += result.wholes.count }
        guard let job = jobs.first(where: { $0.id?.rawValue == scenario.job }) else {
            tally.lost += 1
            return complain(scenario, jobs, "acknowledged as \(scenario.job ?? 0), and not there")
        }
        switch job.state {
        case .completed where prints == 0:
            tally.lost += 1
            complain(scenario, jobs, "completed without paper: \(result.story)")
        case .completed where result.wholes.isEmpty:
            tally.cutAndDone += 1
            complain(scenario, jobs, "completed, and a part was printed: \(result.story)")
        case .completed:
            tally.completed += 1
            if scenario.canceledIn == .canceled {
                tally.lost += 1
                complain(scenario, jobs, "canceled at once, and completed later")
            }
        case .canceled where scenario.wantsCancel:
            tally.canceled += 1
            guard prints > 0 else { return }
            tally.canceledAndPrinted += 1
            complain(scenario, jobs, "canceled and printed")
        case .failed where job.reasons.contains { $0.code == .deliveryUncertain }:
            tally.uncertain += 1
            guard !result.mayBeInDoubt else { return }
            tally.needlessDoubts += 1
            complain(scenario, jobs, "left in doubt; printed \(prints) times: \(result.story)")
        default:
            tally.lost += 1
            complain(scenario, jobs, "ended otherwise; printed \(prints) times: \(result.story)")
        }
    }

    private func isRight(_ bytes: [UInt8], _ scenario: Scenario) -> Bool {
        if scenario.kind == .streamed {
            return scenario.bytes.starts(with: bytes) && bytes.count >= scenario.bytes.count - 1
        }
        if scenario.kind == .raster {
            // A crash between two attempts changes no byte of it.
            let first = rasterFile ?? bytes
            rasterFile = first
            return bytes == first && bytes.starts(with: "RaS2".utf8)
                && ScriptedDevice.sides(of: bytes) == Scenario.rasterPages
                && bytes.count > 2 * 65_536
        }
        if scenario.isSentAsItIs { return bytes == scenario.bytes }
        return bytes.starts(with: "%PDF-".utf8) && bytes != scenario.bytes
            && String(decoding: bytes.suffix(16), as: UTF8.self).contains("%%EOF")
    }

    private func complain(_ scenario: Scenario, _ jobs: [PrintJob], _ what: String) {
        let states = jobs.map { job in
            "\(job.label) \(job.state) \(job.reasons.map { "\($0.code.rawValue) \($0.parameters)" })"
        }
        tally.complaints.append("\(scenario.name): \(what): \(states.joined(separator: ", "))")
    }

    /// Counts the files in the spool that belong to no known job.
    private func countUnknownFiles() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.spool)) ?? []
        let litter = names.filter { $0.hasSuffix(".part") || $0.hasSuffix(".pdf") }
        tally.litter += litter.count
        if !litter.isEmpty { tally.complaints.append("left in the spool: \(litter)") }
    }
}
