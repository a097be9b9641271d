import NIOCore
import Synchronization

/// All open connections, on whichever thread each of them lives.
final class ConnectionTable: Sendable {
    /// What is known of one connection here.
    private struct Entry {
        let channel: any Channel
        /// Since when it waits for a request; `nil` while one is under way.
        var idleSince: NIODeadline?
    }

    private let limit: Int
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// A table for so many connections.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes in a connection.
    ///
    /// Where there are too many, the one that has waited longest for its next request gives way.
    ///
    /// - Returns: Whether there is room.
    func admit(_ channel: any Channel) -> Bool {
        let now = NIODeadline.now()
        let (isAdmitted, leaving) = entries.withLock { entries -> (Bool, (any Channel)?) in
            var leaving: (any Channel)?
            if entries.count >= limit {
                // One that has just come is about to ask.
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

    /// Notes whether a connection waits for its next request.
    func note(_ channel: any Channel, idleSince: NIODeadline?) {
        entries.withLock { $0[ObjectIdentifier(channel)]?.idleSince = idleSince }
    }

    /// Forgets a connection.
    func remove(_ channel: any Channel) {
        _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}
