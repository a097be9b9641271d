import FoundationEssentials
import Glibc
import PrintLab
import PrintModel

extension CrashEpoch {
    /// Lets the service finish all of it, and counts.
    func settle() throws {
        let daemon = try Daemon(house)
        defer {
            daemon.kill()
            _ = daemon.wait()
        }
        guard try daemon.line() == "ready" else { throw Trouble("no service:\n\(log)") }
        for errand in errands where !errand.isDone { try errand.go(client, shared: shared) }
        let end = ContinuousClock.now + .seconds(120)
        while try active() > 0, ContinuousClock.now < end { usleep(5_000) }
        let jobs = try client.request("GET", "/v1/jobs?all=true").value([PrintJob].self)
        let papers = Dictionary(grouping: scheduler.papers, by: \.name)
        let byName = Dictionary(grouping: jobs.filter { $0.id != nil }, by: \.name)
        for errand in errands where errand.kind != .list && errand.kind != .forgotten {
            tally.jobs += 1
            count(errand, byName[errand.name] ?? [], papers[errand.name] ?? [])
        }
        tally.documents += errands.count
        countLitter()
        if tally.complaints.count > 0 { tally.complaints.append("the service's log:\n" + log) }
    }

    private func count(
        _ errand: Errand,
        _ jobs: [PrintJob],
        _ papers: [ScriptedScheduler.Paper]
    ) {
        let prints = papers.reduce(0) { $0 + $1.documents.count }
        if prints > 1 {
            tally.twice += 1
            complain(
                errand,
                jobs,
                "printed \(prints) times, as the scheduler's \(papers.map(\.job))"
            )
        }
        guard let job = jobs.first(where: { $0.id?.rawValue == errand.job }) else {
            tally.lost += 1
            return complain(errand, jobs, "acknowledged as \(errand.job ?? 0), and not there")
        }
        switch job.state {
        case .completed where prints == 0:
            tally.lost += 1
            complain(errand, jobs, "completed without paper")
        case .completed:
            tally.completed += 1
            if !papers.allSatisfy({ isRight($0.documents.first ?? [], errand) }) {
                tally.lost += 1
                complain(errand, jobs, "other bytes were printed")
            }
            if errand.canceledIn == .canceled {
                tally.lost += 1
                complain(errand, jobs, "canceled at once, and completed later")
            }
        case .canceled where errand.wantsCancel:
            tally.canceled += 1
            guard prints > 0 else { return }
            tally.canceledAndPrinted += 1
            complain(errand, jobs, "canceled and printed")
        case .failed where job.reasons.contains { $0.code == .deliveryUncertain }:
            tally.uncertain += 1
            complain(errand, jobs, "left in doubt; printed \(prints) times")
        default:
            tally.lost += 1
            complain(errand, jobs, "ended otherwise; printed \(prints) times")
        }
    }

    private func isRight(_ bytes: [UInt8], _ errand: Errand) -> Bool {
        if errand.isSentAsItIs { return bytes == errand.bytes }
        return bytes.starts(with: "%PDF-".utf8) && bytes != errand.bytes
            && String(decoding: bytes.suffix(16), as: UTF8.self).contains("%%EOF")
    }

    private func complain(_ errand: Errand, _ jobs: [PrintJob], _ what: String) {
        let states = jobs.map { job in
            "\(job.label) \(job.state) \(job.reasons.map { "\($0.code.rawValue) \($0.parameters)" })"
        }
        tally.complaints.append("\(errand.name): \(what): \(states.joined(separator: ", "))")
    }

    /// What lies in the spool beside the documents of known jobs.
    private func countLitter() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: house.spool)) ?? []
        let litter = names.filter { $0.hasSuffix(".part") || $0.hasSuffix(".pdf") }
        tally.litter += litter.count
        if !litter.isEmpty { tally.complaints.append("left in the spool: \(litter)") }
    }
}
