import PrintModel
import ProofKit

/// The counts of a test with printers that lie.
struct DirectLieTally: Sendable {
    var runs = 0
    var faults = 0
    var states: [JobState: Int] = [:]
    var twice = 0
    /// Jobs that are called something that neither happened nor was said.
    var silent = 0
    var stuck = 0
    var cut = 0
    var cutAndDone = 0
    var uncertain = 0
    var needlessDoubts = 0
    var partly = 0
    /// Jobs that completed without all of their paper because the printer said so.
    var believed = 0
    /// Jobs that failed for a reason that the printer gave, although paper came out.
    var calledFailed = 0
    var canceledAndPrinted = 0
    var complaints: [String] = []

    static func += (sum: inout DirectLieTally, part: DirectLieTally) {
        sum.runs += part.runs
        sum.faults += part.faults
        sum.states.merge(part.states, uniquingKeysWith: +)
        sum.twice += part.twice
        sum.silent += part.silent
        sum.stuck += part.stuck
        sum.cut += part.cut
        sum.cutAndDone += part.cutAndDone
        sum.uncertain += part.uncertain
        sum.needlessDoubts += part.needlessDoubts
        sum.partly += part.partly
        sum.believed += part.believed
        sum.calledFailed += part.calledFailed
        sum.canceledAndPrinted += part.canceledAndPrinted
        sum.complaints += part.complaints
    }

    private func rows(_ wanted: Int) -> [(String, Int, String, Bool)] {
        let isMixed = states[.completed, default: 0] > 0 && states[.failed, default: 0] > 0
        return [
            ("scripted runs", runs, ">= \(wanted)", runs >= wanted),
            ("faults", faults, "", true),
            ("jobs completed", states[.completed, default: 0], "> 0", isMixed),
            ("  on the printer's word alone", believed, "", true),
            ("jobs canceled", states[.canceled, default: 0], "", true),
            ("  that had been printed", canceledAndPrinted, "", true),
            ("jobs failed", states[.failed, default: 0], "> 0", isMixed),
            ("  printed in part, and said so", partly, "", true),
            ("  in doubt, and said so", uncertain, "", true),
            ("  that the printer gave up, and printed", calledFailed, "", true),
            ("cut copies on paper", cut, "", true),
            ("cut copies called done", cutAndDone, "0", cutAndDone == 0),
            ("doubts that the printer could settle", needlessDoubts, "0", needlessDoubts == 0),
            ("jobs printed twice by us", twice, "0", twice == 0),
            ("silent losses", silent, "0", silent == 0),
            ("jobs without an end", stuck, "0", stuck == 0),
        ]
    }

    func table(runs wanted: Int, seconds: Int) -> String {
        Table.text("false replies, straight to the printer: \(seconds) s", rows(wanted))
    }

    func isGood(runs wanted: Int) -> Bool {
        complaints.isEmpty && rows(wanted).allSatisfy { $0.3 }
    }
}
