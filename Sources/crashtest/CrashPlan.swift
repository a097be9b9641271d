import Failpoints
import IPPFuzzing
import Synchronization

/// Where and when the service is to be killed next, shared by those that do it.
final class CrashPlan: Sendable {
    /// One kill.
    enum Target: Sendable {
        /// At the so-manieth passing of a failpoint.
        case failpoint(Failpoint, passing: Int)
        /// So many milliseconds after its start.
        case afterStart(Int)
        /// So many milliseconds after it said that it serves.
        case whileServing(Int)
    }

    private struct State {
        var dice: Dice
        /// How many more kills each failpoint must see.
        var wanted: [Failpoint: Int]
        /// How often the service may yet be sent towards each; the way may be missed.
        var tries: [Failpoint: Int]
        /// Failpoints in the order in which they are tried.
        var turn = 0
        var kills = 0
    }

    let kills: Int
    /// Whether each life of the service is told.
    let isTraced: Bool
    private let state: Mutex<State>

    init(kills: Int, seed: UInt64, isTraced: Bool) {
        self.isTraced = isTraced
        self.kills = kills
        let points = Failpoint.allCases
        // Half of the kills at failpoints, and at least as many as are asked for.
        let each = max(kills >= 2000 ? 27 : 2, kills / 2 / points.count)
        let wanted = Dictionary(uniqueKeysWithValues: points.map { ($0, each) })
        state = Mutex(
            State(
                dice: Dice(seed: seed),
                wanted: wanted,
                tries: wanted.mapValues { 20 + 6 * $0 }
            )
        )
    }

    /// The next kill; `nil` where there were enough.
    func next() -> Target? {
        state.withLock { state in
            // Two at once may be killed at the last place that is wanted of a failpoint; that makes up for none of
            // another.
            let missing = state.wanted.values.reduce(0) { $0 + max(0, $1) }
            guard state.kills < kills || missing > 0 else { return nil }
            let left = max(1, kills - state.kills)
            guard missing == 0 || state.dice.roll(left) >= missing else {
                return failpoint(&state)
            }
            return state.dice.roll(4) == 0
                ? .afterStart(state.dice.roll(31)) : .whileServing(state.dice.roll(31))
        }
    }

    private func failpoint(_ state: inout State) -> Target {
        let points = Failpoint.allCases
        repeat {
            state.turn = (state.turn + 1) % points.count
        } while state
            .wanted[points[state.turn], default: 0] <= 0
        let point = points[state.turn]
        state.tries[point, default: 1] -= 1
        // One that is never reached is found out by the table, not by a run without end.
        if state.tries[point, default: 0] <= 0 { state.wanted[point] = 0 }
        return .failpoint(point, passing: point.isPassedByEveryStart ? 1 : 1 + state.dice.roll(3))
    }

    /// Takes note of a kill; at a failpoint, if it was there.
    func note(_ point: Failpoint?) -> Int {
        state.withLock { state in
            state.kills += 1
            if let point { state.wanted[point, default: 1] -= 1 }
            return state.kills
        }
    }

    func roll(_ bound: Int) -> Int { state.withLock { $0.dice.roll(bound) } }
}

extension Failpoint {
    /// Whether a service passes here when it starts, and seldom or never again.
    var isPassedByEveryStart: Bool {
        switch self {
        case .startOpened, .startSwept, .storeUnusedWriting, .storeUnusedCommitted,
            .storeRetireWriting, .storeRetireCommitted, .storeHistoryWriting,
            .storeHistoryCommitted:
            true
        default: false
        }
    }

    /// Errands that lead there; no other errand does.
    var errands: [Errand.Kind] {
        switch self {
        case .spoolDocumentOpened, .spoolDocumentWritten, .spoolDocumentFsynced,
            .spoolDocumentRenamed, .spoolDocumentSettled, .storeDocumentWriting,
            .storeDocumentCommitted, .answerDocument:
            [.received]
        case .spoolMadeOpened, .spoolMadeWritten, .spoolMadeFsynced, .spoolMadeRenamed,
            .spoolMadeSettled:
            [.sheets, .unlocked]
        case .storeReplaceWriting, .storeReplaceCommitted: [.unlocked]
        case .storeForgetWriting, .storeForgetCommitted: [.forgotten]
        case .storeChangeWriting, .storeChangeCommitted: [.moved]
        case .storeCancelWriting, .storeCancelCommitted, .answerCancel:
            [.canceledEarly, .canceledLate]
        case .schedulerCancelUnsent, .schedulerCancelAnswered: [.canceledLate, .odd]
        case .storeDiscardingWriting, .storeDiscardingCommitted: [.odd]
        case .schedulerListUnsent, .schedulerListAnswered: [.list]
        default: [.plain, .unasked]
        }
    }
}
