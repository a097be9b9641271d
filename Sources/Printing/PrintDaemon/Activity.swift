import Synchronization

/// Counts the requests in progress, and remembers the end of the last one: the service exits when it
/// has been idle for a while.
final class Activity: Sendable {
    private struct State {
        var underWay = 0
        var last = ContinuousClock.now
    }

    private let state = Mutex(State())

    /// Records the start of a request.
    func begin() {
        state.withLock { $0.underWay += 1 }
    }

    /// Records the end of a request.
    func end() {
        state.withLock { state in
            state.underWay -= 1
            state.last = .now
        }
    }

    /// The time since the last request ended; `nil` while one is in progress.
    var idleTime: Duration? {
        state.withLock { $0.underWay > 0 ? nil : ContinuousClock.now - $0.last }
    }
}
