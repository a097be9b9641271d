import FoundationEssentials
public import PrintModel

extension PrintService {
    /// Cancels all active jobs of the user.
    ///
    /// - Parameters:
    ///   - printer: The printer of the jobs; `nil` for all printers.
    ///   - force: Whether to end them although their printers do not say what becomes of them.
    ///   - language: The language of the reasons.
    /// - Returns: The jobs that are canceled or being canceled, which are read from the store while they are sent.
    /// - Throws: `Problem` with `printer-not-found`, and the errors of the store.
    public nonisolated func cancelAll(
        on printer: String?,
        force: Bool = false,
        language: Language = .english
    ) async throws -> CanceledJobs {
        var wanted: PrinterID?
        if let printer { wanted = try await printerWithJobs(named: printer) }
        let aliases = await directory.aliases(of: wanted)
        var numbers = try await queue.store.activeNumbers(on: wanted)[...]
        for alias in aliases { numbers += try await queue.store.activeNumbers(on: alias) }
        var canceled: [JobID] = []
        var batch = Self.batch
        while !numbers.isEmpty {
            // In small transactions, so that other changes do not wait long.
            let after: [JobRecord]
            do {
                after = try await queue.requestCancel(Array(numbers.prefix(batch)))
            } catch let error as StoreError where error.code == .full && batch > 1 {
                // What is reserved on a full disk is enough for a few at a time.
                batch = max(1, batch / 8)
                continue
            }
            numbers = numbers.dropFirst(batch)
            for record in after where record.job.state.isFinal {
                if record.isPrepared { await work.removePages(record.preparedName) }
                await forgetPIN(of: record)
            }
            if force { _ = try await giveUp(after) }
            canceled += after.compactMap(\.job.id)
        }
        var others: [PrintJob] = []
        for job in await externalJobs(all: false)
        where job.user == configuration.user && (wanted == nil || job.printer == wanted) {
            // It may have ended in the meantime.
            if let job = try? await cancelExternal(job.label) { others.append(job) }
        }
        return CanceledJobs(store: queue.store, ids: canceled, others: others, language: language)
    }

    /// How many jobs one transaction cancels.
    private static let batch = 500

    /// A printer with a name; it may be gone while its jobs are still in the store.
    private nonisolated func printerWithJobs(named name: String) async throws -> PrinterID {
        switch PrinterChoice.choose(named: name, among: (try? await printers()) ?? []) {
        case .success(let found): return found.id
        case .failure(let obstacle):
            let printer = PrinterID(rawValue: name)
            guard try await !queue.store.activeNumbers(on: printer).isEmpty else {
                throw Problem(noPrinter: obstacle)
            }
            return printer
        }
    }
}

/// Jobs that were canceled together, as JSON in chunks, so that many are never in memory as a whole.
public struct CanceledJobs: AsyncSequence, Sendable {
    private static let chunk = 256

    fileprivate let store: any JobStore
    /// The jobs of the service.
    let ids: [JobID]
    /// Those of other programs.
    let others: [PrintJob]
    let language: Language

    /// How many jobs there are.
    var count: Int { ids.count.adding(clamping: others.count) }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(jobs: self, rest: ids[...])
    }

    /// Reads one piece after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let jobs: CanceledJobs
        fileprivate var rest: ArraySlice<JobID>
        fileprivate var hasOthers = true

        /// Returns some jobs as JSON, separated by commas; `nil` at the end.
        ///
        /// - Throws: The errors of the store.
        public mutating func next() async throws -> [UInt8]? {
            while !rest.isEmpty {
                let ids = Array(rest.prefix(CanceledJobs.chunk))
                rest = rest.dropFirst(CanceledJobs.chunk)
                // A job whose time in the history is over is in the list no more.
                let found = try await jobs.store.snapshot(of: ids).jobs
                if !found.isEmpty { return try json(found) }
            }
            guard hasOthers, !jobs.others.isEmpty else { return nil }
            hasOthers = false
            return try json(jobs.others)
        }

        private func json(_ found: [PrintJob]) throws -> [UInt8] {
            let texts = try found.map {
                Array(try WireFormat.encode($0.inWords(of: jobs.language)))
            }
            return Array(texts.joined(separator: CollectionOfOne(UInt8(ascii: ","))))
        }
    }
}
