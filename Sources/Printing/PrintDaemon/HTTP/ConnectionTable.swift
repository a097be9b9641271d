import NIOCore
import Synchronization

/// All open connections, on all threads.
final class ConnectionTable: Sendable {
    /// The state of one connection in the table.
    private struct Entry {
        let channel: any Channel
        /// The time since which it waits for a request; `nil` while one is in progress.
        var idleSince: NIODeadline?
    }

    private let limit: Int
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Creates a table with a maximum number of connections.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a connection.
    ///
    /// If the table is full, the connection that has been idle longest is closed.
    ///
    /// - Returns: Whether the connection was added.
    func admit(_ channel: any Channel) -> Bool {
        let now = NIODeadline.now()
        let (isAdmitted, leaving) = entries.withLock { entries -> (Bool, (any Channel)?) in
            var leaving: (any Channel)?
            if entries.count >= limit {
                // A new connection is about to send a request.
                let idle = entries.compactMap { entry in
                    entry.value.idleSince.map { (key: entry.key, since: $0) }
                }
                guard let oldest = idle.min(by: { $0.since < $1.since }),
                    now - oldest.since > .seconds(1)
                else { return (false, nil) }
                leaving = entries.removeValue(forKey: oldest.key)?.channel
            }
            entries[ObjectIdentifier(channel)] = Entry(channel: channel, idleSince: now)
            return (true, leaving)
        }
        leaving?.close(promise: nil)
        return isAdmitted
    }

    /// Records whether a connection is idle.
    func note(_ channel: any Channel, idleSince: NIODeadline?) {
        entries.withLock { $0[ObjectIdentifier(channel)]?.idleSince = idleSince }
    }

    /// Removes a connection.
    func remove(_ channel: any Channel) {
        _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}
