import IPP
import PrintLab
import PrintModel

/// What became of a job on a printer that lies.
struct DirectVerdict {
    let run: DirectLieEpoch.Run
    let details: JobDetails
    /// What came out.
    let papers: [ScriptedDevice.Paper]
    /// What the printer knows of its jobs.
    let known: [ScriptedDevice.Job]
    /// Whether the printer has called the job completed.
    let saidCompleted: Bool

    private var job: PrintJob { details.job }
    /// The papers with all sides.
    private var wholes: Int { papers.count { $0.sides >= DirectLieEpoch.pages } }

    func count(in tally: inout DirectLieTally) {
        tally.runs += 1
        tally.faults += run.faults.count
        tally.states[job.state, default: 0] += 1
        tally.cut += papers.count - wholes > 0 ? 1 : 0
        if papers.count > 1 {
            tally.twice += 1
            complain("printed \(papers.count) times", &tally)
        }
        switch job.state {
        case .completed: countCompleted(in: &tally)
        case .failed: countFailed(in: &tally)
        case .canceled:
            guard wholes > 0 else { return }
            tally.canceledAndPrinted += 1
            // A printer that streams may be done before the cancel request.
            if run.cancelsAfter == nil
                || !run.traits.streams && run.isListed && run.faults.allSatisfy(\.isHonest)
            {
                tally.silent += 1
                complain("canceled, and printed", &tally)
            }
        default:
            tally.stuck += 1
            complain("never final", &tally)
        }
    }

    private func countCompleted(in tally: inout DirectLieTally) {
        guard wholes == 0 else { return }
        if saidCompleted {
            tally.believed += 1
        } else if papers.isEmpty {
            tally.silent += 1
            complain("completed without paper", &tally)
        } else {
            tally.cutAndDone += 1
            complain("completed, and a part was printed", &tally)
        }
    }

    private func countFailed(in tally: inout DirectLieTally) {
        let codes = job.reasons.map(\.code)
        if codes.isEmpty {
            tally.silent += 1
            complain("failed without a reason", &tally)
        } else if codes.contains(.deliveryUncertain) {
            tally.uncertain += 1
            guard isSettled else { return }
            tally.needlessDoubts += 1
            complain("left in doubt, and the printer could tell", &tally)
        } else if codes.contains(.printedPartly) {
            tally.partly += 1
            if papers.isEmpty || wholes > 0, run.faults.allSatisfy({ !$0.deniesWork }) {
                tally.silent += 1
                complain("called printed in part", &tally)
            }
        } else if wholes > 0 {
            tally.calledFailed += 1
            // The printer itself may call it aborted.
            let isAborted = known.last?.state == .aborted || known.last?.state == .canceled
            if run.faults.allSatisfy({ !$0.deniesWork }), !isAborted {
                tally.silent += 1
                complain("called failed, and printed", &tally)
            }
        }
    }

    /// Whether the printer lists for certain that all was printed, or nothing.
    private var isSettled: Bool {
        guard run.isListed, run.traits.counting == .sides, !run.traits.printsCutJobs,
            run.faults.allSatisfy(\.isHonest), let last = known.last, last.state.isFinal
        else { return false }
        return last.state == .completed
            ? last.sides == DirectLieEpoch.pages : known.allSatisfy { $0.sides == 0 }
    }

    private func complain(_ what: String, _ tally: inout DirectLieTally) {
        let faults = run.faults.map {
            "\($0.operation.rawValue).\($0.first)x\($0.times) \($0.kind)"
        }
        let canceled = run.cancelsAfter.map { ", canceled after \($0) ms" } ?? ""
        tally.complaints.append(
            """
            seed \(run.seed)\(run.isLarge ? ", large" : "")\(canceled): \(what): \
            \(job.state) \(job.reasons.map { "\($0.code.rawValue) \($0.parameters)" }); \
            papers \(papers.map { "job \($0.job) \($0.sides) \($0.isWhole)" }); \
            known \(known.map { "\($0.id) \($0.state) \($0.sides)" }); \(faults)
              \(run.traits)
              \(details.story.map { "\($0.state) \($0.reasons.map(\.code.rawValue))" })
            """
        )
    }
}
