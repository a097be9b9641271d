import Synchronization

/// Lets a number of tasks work at a time.
///
/// A task that is canceled waits no longer, and takes nothing.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var last = 0
    }

    /// The right to work, until its end.
    struct Turn {
        fileprivate let turns: Turns?

        /// Gives the turn to the next task.
        func end() { turns?.giveBack() }
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Waits for a turn, unless none is needed; returns an empty one to a canceled task.
    func take(_ isNeeded: Bool) async -> Turn {
        guard isNeeded else { return Turn(turns: nil) }
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let isTaken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let atOnce: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let atOnce { continuation.resume(returning: atOnce) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map {
                    state.waiting.remove(at: $0)
                }
            }
            waiting?.continuation.resume(returning: false)
        }
        return Turn(turns: isTaken ? self : nil)
    }

    private func giveBack() {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
