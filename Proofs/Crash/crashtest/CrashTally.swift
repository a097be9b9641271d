import Failpoints

/// The counts of a crash test.
struct CrashTally: Sendable {
    var kills = 0
    var random = 0
    var killsAt: [Failpoint: Int] = [:]
    var jobs = 0
    var documents = 0
    var restarts = 0
    var completed = 0
    var canceled = 0
    /// Jobs that were acknowledged and are missing, completed without paper, or failed without a
    /// reason.
    var lost = 0
    var twice = 0
    var canceledAndPrinted = 0
    var uncertain = 0
    /// Files in the spool that no job needs.
    var litter = 0
    /// The faults, as sentences.
    var complaints: [String] = []

    static func += (sum: inout CrashTally, part: CrashTally) {
        sum.kills += part.kills
        sum.random += part.random
        sum.killsAt.merge(part.killsAt, uniquingKeysWith: +)
        sum.jobs += part.jobs
        sum.documents += part.documents
        sum.restarts += part.restarts
        sum.completed += part.completed
        sum.canceled += part.canceled
        sum.lost += part.lost
        sum.twice += part.twice
        sum.canceledAndPrinted += part.canceledAndPrinted
        sum.uncertain += part.uncertain
        sum.litter += part.litter
        sum.complaints += part.complaints
    }

    /// The failpoint at which the service was killed least often, and how often.
    var rarest: (point: Failpoint, kills: Int) {
        Failpoint.allCases.map { ($0, killsAt[$0, default: 0]) }.min { $0.1 < $1.1 }
            ?? (.startOpened, 0)
    }

    func table(_ plan: CrashPlan, seconds: Int) -> String {
        let (wanted, least) = (plan.kills, plan.killsAtEach)
        let points = Failpoint.allCases.count
        let rows: [(String, Int, String, Bool)] = [
            ("kills of the service", kills, ">= \(wanted)", kills >= wanted),
            ("  at failpoints", kills - random, "", true),
            ("  at random moments", random, "", true),
            ("failpoints", points, ">= 40", points >= 40),
            ("  kills at each, at least", rarest.kills, ">= \(least)", rarest.kills >= least),
            ("jobs acknowledged", jobs, "> 0", jobs > 0),
            ("  completed", completed, "> 0", completed > 0),
            ("  canceled", canceled, "> 0", canceled > 0),
            ("acknowledged jobs lost", lost, "0", lost == 0),
            ("jobs printed twice", twice, "0", twice == 0),
            ("canceled jobs printed", canceledAndPrinted, "0", canceledAndPrinted == 0),
            ("jobs left in doubt", uncertain, "0", uncertain == 0),
            ("files left in the spool", litter, "0", litter == 0),
        ]
        return Table.text("crash: \(seconds) s", rows)
    }

    func isGood(_ plan: CrashPlan) -> Bool {
        kills >= plan.kills && rarest.kills >= plan.killsAtEach && completed > 0
            && canceled > 0 && lost == 0 && twice == 0 && canceledAndPrinted == 0
            && uncertain == 0 && litter == 0 && complaints.isEmpty
    }
}

/// A table of counts, each with its required value.
enum Table {
    static func text(_ title: String, _ rows: [(String, Int, String, Bool)]) -> String {
        let width = rows.map { $0.0.count }.max() ?? 0
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let lines = rows.map { name, count, wanted, isMet in
            let number = String(repeating: " ", count: max(0, 8 - "\(count)".count)) + "\(count)"
            return
                "\(padded(name, width)) \(number)  \(padded(wanted, 10))\(isMet ? "" : "  NOT MET")"
        }
        return ([title] + lines).joined(separator: "\n")
    }
}
