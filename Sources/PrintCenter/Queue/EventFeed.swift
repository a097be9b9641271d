import PrintModel

/// The changes of jobs, in order, from a place on, without end.
///
/// Each reader fetches from the store what it has not seen, so that a slow one
/// delays nobody and misses nothing.
public struct EventFeed: AsyncSequence, Sendable {
    let queue: JobQueue
    let start: Int

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(queue: queue, sequence: start)
    }

    /// Reads one change after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let queue: JobQueue
        var sequence: Int
        var ready: ArraySlice<JobEvent> = []

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
            let end = ContinuousClock.now + time
            while ready.isEmpty {
                let rings = queue.changed.rings
                ready = try await queue.store.events(after: sequence, limit: 100)[...]
                if !ready.isEmpty { break }
                let left = end - .now
                guard left > .zero, !Task.isCancelled else { return nil }
                await queue.changed.wait(after: rings, atMost: left)
            }
            let event = ready.removeFirst()
            sequence = event.sequence
            return event
        }
    }
}
