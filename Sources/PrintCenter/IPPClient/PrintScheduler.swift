package import IPP

/// The print scheduler, as discovery, delivery, and watching use it.
///
/// ``Scheduler`` is CUPS. The fake for tests passes the same conformance suite.
package protocol PrintScheduler: Sendable {
    // MARK: Queues

    /// Returns all queues in the scheduler's order, with its default marked.
    func queues() async throws(CupsError) -> [SchedulerQueue]
    /// Returns the attributes that the scheduler reports for a queue: Get-Printer-Attributes.
    func attributes(
        ofQueue name: String,
        requested: [String]
    ) async throws(CupsError) -> IPPAttributeGroup

    // MARK: Delivery

    /// Creates a job without a document and returns its `job-id`: Create-Job.
    ///
    /// - Throws: ``CupsError/replyLost`` if the scheduler may have created a job. Look for its
    ///   UUID in the list of jobs before you retry.
    func createJob(_ job: CreateJobRequest) async throws(CupsError) -> Int
    /// Sends the only document of a job and closes the job: Send-Document.
    ///
    /// - Throws: ``CupsError/replyLost`` if the scheduler may have received the document.
    func sendDocument(
        job: Int,
        printer: String,
        user: String,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError)

    // MARK: Jobs

    /// Releases a held job: Release-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job is not held.
    func release(job: Int, user: String) async throws(CupsError)
    /// Cancels a job: Cancel-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job has ended.
    func cancel(job: Int, user: String) async throws(CupsError)
    /// Holds a pending job until it is released: Hold-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job is processing, or has ended.
    func hold(job: Int, user: String) async throws(CupsError)
    /// Moves a job to another queue: CUPS-Move-Job.
    ///
    /// - Throws: `.ipp(.notFound, …)` if the scheduler has no such job or queue,
    ///   `.ipp(.notPossible, …)` if the job has ended.
    func move(job: Int, to printer: String, user: String) async throws(CupsError)
    /// Sets the `job-priority` of a job, 1 to 100: Set-Job-Attributes.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job has ended.
    func setPriority(_ priority: Int, job: Int, user: String) async throws(CupsError)
    /// Returns a job; `nil` if the scheduler has none of this `job-id`.
    func job(
        _ id: Int,
        asSeenBy viewer: String?,
        attributes: [String]
    ) async throws(CupsError) -> SchedulerJob?
    /// Returns the jobs that the scheduler remembers, in ascending order of `job-id`.
    func jobs(
        _ which: WhichJobs,
        ofUser user: String?,
        asSeenBy viewer: String?,
        printer: String?,
        attributes: [String]
    ) async throws(CupsError) -> [SchedulerJob]

    // MARK: Events

    /// Subscribes to the end of a job: Create-Job-Subscriptions (RFC 3995).
    ///
    /// - Parameters:
    ///   - job: The `job-id`.
    ///   - uuid: The `job-uuid`, by which the event is recognized.
    ///   - user: The owner of the job.
    /// - Returns: The `notify-subscription-id`; `nil` if the scheduler has no events.
    /// - Throws: The error of the request, such as `client-error-too-many-subscriptions`.
    func subscribe(toEndOf job: Int, uuid: String, user: String) async throws(CupsError) -> Int?
    /// Returns how a job ended, even if the scheduler has forgotten it: Get-Notifications (RFC 3996).
    ///
    /// - Parameters:
    ///   - job: The `job-id`.
    ///   - uuid: The `job-uuid`.
    ///   - user: The owner of the job.
    ///   - subscription: The `notify-subscription-id`.
    /// - Returns: The job with its last state; `nil` if there is no such event.
    /// - Throws: The error of the request.
    func end(
        ofJob job: Int,
        uuid: String,
        user: String,
        in subscription: Int
    ) async throws(CupsError) -> SchedulerJob?
    /// Ends a subscription: Cancel-Subscription (RFC 3995).
    func unsubscribe(_ subscription: Int, user: String) async throws(CupsError)

    /// How many connections the scheduler has ended so far: after each, it may have restarted.
    ///
    /// The times of its jobs are whole seconds, so that they do not show each restart.
    var endsOfConnections: Int { get async }

    /// Closes idle connections; the next request opens another.
    func close() async
}

extension PrintScheduler {
    /// Returns `nil`, for a scheduler without events.
    package func subscribe(
        toEndOf job: Int,
        uuid: String,
        user: String
    ) async throws(CupsError) -> Int? { nil }

    /// Returns `nil`, for a scheduler without events.
    package func end(
        ofJob job: Int,
        uuid: String,
        user: String,
        in subscription: Int
    ) async throws(CupsError) -> SchedulerJob? { nil }

    /// Does nothing, for a scheduler without events.
    package func unsubscribe(_ subscription: Int, user: String) async throws(CupsError) {}

    /// Sends the only document of a job within ten minutes.
    package func sendDocument(
        job: Int,
        printer: String,
        user: String,
        format: String,
        document: DocumentBody
    ) async throws(CupsError) {
        try await sendDocument(
            job: job,
            printer: printer,
            user: user,
            format: format,
            document: document,
            timeout: .seconds(600)
        )
    }

    /// Returns a job with the attributes of ``SchedulerJob``; `nil` if there is none.
    package func job(
        _ id: Int,
        asSeenBy viewer: String? = nil
    ) async throws(CupsError) -> SchedulerJob? {
        try await job(id, asSeenBy: viewer, attributes: SchedulerJob.requestedAttributes)
    }

    /// Returns a job with some of its attributes; `nil` if there is none.
    package func job(_ id: Int, attributes: [String]) async throws(CupsError) -> SchedulerJob? {
        try await job(id, asSeenBy: nil, attributes: attributes)
    }

    /// Returns jobs with the attributes of ``SchedulerJob``.
    package func jobs(
        _ which: WhichJobs,
        ofUser user: String? = nil,
        asSeenBy viewer: String? = nil,
        printer: String? = nil
    ) async throws(CupsError) -> [SchedulerJob] {
        try await jobs(
            which,
            ofUser: user,
            asSeenBy: viewer,
            printer: printer,
            attributes: SchedulerJob.requestedAttributes
        )
    }

    /// Returns jobs with some of their attributes.
    package func jobs(
        _ which: WhichJobs,
        ofUser user: String? = nil,
        asSeenBy viewer: String? = nil,
        attributes: [String]
    ) async throws(CupsError) -> [SchedulerJob] {
        try await jobs(
            which,
            ofUser: user,
            asSeenBy: viewer,
            printer: nil,
            attributes: attributes
        )
    }
}
