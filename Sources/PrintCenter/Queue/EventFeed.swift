import PrintModel

/// The changes of jobs, in order, from a place on, without end.
///
/// Each reader fetches from the store what it has not seen, so that a slow one
/// delays nobody, misses nothing and takes no memory.
public struct EventFeed: AsyncSequence, Sendable {
    let queue: JobQueue
    let start: Int

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(queue: queue, sequence: start)
    }

    /// Reads one change after the other, or those together that are there already.
    public struct Iterator: AsyncIteratorProtocol {
        /// How many changes are fetched at once.
        private static let step = 100

        let queue: JobQueue
        var sequence: Int
        var ready: ArraySlice<JobEvent> = []
        private var hasCaughtUp = false
        /// How many changes are there that have not been fetched, where they are more than one step.
        public private(set) var backlog = 0
        /// Since when there always were more; `nil` for one who keeps up.
        public private(set) var behindSince: ContinuousClock.Instant?

        init(queue: JobQueue, sequence: Int) {
            self.queue = queue
            self.sequence = sequence
            behindSince = .now
        }

        /// Whether the reader is too slow.
        ///
        /// One who comes back after a long time has much to read, and may take the time for it.
        ///
        /// - Parameters:
        ///   - backlog: How many changes one may be behind who has kept up before.
        ///   - patience: How long one may be behind.
        /// - Returns: Whether it is to be cut off.
        public func isTooSlow(beyond backlog: Int, for patience: Duration) -> Bool {
            guard let behindSince, self.backlog > 0 else { return false }
            return ContinuousClock.now - behindSince > patience
                || hasCaughtUp && self.backlog > backlog
        }

        /// The next change; `nil` when the task is canceled.
        ///
        /// - Throws: What the store throws.
        public mutating func next() async throws -> JobEvent? {
            while !Task.isCancelled {
                if let event = try await next(within: .seconds(60)) { return event }
            }
            return nil
        }

        /// The next change; `nil` where there is none within this time.
        ///
        /// - Throws: What the store throws.
        public mutating func next(within time: Duration) async throws -> JobEvent? {
            if ready.isEmpty { ready = try await nextOnes(within: time)[...] }
            return ready.popFirst()
        }

        /// The next changes, as many as are there up to some limit; none where there are none within
        /// this time.
        ///
        /// - Throws: What the store throws.
        public mutating func nextOnes(within time: Duration) async throws -> [JobEvent] {
            let end = ContinuousClock.now + time
            while true {
                let rings = queue.changed.rings
                let found = try await queue.store.events(after: sequence, limit: Self.step)
                sequence = found.last?.sequence ?? sequence
                try await measure(found.count)
                if !found.isEmpty { return found }
                let left = end - .now
                guard left > .zero, !Task.isCancelled else { return [] }
                await queue.changed.wait(after: rings, atMost: left)
            }
        }

        /// Finds out how far behind the reader is.
        private mutating func measure(_ found: Int) async throws {
            if found < Self.step {
                hasCaughtUp = true
                behindSince = nil
                backlog = 0
            } else {
                behindSince = behindSince ?? .now
                let last = try await queue.store.lastEvent()
                backlog = Swift.max(0, last - sequence)
            }
        }
    }
}
