import Synchronization

/// Whether the database of the queue can be reached, as the host last saw it.
final class DatabaseSight: Sendable {
    private let store: any SharedJobStore
    private let isLost = Mutex(false)

    init(_ store: any SharedJobStore) {
        self.store = store
    }

    /// Whether it cannot be reached, or does not answer now.
    var isAway: Bool { isLost.withLock(\.self) || store.isSilent }

    /// Notes whether it cannot be reached.
    func note(isLost: Bool) { self.isLost.withLock { $0 = isLost } }
}
