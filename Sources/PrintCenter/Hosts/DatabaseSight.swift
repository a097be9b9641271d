import Synchronization

/// Whether the database of the queue can be reached, as the host last saw it.
final class DatabaseSight: Sendable {
    private let state = Mutex(false)

    /// Whether it cannot be reached.
    var isAway: Bool {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
}
