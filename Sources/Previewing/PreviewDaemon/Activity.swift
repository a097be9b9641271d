import Synchronization

/// Counts the requests in progress, and remembers the end of the last one: the helper leaves when it has been idle for a
/// while.
///
/// Each door calls ``begin()`` when it takes a request, and ``end()`` when nothing is left to do for it.
public final class Activity: Sendable {
    private struct State {
        var underWay = 0
        var last = ContinuousClock.now
    }

    private let state = Mutex(State())

    /// Nothing in progress, since now.
    public init() {}

    /// Records the start of a request.
    public func begin() {
        state.withLock { $0.underWay += 1 }
    }

    /// Records the end of a request.
    public func end() {
        state.withLock { state in
            state.underWay -= 1
            state.last = .now
        }
    }

    /// The time since the last request ended; `nil` while one is in progress.
    public var idleTime: Duration? {
        state.withLock { $0.underWay > 0 ? nil : ContinuousClock.now - $0.last }
    }
}
