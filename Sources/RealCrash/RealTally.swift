package import PrintModel

/// What was counted, and what it has to be.
package struct RealTally: Sendable {
    /// Whom the kills hit.
    package enum Victim: String, Sendable {
        /// Our own service.
        case service
        /// The print scheduler.
        case scheduler
    }

    package let victim: Victim
    package let wanted: Int
    package var kills = 0
    /// What the newest job was doing when the blow fell.
    package var states: [JobState: Int] = [:]
    package var jobs = 0
    package var completed = 0
    package var canceled = 0
    package var uncertain = 0
    /// Acknowledged and not there, or completed without paper, or ended for no good reason.
    package var lost = 0
    /// Given to the scheduler twice, or printed twice though the scheduler lived on.
    package var twice = 0
    /// Printed more than once because the scheduler began again.
    package var again = 0
    /// Of these, those that say so.
    package var told = 0
    /// Jobs that say so although it is not true.
    package var wronglyTold = 0
    /// What went wrong, in words.
    package var complaints: [String] = []
    package var seconds = 0

    init(_ victim: Victim, kills: Int) {
        self.victim = victim
        wanted = kills
    }

    private struct Row {
        var name: String
        var count: Int
        var goal: String
        var isMet: Bool
    }

    private var rows: [Row] {
        var rows = [
            Row(name: "kills", count: kills, goal: ">= \(wanted)", isMet: kills >= wanted)
        ]
        for state in JobState.allCases where states[state] != nil {
            let name = "  newest job \(state.rawValue)"
            rows.append(Row(name: name, count: states[state] ?? 0, goal: "", isMet: true))
        }
        rows += [
            Row(name: "jobs acknowledged", count: jobs, goal: "> 0", isMet: jobs > 0),
            Row(name: "  completed", count: completed, goal: "> 0", isMet: completed > 0),
            Row(name: "  canceled", count: canceled, goal: "", isMet: true),
            Row(
                name: "  in doubt, and said to be",
                count: uncertain,
                goal: victim == .service ? "0" : "",
                isMet: victim == .scheduler || uncertain == 0
            ),
            Row(name: "lost", count: lost, goal: "0", isMet: lost == 0),
            Row(name: "twice by us", count: twice, goal: "0", isMet: twice == 0),
        ]
        if victim == .scheduler {
            rows += [
                Row(name: "printed again by the scheduler", count: again, goal: "", isMet: true),
                Row(
                    name: "  detected and told",
                    count: told,
                    goal: "\(again)",
                    isMet: told == again
                ),
                Row(
                    name: "  told, and not true",
                    count: wronglyTold,
                    goal: "0",
                    isMet: wronglyTold == 0
                ),
            ]
        }
        return rows
    }

    /// Whether every figure is met.
    package var isGood: Bool { rows.allSatisfy(\.isMet) && complaints.isEmpty }

    /// The figures in columns.
    package var table: String {
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            let name = row.name + String(repeating: " ", count: width - row.name.count)
            let digits = "\(row.count)"
            let count = String(repeating: " ", count: max(0, 7 - digits.count)) + digits
            return "\(name) \(count)  \(row.goal)\(row.isMet ? "" : "  NOT MET")"
        }
        return (["kills of the \(victim.rawValue), \(seconds) s"] + lines).joined(separator: "\n")
    }
}
