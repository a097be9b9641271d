import Synchronization

/// Wakes the tasks that wait for a change, and counts the changes.
///
/// A signal carries no value: a task that wakes reads the new state itself. A
/// task that remembers the count misses no change between two waits.
final class ChangeSignal: Sendable {
    private enum Waiter {
        /// The task has not suspended yet.
        case arriving
        /// The time ran out before the task suspended.
        case late
        /// The task is suspended.
        case suspended(CheckedContinuation<Void, Never>)
    }

    private struct State {
        var count = 0
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())
    private let clock: any ServiceClock

    /// Creates a signal whose time limits use the given clock.
    init(clock: any ServiceClock = SystemClock()) {
        self.clock = clock
    }

    /// The number of changes so far.
    var count: Int { state.withLock { $0.count } }

    /// Counts a change and wakes all waiting tasks.
    func signal() {
        let waiters = state.withLock { state in
            state.count += 1
            // Tasks that have not suspended yet see the count.
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for case .suspended(let continuation) in waiters { continuation.resume() }
    }

    /// Waits for a change after the one numbered `count`.
    ///
    /// It returns at once if that change has already happened, and at the latest when the time is
    /// over or the task is canceled.
    func wait(after count: Int, atMost time: Duration) async {
        let id = state.withLock { state in
            state.nextID += 1
            state.waiters[state.nextID] = .arriving
            return state.nextID
        }
        let timer = Task { [self] in
            // Canceled as soon as the wait is over.
            if (try? await clock.sleep(for: time)) != nil { wake(id) }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if case .late = state.waiters[id] { return true }
                    if state.count > count || Task.isCancelled { return true }
                    state.waiters[id] = .suspended(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake(id)
        }
        timer.cancel()
        state.withLock { $0.waiters[id] = nil }
    }

    private func wake(_ id: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let waiter = state.waiters[id] else { return nil }
            state.waiters[id] = .late
            return waiter
        }
        if case .suspended(let continuation) = waiter { continuation.resume() }
    }
}
