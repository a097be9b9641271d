import FoundationEssentials
public import PrintModel
import Synchronization

/// Lists of jobs.
extension PrintCenterClient {
    /// The active jobs; with `all` also those that have ended.
    public func jobs(all: Bool = false, printer: PrinterID? = nil) async throws -> [PrintJob] {
        try await jobs(JobFilter(all: all, printer: printer))
    }

    /// The jobs that match a filter, including those of other programs.
    ///
    /// A queue may have hundreds of thousands of jobs, all of which are in memory then: read them in pages.
    ///
    /// - Parameter filter: The filter.
    /// - Returns: The jobs of the service first, each group oldest first.
    /// - Throws: ``ClientError``.
    public func jobs(_ filter: JobFilter) async throws -> [PrintJob] {
        try await jobs(filter, JobPage()).jobs
    }

    /// A page of the jobs that match a filter.
    ///
    /// ```swift
    /// let first = try await client.jobs(JobFilter(), JobPage(limit: 100))
    /// let last = first.jobs.last { $0.id != nil }?.id
    /// let second = try await client.jobs(JobFilter(), JobPage(limit: 100, after: last))
    /// ```
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - page: The place in the list, and the number of jobs.
    /// - Returns: The jobs of the service first, each group oldest first; and how many active jobs of the service follow, where
    ///   the page has a limit.
    /// - Throws: ``ClientError``.
    public func jobs(
        _ filter: JobFilter,
        _ page: JobPage
    ) async throws -> (jobs: [PrintJob], remaining: Int?) {
        try await perform(get(Self.path(filter, page))) { status, parts in
            var jobs: [PrintJob] = []
            try await Self.readList(status, &parts) {
                for job in $0 {
                    jobs.append(try WireFormat.decode(PrintJob.self, from: Data(job)))
                }
            }
            return (jobs, parts.remaining)
        }
    }

    /// Passes the JSON of jobs on as it arrives, some of them at a time.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - page: The place in the list, and the number of jobs.
    ///   - take: Takes the JSON of some jobs.
    /// - Returns: How many active jobs of the service follow, where the page has a limit.
    /// - Throws: ``ClientError``, and what `take` throws.
    package func readJobs(
        _ filter: JobFilter,
        _ page: JobPage = JobPage(),
        _ take: @Sendable ([[UInt8]]) throws -> Void
    ) async throws -> Int? {
        try await reading(get(Self.path(filter, page))) { status, parts, hasBegun in
            try await Self.readList(status, &parts) { jobs in
                hasBegun()
                try take(jobs)
            }
            return parts.remaining
        }
    }

    /// Passes the bytes of a list of jobs on as they arrive: a JSON array.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - take: Takes some bytes.
    /// - Throws: ``ClientError``, and what `take` throws.
    package func readBytes(
        _ filter: JobFilter,
        _ take: @Sendable ([UInt8]) throws -> Void
    ) async throws {
        try await reading(get(Self.path(filter, JobPage()))) { status, parts, hasBegun in
            guard (200..<300).contains(status) else {
                try await Self.check(status, &parts)
                return
            }
            while let chunk = try await parts.chunk() {
                hasBegun()
                try take(chunk)
            }
        }
    }

    /// Reads a list that is not asked for again once some of it was passed on.
    private func reading<Answer: Sendable>(
        _ request: HTTPExchange.Request,
        _ read:
            @Sendable (
                _ status: Int, inout HTTPExchange.Parts, _ hasBegun: @Sendable () -> Void
            ) async throws -> Answer
    ) async throws -> Answer {
        let hasBegun = Atomic(false)
        return try await perform(
            request,
            again: { !hasBegun.load(ordering: .relaxed) },
            read: { status, parts in
                try await read(status, &parts) { hasBegun.store(true, ordering: .relaxed) }
            }
        )
    }

    /// Cancels all active jobs of the user, including those of other programs.
    ///
    /// - Parameters:
    ///   - printer: The printer whose jobs to cancel; `nil` for all printers.
    ///   - force: Whether to end them even if their printers do not say what becomes of them.
    /// - Returns: The jobs; those that the scheduler did not have yet are final at once.
    /// - Throws: ``ClientError`` with the problem `printer-not-found`.
    @discardableResult
    public func cancelAll(
        on printer: String? = nil,
        force: Bool = false
    ) async throws -> [PrintJob] {
        let canceled = Mutex<[PrintJob]>([])
        try await cancelAll(on: printer, force: force) { job in
            canceled.withLock { $0.append(job) }
        }
        return canceled.withLock(\.self)
    }

    /// Cancels all active jobs of the user, and passes each of them on as it arrives.
    package func cancelAll(
        on printer: String?,
        force: Bool,
        _ take: @Sendable (PrintJob) throws -> Void
    ) async throws {
        let wish = CancelRequest(printer: printer, force: force ? true : nil)
        try await reading(post("/v1/jobs/cancel", try json(wish))) { status, parts, hasBegun in
            try await Self.readList(status, &parts) { jobs in
                hasBegun()
                for job in jobs { try take(try WireFormat.decode(PrintJob.self, from: Data(job))) }
            }
        }
    }

    private static func path(_ filter: JobFilter, _ page: JobPage) -> String {
        var path = "/v1/jobs?all=\(filter.all)"
        if let printer = filter.printer { path += "&printer=\(escaped(printer.rawValue))" }
        if let user = filter.user { path += "&user=\(escaped(user))" }
        for (name, date) in [("since", filter.since), ("until", filter.until)] {
            guard let date else { continue }
            path += "&\(name)=\(escaped(date.formatted(.iso8601)))"
        }
        if let limit = page.limit { path += "&limit=\(limit)" }
        if let after = page.after { path += "&after=\(after)" }
        return path
    }

    /// Reads a list, element by element as it arrives, so that a long one is never in memory as a whole.
    private static func readList(
        _ status: Int,
        _ parts: inout HTTPExchange.Parts,
        _ take: ([[UInt8]]) throws -> Void
    ) async throws {
        guard (200..<300).contains(status) else {
            try await check(status, &parts)
            return
        }
        var splitter = ListSplitter()
        do {
            while let chunk = try await parts.chunk() {
                let found = try splitter.take(chunk)
                if !found.isEmpty { try take(found) }
            }
            guard splitter.isComplete else { throw ListSplitter.Malformed() }
        } catch is DecodingError {
            throw ClientError.notUnderstood
        } catch is ListSplitter.Malformed {
            throw ClientError.notUnderstood
        }
    }
}
