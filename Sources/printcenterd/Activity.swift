import Synchronization

/// Who asks for something now, and when somebody last did: the service leaves when nobody has for a
/// while.
final class Activity: Sendable {
    private struct State {
        var underWay = 0
        var last = ContinuousClock.now
    }

    private let state = Mutex(State())

    /// Notes that a request begins.
    func begin() {
        state.withLock { $0.underWay += 1 }
    }

    /// Notes that a request has ended.
    func end() {
        state.withLock { state in
            state.underWay -= 1
            state.last = .now
        }
    }

    /// How long nobody has asked for anything; `nil` while somebody does.
    var idleTime: Duration? {
        state.withLock { $0.underWay > 0 ? nil : ContinuousClock.now - $0.last }
    }
}
