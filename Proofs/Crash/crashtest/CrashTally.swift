import Failpoints
import ProofKit

/// The counts of a crash test.
struct CrashTally: Sendable {
    var kills = 0
    var random = 0
    /// Those while jobs went over TLS.
    var killsOverTLS = 0
    /// The raster files that were printed whole.
    var rasterFiles = 0
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
    /// Of those, the jobs whose printer can say for certain what became of them.
    var needlessDoubts = 0
    /// Jobs that are called completed although a part of their document was printed.
    var cutAndDone = 0
    /// Jobs of which only a part was printed, whatever they are called.
    var cut = 0
    /// Those of printers whose sides come out before the last byte, which nothing can prevent.
    var cutWhileStreaming = 0
    /// Files in the spool that no job needs.
    var litter = 0
    /// The faults, as sentences.
    var complaints: [String] = []

    static func += (sum: inout CrashTally, part: CrashTally) {
        sum.kills += part.kills
        sum.random += part.random
        sum.killsOverTLS += part.killsOverTLS
        sum.rasterFiles += part.rasterFiles
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
        sum.needlessDoubts += part.needlessDoubts
        sum.cutAndDone += part.cutAndDone
        sum.cut += part.cut
        sum.cutWhileStreaming += part.cutWhileStreaming
        sum.litter += part.litter
        sum.complaints += part.complaints
    }

    /// The failpoint at which the service was killed least often, and how often.
    func rarest(of route: CrashRoute) -> (point: Failpoint, kills: Int) {
        route.failpoints.map { ($0, killsAt[$0, default: 0]) }.min { $0.1 < $1.1 }
            ?? (.startOpened, 0)
    }

    private func rows(_ plan: CrashPlan) -> [(String, Int, String, Bool)] {
        let (wanted, least) = (plan.kills, plan.killsAtEach)
        let points = plan.route.failpoints.count
        let rarest = rarest(of: plan.route)
        var rows: [(String, Int, String, Bool)] = [
            ("kills of the service", kills, ">= \(wanted)", kills >= wanted),
            ("  at failpoints", kills - random, "", true),
            ("  at random moments", random, "", true),
            ("failpoints", points, ">= 40", points >= 40),
            (
                "  kills at each (\(rarest.point.rawValue))", rarest.kills, ">= \(least)",
                rarest.kills >= least
            ),
            ("jobs acknowledged", jobs, "> 0", jobs > 0),
            ("  completed", completed, "> 0", completed > 0),
            ("  canceled", canceled, "> 0", canceled > 0),
            ("acknowledged jobs lost", lost, "0", lost == 0),
            ("jobs printed twice", twice, "0", twice == 0),
            ("canceled jobs printed", canceledAndPrinted, "0", canceledAndPrinted == 0),
        ]
        switch plan.route {
        case .scheduler: rows.append(("jobs left in doubt", uncertain, "0", uncertain == 0))
        case .direct:
            rows += [
                ("kills while jobs go over TLS", killsOverTLS, "> 0", killsOverTLS > 0),
                ("raster files printed", rasterFiles, "> 0", rasterFiles > 0),
                ("cut copies called done", cutAndDone, "0", cutAndDone == 0),
                ("cut copies on paper", cut, "0", cut == 0),
                ("  of printers that stream", cutWhileStreaming, "", true),
                ("jobs left in doubt, and said so", uncertain, "", true),
                ("  that the printer could settle", needlessDoubts, "0", needlessDoubts == 0),
            ]
        }
        return rows + [("files left in the spool", litter, "0", litter == 0)]
    }

    func table(_ plan: CrashPlan, seconds: Int) -> String {
        let title = plan.route == .direct ? "crash, straight to the printer" : "crash"
        return Table.text("\(title): \(seconds) s", rows(plan))
    }

    func isGood(_ plan: CrashPlan) -> Bool {
        complaints.isEmpty && rows(plan).allSatisfy { $0.3 }
    }
}
