import Synchronization

/// How many jobs faults may leave in a doubt that nothing could settle.
///
/// A printer that is switched off with a document of which no host has read the end leaves such a doubt, whatever the
/// services do. Faults that would leave more of them than the bound of the proof allows wait for another moment, so that
/// the bound judges the services.
final class DoubtBudget: Sendable {
    private let limit: Int
    private let spent = Mutex<Set<String>>([])

    init(limit: Int) { self.limit = limit }

    /// Whether a fault may leave these jobs in doubt; they count then.
    func allows(_ jobs: Set<String>) -> Bool {
        spent.withLock { spent in
            let all = spent.union(jobs)
            guard jobs.isEmpty || all.count <= limit else { return false }
            spent = all
            return true
        }
    }

    /// How many jobs faults have left in such a doubt.
    var count: Int { spent.withLock(\.count) }
}
