import Synchronization

/// How many jobs faults may leave in a doubt that nothing could settle.
///
/// A printer that is switched off with a document of which no host has read the end leaves such a doubt, whatever the
/// services do. Faults that would leave more of them than the bound of the proof allows wait for another moment, so that
/// the bound judges the services.
final class DoubtBudget: Sendable {
    private struct State {
        var limit = 1
        var spent: Set<String> = []
    }

    private let state = Mutex(State())

    /// Lets faults leave one job of so many in doubt.
    func expect(_ jobs: Int, jobsForEachDoubt: Int) {
        state.withLock { $0.limit = max($0.limit, jobs / jobsForEachDoubt) }
    }

    /// Whether a fault may leave these jobs in doubt; they count then.
    func allows(_ jobs: Set<String>) -> Bool {
        state.withLock { state in
            let all = state.spent.union(jobs)
            guard jobs.isEmpty || all.count <= state.limit else { return false }
            state.spent = all
            return true
        }
    }

    /// How many jobs faults have left in such a doubt.
    var count: Int { state.withLock(\.spent.count) }
}
