import Failpoints
import ProofKit
import Synchronization

/// The schedule of kills, shared by all threads.
final class CrashPlan: Sendable {
    /// One kill.
    enum Target: Sendable {
        /// The n-th pass through a failpoint.
        case failpoint(Failpoint, passing: Int)
        /// A number of milliseconds after the service starts.
        case afterStart(Int)
        /// A number of milliseconds after the service reports that it is ready.
        case whileServing(Int)
    }

    private struct State {
        var generator: SeededGenerator
        /// The number of kills that each failpoint still needs.
        var wanted: [Failpoint: Int]
        /// The remaining attempts at each failpoint, since the service may not reach it.
        var tries: [Failpoint: Int]
        /// The index of the next failpoint to try.
        var turn = 0
        var kills = 0

        init(seed: UInt64, _ points: [Failpoint], wanted each: Int) {
            generator = SeededGenerator(seed: seed)
            wanted = Dictionary(uniqueKeysWithValues: points.map { ($0, each) })
            tries = wanted.mapValues { 20 + 6 * $0 }
        }
    }

    /// The way of the jobs.
    let route: CrashRoute
    /// The minimum number of kills.
    let kills: Int
    /// The minimum number of kills at each failpoint.
    let killsAtEach: Int
    /// Whether each run of the service is reported.
    let isTraced: Bool
    /// Whether the pass through a failpoint is chosen at random.
    private let choosesPassing: Bool
    private let state: Mutex<State>

    init(_ route: CrashRoute, kills: Int, seed: UInt64, isTraced: Bool) {
        self.route = route
        self.isTraced = isTraced
        self.kills = kills
        killsAtEach = kills >= 2000 ? 25 : 2
        choosesPassing = true
        // Half of the kills at failpoints, and a few more than the minimum at each.
        let each = max(kills >= 2000 ? 27 : 2, kills / 2 / route.failpoints.count)
        state = Mutex(State(seed: seed, route.failpoints, wanted: each))
    }

    /// Plans one kill at each failpoint, in their order, and none at random moments.
    init(eachFailpointOf route: CrashRoute, seed: UInt64, isTraced: Bool) {
        self.route = route
        self.isTraced = isTraced
        kills = route.failpoints.count
        killsAtEach = 1
        choosesPassing = false
        state = Mutex(State(seed: seed, route.failpoints, wanted: 1))
    }

    /// Returns the next kill; `nil` when there have been enough.
    func next() -> Target? {
        state.withLock { state in
            // Two at once may be killed at the last place that is wanted of a failpoint; that makes up for none of
            // another.
            let missing = state.wanted.values.reduce(0) { $0 + max(0, $1) }
            guard state.kills < kills || missing > 0 else { return nil }
            if !choosesPassing { return missing > 0 ? failpoint(&state) : nil }
            let left = max(1, kills - state.kills)
            guard missing == 0 || state.generator.next(below: left) >= missing else {
                return failpoint(&state)
            }
            return state.generator.next(below: 4) == 0
                ? .afterStart(state.generator.next(below: 31))
                : .whileServing(state.generator.next(below: 31))
        }
    }

    private func failpoint(_ state: inout State) -> Target {
        let points = route.failpoints
        repeat {
            state.turn = (state.turn + 1) % points.count
        } while state
            .wanted[points[state.turn], default: 0] <= 0
        let point = points[state.turn]
        state.tries[point, default: 1] -= 1
        // A failpoint that is never reached shows up in the table, and does not prolong the run.
        if state.tries[point, default: 0] <= 0 { state.wanted[point] = 0 }
        return .failpoint(
            point,
            passing: passing(of: point, &state)
        )
    }

    /// Chooses the pass through a failpoint at which the service is killed.
    private func passing(of point: Failpoint, _ state: inout State) -> Int {
        guard choosesPassing, !point.isPassedByEveryStart else { return 1 }
        return 1 + state.generator.next(below: 3)
    }

    /// Takes note of a kill; at a failpoint, if it was there.
    func note(_ point: Failpoint?) -> Int {
        state.withLock { state in
            state.kills += 1
            if let point { state.wanted[point, default: 1] -= 1 }
            return state.kills
        }
    }

    func random(below bound: Int) -> Int { state.withLock { $0.generator.next(below: bound) } }
}

extension Failpoint {
    /// Whether the service passes this failpoint at startup, and rarely afterwards.
    var isPassedByEveryStart: Bool {
        switch self {
        case .startOpened, .startSwept, .storeUnusedWriting, .storeUnusedCommitted,
            .storeRetireWriting, .storeRetireCommitted, .storeHistoryWriting,
            .storeHistoryCommitted:
            true
        default: false
        }
    }
}
