import PrintModel

/// The changes of jobs in order, from a sequence number on, without end.
///
/// Each reader fetches from the store what it has not seen. A slow reader delays
/// no other one, misses nothing, and takes no memory.
public struct EventFeed: AsyncSequence, Sendable {
    let queue: JobQueue
    let start: Int

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(queue: queue, sequence: start)
    }

    /// Reads changes one by one, or all available ones together.
    public struct Iterator: AsyncIteratorProtocol {
        /// How many changes are fetched at once: 100.
        private static let step = 100

        let queue: JobQueue
        var sequence: Int
        var ready: ArraySlice<JobEvent> = []
        private var hasCaughtUp = false
        /// How many changes the reader is behind, where that is more than one fetch.
        public private(set) var backlog = 0
        /// The time since which the reader has been behind; `nil` while it keeps up.
        public private(set) var behindSince: Duration?

        init(queue: JobQueue, sequence: Int) {
            self.queue = queue
            self.sequence = sequence
            behindSince = queue.clock.uptime
        }

        /// Whether the reader is too slow.
        ///
        /// A reader that resumes after a long time has much to read, and may take time for it.
        ///
        /// - Parameters:
        ///   - backlog: How many changes a reader may be behind that has kept up before.
        ///   - patience: How long a reader may be behind.
        /// - Returns: Whether to disconnect it.
        public func isTooSlow(beyond backlog: Int, for patience: Duration) -> Bool {
            guard let behindSince, self.backlog > 0 else { return false }
            return queue.clock.uptime - behindSince > patience
                || hasCaughtUp && self.backlog > backlog
        }

        /// Returns the next change; `nil` when the task is canceled.
        ///
        /// - Throws: The errors of the store.
        public mutating func next() async throws -> JobEvent? {
            while !Task.isCancelled {
                if let event = try await next(within: .seconds(60)) { return event }
            }
            return nil
        }

        /// Returns the next change; `nil` if there is none within the time.
        ///
        /// - Throws: The errors of the store.
        public mutating func next(within time: Duration) async throws -> JobEvent? {
            if ready.isEmpty { ready = try await nextEvents(within: time)[...] }
            return ready.popFirst()
        }

        /// Returns all available changes up to a limit; none where there are none within the time.
        ///
        /// - Throws: The errors of the store.
        public mutating func nextEvents(within time: Duration) async throws -> [JobEvent] {
            let end = queue.clock.uptime + time
            while true {
                let seen = queue.changed.count
                let found = try await queue.patiently { [queue, sequence] in
                    try await queue.store.events(after: sequence, limit: Self.step)
                }
                sequence = found.last?.sequence ?? sequence
                try await measure(found.count)
                if !found.isEmpty { return found }
                let left = end - queue.clock.uptime
                guard left > .zero, !Task.isCancelled else { return [] }
                await queue.changed.wait(after: seen, atMost: left)
            }
        }

        /// Measures how far behind the reader is.
        private mutating func measure(_ found: Int) async throws {
            if found < Self.step {
                hasCaughtUp = true
                behindSince = nil
                backlog = 0
            } else {
                behindSince = behindSince ?? queue.clock.uptime
                let last = try await queue.store.lastEvent()
                backlog = Swift.max(0, last.subtracting(clamping: sequence))
            }
        }
    }
}
