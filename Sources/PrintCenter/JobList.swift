import FoundationEssentials
public import PrintModel

extension PrintService {
    /// The jobs, ours and other programs', ours first, each oldest first.
    ///
    /// - Parameters:
    ///   - filter: Which jobs; of those that have ended ``JobList/longest`` at most.
    ///   - language: The language of the reasons.
    /// - Returns: The list, which is read while it is told.
    public nonisolated func jobList(_ filter: JobFilter, language: Language) -> JobList {
        JobList(service: self, filter: filter, language: language)
    }
}

/// A list of jobs in JSON, in pieces: a long one is told while it is read, and needs no memory.
///
/// Ours stand in the store as they are told, so that none is read and written anew.
public struct JobList: AsyncSequence, Sendable {
    /// How many of our jobs a list with the history has at most: the newest.
    public static let longest = 10_000
    private static let piece = 256

    let service: PrintService
    let filter: JobFilter
    let language: Language

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(list: self)
    }

    /// Reads one piece after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let list: JobList
        private var next: JobID?
        private var hasBegun = false
        private var others: Task<[PrintJob], Never>?

        fileprivate init(list: JobList) {
            self.list = list
        }

        /// Some jobs in JSON, separated by commas; `nil` at the end.
        ///
        /// Those of other programs are left out while the scheduler does not answer.
        ///
        /// - Throws: What the store throws.
        public mutating func next() async throws -> [UInt8]? {
            let store = list.service.queue.store
            if !hasBegun {
                hasBegun = true
                // The scheduler answers while ours are read.
                others = Task { [list] in await list.service.externalJobs(all: list.filter.all) }
                let first = list.filter.all ? try await store.firstListed(ofNewest: longest) : nil
                next = first ?? JobID(rawValue: 0)
                // All of ours are one user's.
                let user = list.service.configuration.user
                if list.filter.user ?? user != user { next = nil }
            }
            if let first = next {
                let found = try await store.list(
                    list.filter,
                    from: first,
                    limit: piece
                )
                next =
                    found.ids.count == piece
                    ? found.ids.last.map { JobID(rawValue: $0.rawValue + 1) } : nil
                if !found.ids.isEmpty { return try list.inWords(found) }
            }
            guard let others else { return nil }
            self.others = nil
            let told = try await others.value
                .filter { list.filter.takes($0) }
                .map { Array(try WireFormat.encode($0.inWords(of: list.language))) }
            return told.isEmpty ? nil : Array(told.joined(separator: CollectionOfOne(comma)))
        }
    }

    private static let comma = UInt8(ascii: ",")

    /// Jobs in the words of the list's language; only reasons have words.
    private func inWords(_ jobs: ListedJobs) throws -> [UInt8] {
        guard language != .english else { return jobs.json }
        let told = try jobs.each.map { json in
            guard !json.contains(Self.noReasons) else { return Array(json) }
            let job = try WireFormat.decode(PrintJob.self, from: Data(json))
            return Array(try WireFormat.encode(job.inWords(of: language)))
        }
        return Array(told.joined(separator: CollectionOfOne(Self.comma)))
    }

    private static let noReasons = Array(#""reasons":[]"#.utf8)
}
