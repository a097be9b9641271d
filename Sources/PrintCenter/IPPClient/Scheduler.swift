internal import Failpoints
package import IPP

/// CUPS: every operation that the service requests of it.
///
/// Requests go to the address that libcups is configured for, normally a domain
/// socket, where the kernel identifies the user. CUPS validates almost nothing of
/// a ticket, so that a success means no more than that it accepted the job.
package struct Scheduler: PrintScheduler {
    /// The owner of the listed jobs, and the user who requests the list.
    private struct Owner {
        /// The owner of the jobs; `nil` for the jobs of all users.
        let user: String?
        /// The `requesting-user-name`; CUPS shows names and owners of jobs to their owner alone.
        let viewer: String?
    }

    /// The timeout of requests without a document: 20 seconds.
    static let timeout = Duration.seconds(20)
    /// The maximum number of jobs of its history that CUPS lists, whatever the `limit`: 500.
    private static let pageSize = 500

    private let connection: IPPConnection
    /// The factor of the timeouts.
    private let patience: Int

    /// Creates a client of the scheduler; the first request connects.
    ///
    /// - Parameters:
    ///   - endpoint: The server.
    ///   - clock: The clock.
    ///   - patience: The factor of the timeouts.
    package init(
        _ endpoint: IPPEndpoint = .scheduler,
        clock: any ServiceClock = SystemClock(),
        patience: Int = 1
    ) {
        self.connection = IPPConnection(to: endpoint, clock: clock)
        self.patience = patience
    }

    // MARK: Queues

    /// Returns all queues in the order of the scheduler, with its default marked.
    package func queues() async throws(CupsError) -> [SchedulerQueue] {
        var request = Self.request(.cupsGetPrinters)
        request.append(.requested(SchedulerQueue.requestedAttributes))
        let reply: IPPMessage
        do {
            reply = try await perform(request)
        } catch .ipp(.notFound, _) {
            // CUPS has no queues.
            return []
        }
        return reply.groups(.printer).compactMap { SchedulerQueue($0) }
    }

    /// Returns the attributes that the scheduler reports for a queue.
    ///
    /// They promise more than the device supports: filters emulate copies and page
    /// ranges. Query the device where it speaks IPP.
    package func attributes(
        ofQueue name: String,
        requested: [String]
    ) async throws(CupsError) -> IPPAttributeGroup {
        var request = Self.request(.getPrinterAttributes)
        request.append(IPPAttribute("printer-uri", .uri(QueueURI.uri(name))))
        request.append(.requested(requested))
        let reply = try await perform(request)
        return reply.attributes(in: .printer) ?? IPPAttributeGroup(.printer)
    }

    // MARK: Delivery

    /// Creates a job without a document and returns its `job-id`: Create-Job.
    ///
    /// - Throws: ``CupsError/replyLost`` if the scheduler may have created a job:
    ///   look for its UUID among ``jobs(_:ofUser:asSeenBy:printer:attributes:)`` before you retry.
    package func createJob(_ job: CreateJobRequest) async throws(CupsError) -> Int {
        var request = Self.request(.createJob)
        request.append(IPPAttribute("printer-uri", .uri(QueueURI.uri(job.printer))))
        request.append(.user(job.user))
        request.append(.jobName(job.name))
        var ticket = job.ticket
        ticket.append(IPPAttribute("job-uuid", .uri(job.uuid)))
        if job.isHeld {
            ticket.append(IPPAttribute("job-hold-until", .keyword("indefinite")))
        }
        request.append(ticket, in: .job)
        let reply = try await perform(
            request,
            resource: QueueURI.resource(job.printer),
            effect: .changes
        )
        guard let id = reply.attributes(in: .job)?["job-id"]?.integer, id > 0 else {
            throw .incomplete(attribute: "job-id")
        }
        return id
    }

    /// Sends the only document of a job and closes the job: Send-Document.
    ///
    /// CUPS accepts a second document even then: never call it again for the same
    /// job without checking `number-of-documents`.
    ///
    /// - Throws: ``CupsError/replyLost`` if the scheduler may have received the document.
    package func sendDocument(
        job: Int,
        printer: String,
        user: String,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) {
        var request = Self.request(.sendDocument)
        request.append(IPPAttribute("printer-uri", .uri(QueueURI.uri(printer))))
        request.append(.jobID(job))
        request.append(.user(user))
        request.append(IPPAttribute("document-format", .mimeType(format)))
        request.append(IPPAttribute("last-document", .boolean(true)))
        _ = try await perform(
            request,
            resource: QueueURI.resource(printer),
            document: document,
            effect: .changes,
            timeout: timeout
        )
    }

    /// Releases a held job: Release-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job is not held.
    package func release(job: Int, user: String) async throws(CupsError) {
        try await change(.releaseJob, job: job, user: user)
    }

    /// Cancels a job: Cancel-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job has ended.
    package func cancel(job: Int, user: String) async throws(CupsError) {
        try await change(.cancelJob, job: job, user: user)
    }

    func change(
        _ operation: IPPOperation,
        job: Int,
        user: String,
        attributes: [IPPAttribute] = []
    ) async throws(CupsError) {
        var request = Self.request(operation)
        request.append(IPPAttribute("printer-uri", .uri("ipp://localhost/")))
        request.append(.jobID(job))
        request.append(.user(user))
        if !attributes.isEmpty { request.append(attributes, in: .job) }
        _ = try await perform(request, resource: "/jobs/", effect: .changes)
    }

    // MARK: Jobs

    /// Returns the job with this `job-id`, or `nil`.
    ///
    /// CUPS shows the name and the owner of a job to the owner alone, whom the viewer names.
    package func job(
        _ id: Int,
        asSeenBy viewer: String?,
        attributes: [String]
    ) async throws(CupsError) -> SchedulerJob? {
        var request = Self.request(.getJobAttributes)
        request.append(IPPAttribute("printer-uri", .uri("ipp://localhost/")))
        request.append(.jobID(id))
        if let viewer {
            request.append(.user(viewer))
        }
        request.append(.requested(Set(attributes).union(["job-id"]).sorted()))
        do {
            let reply = try await perform(request)
            return reply.attributes(in: .job).flatMap { SchedulerJob($0) }
        } catch .ipp(.notFound, _) {
            return nil
        }
    }

    /// Returns the jobs that the scheduler remembers, in ascending order of `job-id`.
    ///
    /// - Parameters:
    ///   - which: The `which-jobs`.
    ///   - user: The owner of the jobs; `nil` for the jobs of all users.
    ///   - viewer: The `requesting-user-name` where `user` is `nil`: CUPS shows the
    ///     name and the owner of a job to the owner alone.
    ///   - printer: The queue; `nil` for all queues.
    ///   - attributes: The requested attributes, besides `job-id` and `job-state`.
    /// - Returns: The jobs; those of other users lack what CUPS hides.
    /// - Throws: The error of the first request that fails.
    package func jobs(
        _ which: WhichJobs,
        ofUser user: String?,
        asSeenBy viewer: String?,
        printer: String?,
        attributes: [String]
    ) async throws(CupsError) -> [SchedulerJob] {
        let owner = Owner(user: user, viewer: viewer)
        if which == .notCompleted {
            let page = try await page(which, owner, printer, attributes, from: 1)
            // Active jobs are sorted by priority, so that there is no next page of them.
            guard page.isFull else { return page.jobs.sorted { $0.id < $1.id } }
        }
        // Only the list of all jobs is sorted by `job-id`, which `first-job-id` needs.
        var jobs: [SchedulerJob] = []
        var first = 1
        while true {
            let page = try await page(.all, owner, printer, attributes, from: first)
            jobs += page.jobs
            guard page.isFull, let last = page.jobs.map(\.id).max(), last >= first,
                last < Int(Int32.max)
            else { break }
            first = last + 1
        }
        let matching = jobs.filter { job in
            switch which {
            case .all: true
            case .notCompleted: job.state?.isFinal == false
            case .completed: job.state?.isFinal == true
            }
        }
        return matching.sorted { $0.id < $1.id }
    }

    private func page(
        _ which: WhichJobs,
        _ owner: Owner,
        _ printer: String?,
        _ attributes: [String],
        from first: Int
    ) async throws(CupsError) -> (jobs: [SchedulerJob], isFull: Bool) {
        var request = Self.request(.getJobs)
        let uri = printer.map { QueueURI.uri($0) } ?? "ipp://localhost/"
        request.append(IPPAttribute("printer-uri", .uri(uri)))
        if let name = owner.user ?? owner.viewer {
            request.append(.user(name))
        }
        if owner.user != nil {
            request.append(IPPAttribute("my-jobs", .boolean(true)))
        }
        request.append(IPPAttribute("limit", .integer(Int32(clamping: Self.pageSize))))
        request.append(IPPAttribute("first-job-id", .integer(Int32(clamping: first))))
        request.append(.requested(Set(attributes).union(["job-id", "job-state"]).sorted()))
        request.append(IPPAttribute("which-jobs", .keyword(which.rawValue)))
        let reply = try await perform(request)
        let groups = reply.groups(.job)
        return (groups.compactMap { SchedulerJob($0) }, groups.count >= Self.pageSize)
    }

    package var endsOfConnections: Int {
        get async { await connection.endsByServer }
    }

    package func close() async {
        await connection.close()
    }

    // MARK: Requests

    static func request(_ operation: IPPOperation) -> IPPMessage {
        IPPMessage(operation: operation, requestID: .random(in: 1...Int32.max))
    }

    func perform(
        _ request: IPPMessage,
        resource: String = "/",
        document: DocumentBody? = nil,
        effect: IPPConnection.Effect = .reads,
        timeout: Duration = Self.timeout
    ) async throws(CupsError) -> IPPMessage {
        failpoint(request.operation.failpoints?.unsent)
        let reply = try await connection.send(
            request,
            resource: resource,
            document: document,
            effect: effect,
            timeout: timeout * patience
        )
        failpoint(request.operation.failpoints?.answered)
        guard reply.status.isSuccessful else {
            throw .ipp(reply.status, message: reply.statusMessage)
        }
        return reply
    }
}
