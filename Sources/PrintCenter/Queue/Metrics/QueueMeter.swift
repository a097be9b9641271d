import PrintModel
import Synchronization

/// What has become of submissions and jobs since the service started.
final class QueueMeter: Sendable {
    private let submissions = Mutex<[String: Int]>([:])
    private let ends = Mutex<[JobState: Int]>([:])

    /// Counts a submission that the store has answered.
    func count(_ outcome: SubmissionOutcome) {
        let name =
            switch outcome {
            case .new: "new"
            case .existing: "repeated"
            case .keyReused, .documentGone: "refused"
            }
        submissions.withLock { $0[name, default: 0] += 1 }
    }

    /// Counts a job that has ended with this change.
    func countEnd(_ state: JobState) {
        ends.withLock { $0[state, default: 0] += 1 }
    }

    /// Writes the counters.
    func write(to text: inout MetricsText) {
        let name = "printcenter_submissions_total"
        text.begin(name, .counter, "Submissions that reached the queue, by what became of them.")
        let outcomes = submissions.withLock { $0 }
        for outcome in ["new", "repeated", "refused"] {
            text.add(name, outcomes[outcome] ?? 0, ["outcome": outcome])
        }
        let ended = "printcenter_jobs_ended_total"
        text.begin(ended, .counter, "Jobs that have ended, by their final state.")
        let states = ends.withLock { $0 }
        for state in JobState.allCases where state.isFinal {
            text.add(ended, states[state] ?? 0, ["state": state.rawValue])
        }
    }
}
