/// Which services are to be resolved when.
///
/// Avahi's browser reports that a service comes or goes, but not that its TXT record, port, or
/// address has changed. So each one is resolved again from time to time. The daemon answers from
/// its cache, which announcements keep up to date: while nothing has expired, no packet is sent.
struct ResolverSchedule: Sendable {
    /// A service at a place.
    struct Target: Sendable, Hashable {
        var key: ServiceKey
        var place: ServicePlace
    }

    /// The largest number of resolvers at once; the daemon has a limit of 1,024 objects for each
    /// client.
    static let runningLimit = 100
    /// The shortest time from an answer to the next resolver of the same service.
    static let interval = Duration.seconds(5)
    /// The share of each service in the interval, so that a thousand do not keep the daemon busy.
    static let share = Duration.milliseconds(10)
    /// The longest wait after repeated failures, which cost packets.
    static let longestWait = Duration.seconds(60)
    /// Times are multiples of this, so that many services wake the thread once.
    static let step = Duration.milliseconds(500)

    private struct Entry {
        /// The time of the next resolver; `nil` while the service waits or is being resolved.
        var due: Duration?
        var isRunning = false
        /// Whether the service was announced anew while it was being resolved.
        var isStale = false
        var failures = 0
    }

    private var entries: [Target: Entry] = [:]
    /// The targets whose time has come, in order; those before `head` have been taken.
    private var queue: [Target] = []
    private var head = 0
    private var runningCount = 0
    /// Whether no resolver runs or waits.
    var isIdle: Bool { runningCount == 0 && head == queue.count }
    /// The time at which the next service is due, or earlier; `nil` without any.
    private(set) var nextDue: Duration?

    /// Resolves a service as soon as possible.
    mutating func add(_ target: Target) {
        if entries[target]?.isRunning == true {
            entries[target]?.isStale = true
        } else if let entry = entries[target], entry.due == nil {
            return
        } else {
            entries[target] = Entry()
            queue.append(target)
        }
    }

    /// Forgets a service.
    mutating func remove(_ target: Target) {
        guard let entry = entries.removeValue(forKey: target) else { return }
        if entry.isRunning { runningCount -= 1 }
    }

    /// Returns a service whose resolver starts now; `nil` while none is due or too many run.
    mutating func next() -> Target? {
        while runningCount < Self.runningLimit, head < queue.count {
            let target = queue[head]
            head += 1
            if head == queue.count || head > 1_000 {
                queue.removeFirst(head)
                head = 0
            }
            // It may have been forgotten since, or even forgotten and added again.
            guard let entry = entries[target], entry.due == nil, !entry.isRunning else { continue }
            entries[target]?.isRunning = true
            runningCount += 1
            return target
        }
        return nil
    }

    /// Notes that a resolver has ended.
    mutating func finish(_ target: Target, succeeded: Bool, now: Duration) {
        guard var entry = entries[target], entry.isRunning else { return }
        runningCount -= 1
        entry.isRunning = false
        if entry.isStale {
            entry.isStale = false
            queue.append(target)
        } else {
            entry.failures = succeeded ? 0 : min(entry.failures + 1, 8)
            let usual = max(Self.interval, Self.share * entries.count)
            let wait = min(usual * (1 << entry.failures), max(usual, Self.longestWait))
            let due = Self.step * ((now + wait) / Self.step).rounded(.up)
            entry.due = due
            nextDue = min(nextDue ?? due, due)
        }
        entries[target] = entry
    }

    /// Queues all services whose time has come.
    mutating func advance(to now: Duration) {
        guard let nextDue, nextDue <= now else { return }
        var earliest: Duration?
        for (target, entry) in entries {
            guard let due = entry.due else { continue }
            if due <= now {
                entries[target]?.due = nil
                queue.append(target)
            } else {
                earliest = min(earliest ?? due, due)
            }
        }
        self.nextDue = earliest
    }
}
