import Failpoints
import ProofKit
import Synchronization

/// At which failpoint each service of a lab ends itself, if at any.
final class FailpointPlan: Sendable {
    private struct State {
        var generator: SeededGenerator
        /// Those that are still to be tried in this round.
        var rest: [Failpoint] = []
        var isSuspended = true
    }

    private let state: Mutex<State>

    /// The failpoints on the way of a job straight to a printer.
    static let points = Failpoint.allCases.filter { point in
        let others = [
            "settings.", "scheduler.", "store.sent.", "store.replace.", "store.forget.",
            "store.retire.", "store.history.", "store.unused.", "store.change.", "store.cancel.",
            "device.cancel.", "answer.cancel",
        ]
        return !others.contains { point.rawValue.hasPrefix($0) }
    }

    /// Those at which a service is stopped: between a step that it stores and the request that follows.
    static let stops = points.filter { point in
        [
            "store.creating.", "store.created.", "store.sending.", "store.releasing.",
            "device.create.", "device.document.",
        ]
        .contains { point.rawValue.hasPrefix($0) }
    }

    init(seed: UInt64) {
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Whether services that start from now on end themselves nowhere.
    func suspend(_ isSuspended: Bool) { state.withLock { $0.isSuspended = isSuspended } }

    /// Returns the failpoint of the next service, and the pass at which it ends itself; `nil` for every other service.
    func next() -> (point: Failpoint, passing: Int)? {
        state.withLock { state in
            guard !state.isSuspended, state.generator.oneIn(2) else { return nil }
            if state.rest.isEmpty { state.rest = Self.points.shuffled(using: &state.generator) }
            guard let point = state.rest.popLast() else { return nil }
            return (point, 1 + state.generator.next(below: 3))
        }
    }
}
