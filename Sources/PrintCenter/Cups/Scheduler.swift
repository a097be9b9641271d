internal import Failpoints
package import IPP

/// The print scheduler: every operation that this program asks of it.
///
/// It is always spoken to over the address that libcups names, normally its
/// domain socket, where it knows the user by the socket itself. It checks
/// almost nothing of a ticket, so that a success says "accepted" and no more.
package struct Scheduler: Sendable {
    /// Which jobs are listed: `which-jobs`.
    package enum WhichJobs: String, Sendable {
        /// All that it remembers.
        case all
        /// Those that have not ended.
        case notCompleted = "not-completed"
        /// Those that have ended, however they did.
        case completed
    }

    /// Whose jobs are listed, and who asks.
    private struct Owner {
        /// The owner of the jobs; `nil` for everybody's.
        let user: String?
        /// Who is to see them; an owner sees what others do not.
        let viewer: String?
    }

    /// How long a request may take that moves no document.
    private static let timeout = Duration.seconds(20)
    /// How many jobs of its history the scheduler gives at once, whatever it is asked for.
    private static let pageSize = 500

    let connection: IPPConnection

    /// Names the scheduler; nothing is connected yet.
    package init(_ endpoint: IPPEndpoint = .scheduler) {
        self.connection = IPPConnection(to: endpoint)
    }

    // MARK: Queues

    /// All queues, sorted as the scheduler does, with the default marked.
    package func queues() async throws(CupsError) -> [SchedulerQueue] {
        var request = Self.request(.cupsGetPrinters)
        request.append(.requested(SchedulerQueue.requestedAttributes))
        let reply: IPPMessage
        do {
            reply = try await perform(request)
        } catch .ipp(.notFound, _) {
            // Its way to say that there are none.
            return []
        }
        let defaultName = try await defaultQueue()
        return reply.groups(.printer).compactMap { group in
            SchedulerQueue(group) { $0 == defaultName }
        }
    }

    /// The name of the scheduler's own default queue; `nil` without one.
    package func defaultQueue() async throws(CupsError) -> String? {
        var request = Self.request(.cupsGetDefault)
        request.append(.requested(["printer-name"]))
        do {
            let reply = try await perform(request)
            return reply.attributes(in: .printer)?["printer-name"]?.nonEmptyCleaned
        } catch .ipp(.notFound, _) {
            return nil
        }
    }

    /// What the scheduler says that a queue can do.
    ///
    /// It claims more than the device can: its filters emulate copies and page
    /// ranges. Ask the device where it speaks IPP.
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

    /// Creates a job without a document and returns its number: Create-Job.
    ///
    /// - Throws: ``CupsError/replyLost`` where a job may have been created: look
    ///   for its UUID among ``jobs(_:ofUser:asSeenBy:printer:attributes:)`` before trying again.
    package func createJob(_ job: CreateJobRequest) async throws(CupsError) -> Int {
        var request = Self.request(.createJob)
        request.append(IPPAttribute("printer-uri", .uri(QueueURI.uri(job.printer))))
        request.append(.user(job.user))
        request.append(IPPAttribute("job-name", .name(job.name.prefix(bytes: 255))))
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
    /// The scheduler takes a second document even then: never call it twice for
    /// a job without having looked at `number-of-documents`.
    ///
    /// - Throws: ``CupsError/replyLost`` where the document may have been taken.
    package func sendDocument(
        job: Int,
        printer: String,
        user: String,
        format: String,
        document: DocumentBody,
        timeout: Duration = .seconds(600)
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

    /// Lets a held job go: Release-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` where it is not held, or not any more.
    package func release(job: Int, user: String) async throws(CupsError) {
        try await change(.releaseJob, job: job, user: user)
    }

    /// Cancels a job: Cancel-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` where it has already ended.
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

    /// One job; `nil` where there is none of this number.
    ///
    /// The scheduler shows name and owner to the owner alone: name who is to see them.
    package func job(
        _ id: Int,
        asSeenBy viewer: String? = nil,
        attributes: [String] = SchedulerJob.requestedAttributes
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

    /// The jobs that the scheduler remembers, by ascending number.
    ///
    /// - Parameters:
    ///   - which: Which jobs are listed.
    ///   - user: The owner of the jobs; `nil` for everybody's.
    ///   - viewer: Who is to see them, if that is not the owner: the scheduler
    ///     shows name and owner of a job to the owner alone.
    ///   - printer: The queue; `nil` for all.
    ///   - attributes: What is asked for, besides `job-id` and `job-state`.
    /// - Returns: The jobs, those of other users with what the scheduler shows of them.
    /// - Throws: What the first request that fails says.
    package func jobs(
        _ which: WhichJobs,
        ofUser user: String? = nil,
        asSeenBy viewer: String? = nil,
        printer: String? = nil,
        attributes: [String] = SchedulerJob.requestedAttributes
    ) async throws(CupsError) -> [SchedulerJob] {
        let owner = Owner(user: user, viewer: viewer)
        if which == .notCompleted {
            let page = try await page(which, owner, printer, attributes, from: 1)
            // Active jobs come by priority, so that a full page has no next one.
            guard page.isFull else { return page.jobs.sorted { $0.id < $1.id } }
        }
        // Only the list of all jobs is sorted by number, which is what pages go by.
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
        request.append(IPPAttribute("limit", .integer(Int32(Self.pageSize))))
        request.append(IPPAttribute("first-job-id", .integer(Int32(clamping: first))))
        request.append(.requested(Set(attributes).union(["job-id", "job-state"]).sorted()))
        request.append(IPPAttribute("which-jobs", .keyword(which.rawValue)))
        let reply = try await perform(request)
        let groups = reply.groups(.job)
        return (groups.compactMap { SchedulerJob($0) }, groups.count >= Self.pageSize)
    }

    // MARK: Requests

    private static func request(_ operation: IPPOperation) -> IPPMessage {
        IPPMessage(operation: operation, requestID: .random(in: 1...Int32.max))
    }

    private func perform(
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
            timeout: timeout
        )
        failpoint(request.operation.failpoints?.answered)
        guard reply.status.isSuccessful else {
            throw .ipp(reply.status, message: reply.statusMessage)
        }
        return reply
    }
}
