import FoundationEssentials
public import PrintModel

extension PrintService {
    /// The jobs of the service and then those of other programs, each oldest first.
    ///
    /// - Parameters:
    ///   - filter: Which jobs; with the history at most ``JobList/longest``, unless a place is given.
    ///   - page: The place in the list, and how many jobs of the service to list.
    ///   - language: The language of the reasons.
    /// - Returns: The list, which is read from the store while it is sent.
    public nonisolated func jobList(
        _ filter: JobFilter,
        page: JobPage = JobPage(),
        language: Language
    ) -> JobList {
        JobList(service: self, filter: filter, page: page, language: language)
    }
}

/// A list of jobs as JSON, in chunks, so that a long list is never in memory as a whole.
///
/// The store keeps the JSON of each job, so that no job is decoded and encoded again.
public struct JobList: AsyncSequence, Sendable {
    /// The maximum number of jobs in a list with the history, which has the newest.
    public static let longest = 10_000
    private static let chunk = 256

    let service: PrintService
    fileprivate(set) var filter: JobFilter
    let page: JobPage
    let language: Language

    /// Returns how many active jobs of the service follow a page that has a limit; `nil` where that is not known.
    ///
    /// - Throws: The errors of the store.
    public func remaining() async throws -> Int? {
        // Of the history, that would take as long as the history is.
        guard let limit = page.limit, !filter.all else { return nil }
        guard filter.user ?? service.configuration.user == service.configuration.user else {
            return 0
        }
        var filter = filter
        filter.aliases = await service.directory.aliases(of: filter.printer)
        let after = page.after ?? JobID(rawValue: 0)
        let count = try await service.queue.store.activeCount(filter, after: after)
        return Swift.max(0, count.subtracting(clamping: limit))
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(list: self)
    }

    /// Reads one piece after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private var list: JobList
        private var next: JobID?
        /// How many jobs of the service the page may still have.
        private var left: Int
        private var hasBegun = false
        private var others: Task<[PrintJob], Never>?

        fileprivate init(list: JobList) {
            self.list = list
            left = list.page.limit ?? .max
        }

        /// Returns some jobs as JSON, separated by commas; `nil` at the end.
        ///
        /// Without a scheduler the list has no jobs of other programs.
        ///
        /// - Throws: The errors of the store.
        public mutating func next() async throws -> [UInt8]? {
            let store = list.service.queue.store
            if !hasBegun {
                hasBegun = true
                let aliases = await list.service.directory.aliases(of: list.filter.printer)
                list.filter.aliases = aliases
                // The scheduler replies while the store is read.
                others = Task { [list] in await list.service.externalJobs(all: list.filter.all) }
                next = try await first()
                // All jobs in the store belong to one user.
                let user = list.service.configuration.user
                if list.filter.user ?? user != user { next = nil }
            }
            if let first = next {
                let wanted = Swift.min(chunk, left)
                guard wanted > 0 else {
                    // The jobs of other programs are behind the last one.
                    let more = try await store.list(list.filter, from: first, limit: 1)
                    guard more.ids.isEmpty else { return nil }
                    next = nil
                    return try await self.next()
                }
                let found = try await store.list(list.filter, from: first, limit: wanted)
                left -= found.ids.count
                next = found.ids.count == wanted ? found.ids.last.map(Self.following) : nil
                if !found.ids.isEmpty { return try list.inWords(found) }
            }
            guard let others else { return nil }
            self.others = nil
            let texts = try await others.value
                .filter { list.filter.takes($0) }
                .map { Array(try WireFormat.encode($0.inWords(of: list.language))) }
            return texts.isEmpty ? nil : Array(texts.joined(separator: CollectionOfOne(comma)))
        }

        /// The first number that a job of the list may have.
        private func first() async throws -> JobID {
            if let after = list.page.after { return Self.following(after) }
            guard list.filter.all else { return JobID(rawValue: 0) }
            return try await list.service.queue.store.firstListed(ofNewest: longest)
                ?? JobID(rawValue: 0)
        }

        private static func following(_ job: JobID) -> JobID {
            JobID(rawValue: job.rawValue.adding(clamping: 1))
        }
    }

    private static let comma = UInt8(ascii: ",")

    /// Returns the JSON of jobs in the language of the list; the store has it in English.
    private func inWords(_ jobs: ListedJobs) throws -> [UInt8] {
        guard language != .english else { return jobs.json }
        let texts = try jobs.each.map { json in
            let job = try WireFormat.decode(PrintJob.self, from: Data(json))
            return Array(try WireFormat.encode(job.inWords(of: language)))
        }
        return Array(texts.joined(separator: CollectionOfOne(Self.comma)))
    }
}
