package import PrintModel

/// The counts, and their required values.
package struct RealTally: Sendable {
    /// The process that is killed.
    package enum Victim: String, Sendable {
        /// The service of this project.
        case service
        /// The print scheduler.
        case scheduler
        /// The scheduler, and the service beside it.
        case both
    }

    package let victim: Victim
    package let wanted: Int
    package var kills = 0
    /// The states of the newest job when the process was killed.
    package var states: [JobState: Int] = [:]
    package var jobs = 0
    package var completed = 0
    package var canceled = 0
    package var uncertain = 0
    /// Jobs that were acknowledged and are missing, completed without paper, or failed without a
    /// good reason.
    package var lost = 0
    /// Jobs that were submitted to the scheduler twice, or printed twice although the scheduler was
    /// not killed.
    package var twice = 0
    /// Jobs that were printed again because the scheduler restarted.
    package var again = 0
    /// Jobs among ``again`` that report it.
    package var reported = 0
    /// Jobs that falsely report that they were printed again.
    package var wronglyReported = 0
    /// The faults, as sentences.
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
                isMet: victim != .service || uncertain == 0
            ),
            Row(name: "lost", count: lost, goal: "0", isMet: lost == 0),
            Row(name: "twice by us", count: twice, goal: "0", isMet: twice == 0),
        ]
        if victim != .service {
            rows += [
                Row(name: "printed again by the scheduler", count: again, goal: "", isMet: true),
                Row(
                    name: "  detected and reported",
                    count: reported,
                    goal: "\(again)",
                    isMet: reported == again
                ),
                Row(
                    name: "  reported wrongly",
                    count: wronglyReported,
                    goal: "0",
                    isMet: wronglyReported == 0
                ),
            ]
        }
        return rows
    }

    /// Whether every count has its required value.
    package var isGood: Bool { rows.allSatisfy(\.isMet) && complaints.isEmpty }

    /// A table of the counts.
    package var table: String {
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            let name = row.name + String(repeating: " ", count: width - row.name.count)
            let digits = "\(row.count)"
            let count = String(repeating: " ", count: max(0, 7 - digits.count)) + digits
            return "\(name) \(count)  \(row.goal)\(row.isMet ? "" : "  NOT MET")"
        }
        let title = victim == .both ? "scheduler and the service" : victim.rawValue
        return (["kills of the \(title), \(seconds) s"] + lines).joined(separator: "\n")
    }
}
