internal import PrintModel
import Synchronization

/// The latest announcements, and the readers that wait for the next ones.
final class AnnouncementFeed: Sendable {
    private struct State {
        var latest = Announcements()
        var readers: [Int: AsyncStream<Announcements>.Continuation] = [:]
        var nextReader = 0
        /// The run that may publish; a later one supersedes it.
        var token = 0
    }

    private let state = Mutex(State())

    /// The latest snapshot.
    var latest: Announcements { state.withLock { $0.latest } }

    /// Begins a run, which alone may publish from now on.
    func begin() -> Int {
        state.withLock { state in
            state.token += 1
            return state.token
        }
    }

    /// Publishes a snapshot to all readers if it differs from the latest one.
    func publish(_ announcements: Announcements, by token: Int) {
        state.withLock { state in
            guard state.token == token, state.latest != announcements else { return }
            state.latest = announcements
            // A stream never calls back from `yield`, so the lock may be held.
            for reader in state.readers.values { reader.yield(announcements) }
        }
    }

    /// Forgets what a run has published.
    func end(_ token: Int) {
        publish(Announcements(), by: token)
    }

    /// The latest snapshot and each later one.
    func snapshots() -> AsyncStream<Announcements> {
        let (stream, reader) = AsyncStream.makeStream(
            of: Announcements.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let number = state.withLock { state in
            state.nextReader += 1
            state.readers[state.nextReader] = reader
            reader.yield(state.latest)
            return state.nextReader
        }
        reader.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    /// Ends all streams.
    func finish() {
        let readers = state.withLock { state in
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }

    private func remove(_ reader: Int) {
        state.withLock { $0.readers[reader] = nil }
    }
}
