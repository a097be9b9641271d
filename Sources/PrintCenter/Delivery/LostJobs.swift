import FoundationEssentials
import PrintModel

/// The jobs of a lane that their scheduler has lost in a crash.
///
/// What the scheduler had started for a job outlives its crash, and may be on its way to the printer: a backend of CUPS that
/// waits tries again within 30 s. So the lane asks the printer for two minutes before it concludes anything.
struct LostJobs {
    /// What becomes of a lost job.
    enum Finding {
        /// Its printer is asked again.
        case wait
        /// It can be delivered again: its printer never had it, and nothing brings it any more.
        case deliverAgain
        /// Nothing can tell what became of it.
        case giveUp
    }

    /// After which time no backend of a scheduler that has crashed brings a job any more, in seconds: two minutes.
    static let longestWay: TimeInterval = 120

    /// Since when a job is lost, and the last look at its printer.
    private var lost: [JobID: (since: Date, last: Date)] = [:]

    /// Concludes from a look at the printer of a lost job.
    ///
    /// - Parameters:
    ///   - id: The job.
    ///   - proof: What the looks at the printer's list have shown.
    ///   - date: The moment of the look.
    /// - Returns: What to do.
    mutating func finding(_ id: JobID, _ proof: AbsenceProof?, at date: Date) -> Finding {
        var known = lost[id] ?? (date, date)
        // What was started for the job stood still, too, where the whole machine did.
        if !(0..<AbsenceProof.longestGap ~= date.timeIntervalSince(known.last)) {
            known.since = date
        }
        lost[id] = (known.since, date)
        let age = date.timeIntervalSince(known.since)
        guard age >= Self.longestWay else { return .wait }
        // Other jobs of the service may yet turn out to be those that the printer lists.
        guard let proof, proof.continues(at: date) else { return .giveUp }
        guard let absence = proof.duration(at: date) else {
            return age >= Self.longestWay * 2 ? .giveUp : .wait
        }
        return absence >= Self.longestWay ? .deliverAgain : .wait
    }

    /// Forgets the jobs that the lane has no more.
    mutating func keep(_ ids: Set<JobID>) { lost = lost.filter { ids.contains($0.key) } }

    /// Begins anew: the scheduler has the job again, or its printer cannot be asked now.
    mutating func forget(_ id: JobID) { lost[id] = nil }
}
