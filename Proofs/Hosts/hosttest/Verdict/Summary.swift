import Failpoints
import FoundationEssentials
import ProofKit

/// The result of a run, for people and for programs.
struct Summary: Sendable {
    let seed: UInt64
    let seconds: Int
    let wanted: FaultCounts
    /// Whether the run was to end at a time, whatever had happened by then.
    let isTimed: Bool
    let done: [Fault: Int]
    let stopsAtFailpoints: Int
    let endings: [Host.Endings]
    let takeovers: [Takeover]
    let verdict: Verdict
    let refusals: Int
    let complaints: [String]

    /// The longest time until another host goes on with the printers of one that is gone.
    private static func limit(_ cause: Fault) -> Duration {
        switch cause {
        case .death: .seconds(30)
        // The jobs that are under way end first.
        case .drain: .seconds(5)
        default: .seconds(2)
        }
    }

    private var killsAtFailpoints: Int {
        endings.map { $0.failpoints.values.reduce(0, +) }.reduce(0, +)
    }

    /// How often services exited by themselves, by their code.
    private var exits: [Int32: Int] {
        endings.map(\.exits).reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }

    private func times(_ cause: Fault) -> [Duration] {
        takeovers.filter { $0.cause == cause }.flatMap(\.times).sorted()
    }

    private var rows: [(String, Int, String, Bool)] {
        var rows: [(String, Int, String, Bool)] = []
        for fault in Fault.allCases where wanted[fault] > 0 || done[fault, default: 0] > 0 {
            let count = done[fault, default: 0]
            let goal = isTimed ? "" : ">= \(wanted[fault])"
            rows.append(("\(fault)", count, goal, isTimed || count >= wanted[fault]))
            if fault == .kill { rows.append(("  at failpoints", killsAtFailpoints, "", true)) }
            if fault == .stop { rows.append(("  at failpoints", stopsAtFailpoints, "", true)) }
        }
        let crashes = endings.map(\.crashes.count).reduce(0, +)
        let hangs = endings.map(\.hangs).reduce(0, +)
        for (code, count) in exits.sorted(by: { $0.key < $1.key }) {
            rows.append(("services that ended with \(code)", count, "", true))
        }
        rows += [
            ("services that crashed", crashes, "0", crashes == 0),
            ("services that hung at their start", hangs, "0", hangs == 0),
            ("attempts that no host acknowledged", refusals, "", true),
            ("jobs acknowledged", verdict.jobs, "> 0", verdict.jobs > 0),
            ("  completed", verdict.completed, "> 0", verdict.completed > 0),
            ("  in doubt, and said so", verdict.uncertain, "", true),
            ("    of which printed", verdict.uncertainAndPrinted, "", true),
            ("acknowledged jobs lost", verdict.lost, "0", verdict.lost == 0),
            ("jobs printed twice", verdict.twice, "0", verdict.twice == 0),
            ("cut copies", verdict.cut, "0", verdict.cut == 0),
        ]
        for cause in [Fault.death, .end, .drain] {
            let times = times(cause).map { Int($0 / .milliseconds(1)) }
            guard let first = times.first, let last = times.last else { continue }
            let limit = Int(Self.limit(cause) / .milliseconds(1))
            rows += [
                ("printers taken over after \(cause)", times.count, "", true),
                ("  shortest, ms", first, "", true),
                ("  median, ms", times[times.count / 2], "", true),
                ("  longest, ms", last, "<= \(limit)", last <= limit),
            ]
        }
        return rows + [("other complaints", complaints.count, "0", complaints.isEmpty)]
    }

    /// Whether every promise was kept.
    var isGood: Bool { verdict.complaints.isEmpty && rows.allSatisfy(\.3) }

    /// A table for people.
    var table: String { Table.text("hosts: seed \(seed), \(seconds) s", rows) }

    /// An object for programs, with a key for each row of the table.
    var json: String {
        struct Row: Encodable {
            let name: String
            let value: Int
            let goal: String
            let isMet: Bool
        }
        struct Object: Encodable {
            let seed: UInt64
            let seconds: Int
            let isGood: Bool
            let rows: [Row]
            let failpoints: [String: Int]
            let complaints: [String]
        }
        var failpoints: [String: Int] = [:]
        for point in FailpointPlan.points {
            failpoints[point.rawValue] =
                endings.map { $0.failpoints[point, default: 0] }.reduce(0, +)
        }
        let object = Object(
            seed: seed,
            seconds: seconds,
            isGood: isGood,
            rows: rows.map {
                Row(name: $0.0.trimmed, value: $0.1, goal: $0.2, isMet: $0.3)
            },
            failpoints: failpoints,
            complaints: verdict.complaints + complaints
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // The object has nothing that JSON lacks.
        return (try? encoder.encode(object)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension String {
    /// The string without the spaces at its beginning.
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
