import PrintModel
import ProofKit

/// The counts of a test with false replies.
struct FalseReplyTally: Sendable {
    var runs = 0
    var falseReplies = 0
    var states: [JobState: Int] = [:]
    var twice = 0
    /// Jobs that completed although the printer, if reachable, says otherwise, or failed without a
    /// reason.
    var silent = 0
    var stuck = 0
    var uncertain = 0
    /// Jobs that completed without paper because the scheduler said so, and no printer contradicted
    /// it.
    var believed = 0
    /// Jobs that failed for a reason that the scheduler gave, although paper came out.
    var calledFailed = 0
    /// Jobs that the scheduler holds after reporting that it did not; the job reports that.
    var held = 0
    var complaints: [String] = []

    static func += (sum: inout FalseReplyTally, part: FalseReplyTally) {
        sum.runs += part.runs
        sum.falseReplies += part.falseReplies
        sum.states.merge(part.states, uniquingKeysWith: +)
        sum.twice += part.twice
        sum.silent += part.silent
        sum.stuck += part.stuck
        sum.uncertain += part.uncertain
        sum.believed += part.believed
        sum.calledFailed += part.calledFailed
        sum.held += part.held
        sum.complaints += part.complaints
    }

    func table(runs wanted: Int, seconds: Int) -> String {
        Table.text(
            "false replies: \(seconds) s",
            [
                ("scripted runs", runs, ">= \(wanted)", runs >= wanted),
                ("false replies", falseReplies, "", true),
                ("jobs completed", states[.completed, default: 0], "> 0", isMixed),
                ("  on the scheduler's word alone", believed, "", true),
                ("jobs canceled", states[.canceled, default: 0], "", true),
                ("jobs failed", states[.failed, default: 0], "> 0", isMixed),
                ("  in doubt, and said so", uncertain, "", true),
                ("  that the scheduler gave up, and printed", calledFailed, "", true),
                ("held by the scheduler, and said so", held, "", true),
                ("jobs printed twice by us", twice, "0", twice == 0),
                ("silent losses", silent, "0", silent == 0),
                ("jobs without an end", stuck, "0", stuck == 0),
            ]
        )
    }

    private var isMixed: Bool {
        states[.completed, default: 0] > 0 && states[.failed, default: 0] > 0
    }

    func isGood(runs wanted: Int) -> Bool {
        runs >= wanted && isMixed && twice == 0 && silent == 0 && stuck == 0 && complaints.isEmpty
    }
}
