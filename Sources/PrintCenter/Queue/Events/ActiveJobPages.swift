import PrintModel

/// The jobs that are not final, page by page, and the changes from then on.
///
/// The pages are read one after the other while jobs change. Each is of one moment, whose last event it remembers, so that
/// the changes that a page has already are not repeated after it.
public struct ActiveJobPages: Sendable {
    /// How many jobs a page has: 256.
    static let length = 256

    private let queue: JobQueue
    /// The sequence number of the last event before the first page.
    public let sequence: Int
    private var left: Int
    private var next: JobID? = JobID(rawValue: 0)

    /// Pages of one moment.
    private struct Moment {
        /// The last job of the pages.
        var last: JobID
        /// The last event that they have.
        var sequence: Int
    }

    private var moments: [Moment] = []

    init(queue: JobQueue, sequence: Int, limit: Int?) {
        self.queue = queue
        self.sequence = sequence
        left = Swift.max(0, limit ?? .max)
    }

    /// Returns the JSON of the next jobs, oldest first; `nil` at the end.
    ///
    /// - Throws: The errors of the store.
    public mutating func nextPage() async throws -> [ArraySlice<UInt8>]? {
        guard left > 0, let first = next else { return nil }
        let limit = Swift.min(left, Self.length)
        let (jobs, sequence) = try await queue.patiently { [queue] in
            try await queue.store.activePage(from: first, limit: limit)
        }
        left -= jobs.ids.count
        guard let last = jobs.ids.last else { return nil }
        next =
            jobs.ids.count < limit ? nil : JobID(rawValue: last.rawValue.adding(clamping: 1))
        if moments.last?.sequence == sequence { moments.removeLast() }
        moments.append(Moment(last: last, sequence: sequence))
        return jobs.each
    }

    /// All changes after the beginning of the first page.
    public var changes: EventFeed { EventFeed(queue: queue, start: sequence) }

    /// Whether a change is news after the pages: they do not have it.
    ///
    /// The end of a job always is, because the pages have no such jobs.
    public func isNews(_ event: JobEvent) -> Bool {
        guard !event.job.state.isFinal, let id = event.job.id,
            let moment = moments.first(where: { id <= $0.last })
        else { return true }
        return event.sequence > moment.sequence
    }
}
