import Failpoints
import IPP

/// Jobs that go straight to the printer.
extension Device {
    /// Creates a job without a document and returns its `job-id`: Create-Job.
    ///
    /// Many printers take no other job until it has its document, or is canceled.
    ///
    /// - Parameters:
    ///   - job: The attributes; the name of the queue and whether the job is held do not count,
    ///     because few printers hold a job reliably.
    ///   - timeout: The time for the request.
    /// - Returns: The `job-id`, which the printer may use again after it was off.
    /// - Throws: ``CupsError/replyLost`` if the printer may have created a job; `.ipp(.busy, …)` or
    ///   `.ipp(.notAcceptingJobs, …)` if it takes none now.
    package func createJob(
        _ job: CreateJobRequest,
        timeout: Duration
    ) async throws(CupsError) -> Int {
        var request = request(.createJob)
        describe(job, in: &request)
        let reply: IPPMessage
        do {
            reply = try await perform(request, effect: .changes, timeout: timeout)
        } catch .ipp(let status, let message) {
            // The message is shown, and it must not repeat a PIN.
            throw .ipp(status, message: job.password.map { $0.cleaned(message) } ?? message)
        }
        guard let id = reply.attributes(in: .job)?["job-id"]?.integer, id > 0 else {
            throw .incomplete(attribute: "job-id")
        }
        guard job.password == nil || !Self.ignoresPassword(reply) else {
            // It would print the job at once.
            try await cancel(job: id, user: job.user, timeout: timeout)
            throw .ipp(.attributesOrValuesNotSupported, message: "PIN")
        }
        return id
    }

    /// Whether a printer has accepted a job without its PIN.
    private static func ignoresPassword(_ reply: IPPMessage) -> Bool {
        reply.attributes(in: .unsupported)?.attributes.contains {
            $0.name.hasPrefix(JobPassword.attribute)
        } ?? false
    }

    /// Sends the only document of a job without its last byte: Send-Document.
    ///
    /// - Parameters:
    ///   - job: The `job-id`.
    ///   - user: The owner of the job.
    ///   - format: The `document-format`.
    ///   - document: The document.
    ///   - timeout: The time until all but the last byte is written.
    /// - Returns: The document, which the printer has once its last byte is sent.
    /// - Throws: An error after which the printer does not have the whole document. `.ipp(.notFound,
    ///   …)` if there is no such job, `.ipp(.notPossible, …)` if it has a document or has ended: most
    ///   printers reply that only after the last byte.
    package func beginDocument(
        job: Int,
        user: String,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) -> any PendingDocument {
        var request = request(.sendDocument)
        request.append(.jobID(job))
        request.append(.user(user))
        request.append(IPPAttribute("document-format", .mimeType(format)))
        request.append(IPPAttribute("last-document", .boolean(true)))
        return try await begin(request, job: job, document: document, timeout: timeout)
    }

    /// Creates a job together with its document, without the last byte: Print-Job.
    ///
    /// For printers without Create-Job or Send-Document. The printer may list the job before the last
    /// byte, and aborts it if that does not come.
    ///
    /// - Parameters:
    ///   - job: The attributes, as for ``createJob(_:timeout:)``.
    ///   - format: The `document-format`.
    ///   - document: The document.
    ///   - timeout: The time until all but the last byte is written.
    /// - Returns: The document, which the printer has once its last byte is sent.
    /// - Throws: An error after which the printer does not have the whole document.
    package func beginJob(
        _ job: CreateJobRequest,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) -> any PendingDocument {
        var request = request(.printJob)
        describe(job, in: &request)
        request.append(IPPAttribute("document-format", .mimeType(format)), in: .operation)
        return try await begin(request, job: nil, document: document, timeout: timeout)
    }

    /// Returns the job with this `job-id`, or `nil`: Get-Job-Attributes.
    ///
    /// After a printer was off, another job may have the number: compare name and `job-uuid`.
    ///
    /// - Parameters:
    ///   - id: The `job-id`.
    ///   - user: The `requesting-user-name`; many printers hide the names of other users' jobs.
    ///   - timeout: The time for the request.
    /// - Returns: The job; `nil` if the printer has none, or no longer.
    /// - Throws: The error of the request.
    package func job(
        _ id: Int,
        user: String,
        timeout: Duration
    ) async throws(CupsError) -> DeviceJob? {
        var request = request(.getJobAttributes)
        request.append(.jobID(id))
        request.append(.user(user))
        request.append(.requested(Self.jobAttributes))
        do {
            let reply = try await perform(request, timeout: timeout)
            return reply.attributes(in: .job).flatMap { SchedulerJob($0) }
        } catch .ipp(.notFound, _), .ipp(.gone, _) {
            return nil
        }
    }

    /// Cancels a job: Cancel-Job.
    ///
    /// A job whose document is arriving goes on arriving on some printers, which print it whole:
    /// ``PendingDocument/abandon()`` it first.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job has ended, `.ipp(.notFound, …)` if there is none.
    package func cancel(
        job: Int,
        user: String,
        timeout: Duration
    ) async throws(CupsError) {
        var request = request(.cancelJob)
        request.append(.jobID(job))
        request.append(.user(user))
        _ = try await perform(request, effect: .changes, timeout: timeout)
    }

    /// Makes the printer identify itself to people near it: Identify-Printer (PWG 5100.13).
    ///
    /// - Parameters:
    ///   - actions: The `identify-actions`, such as `flash` or `sound`; none lets the printer choose.
    ///   - message: The `message` for its display.
    ///   - timeout: The time for the request.
    /// - Throws: `.ipp(.operationNotSupported, …)` if it cannot.
    package func identify(
        actions: [String],
        message: String?,
        timeout: Duration
    ) async throws(CupsError) {
        var request = request(.identifyPrinter)
        if !actions.isEmpty {
            request.append(IPPAttribute("identify-actions", actions.map { .keyword($0) }))
        }
        if let message {
            request.append(IPPAttribute("message", .text(message.prefix(bytes: 127))))
        }
        _ = try await perform(request, effect: .changes, timeout: timeout)
    }

    private func describe(_ job: CreateJobRequest, in request: inout IPPMessage) {
        request.append(.user(job.user))
        request.append(.jobName(job.name))
        if let password = job.password { request.append(password.attributes) }
        request.append(job.ticket + [IPPAttribute("job-uuid", .uri(job.uuid))], in: .job)
    }

    /// Begins over a connection of its own, so that the printer can be asked meanwhile.
    private func begin(
        _ request: IPPMessage,
        job: Int?,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) -> DeviceDocument {
        let connection = IPPConnection(
            to: .device(address),
            keyring: keyring,
            clock: clock,
            continues: continues
        )
        failpoint(.deviceDocumentUnsent)
        let result = await withTaskCancellationHandler {
            do throws(CupsError) {
                try await connection.begin(request, document: document, timeout: timeout)
                return Result<Void, CupsError>.success(())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            connection.breakOff()
        }
        try result.get()
        failpoint(.deviceDocumentWaiting)
        return DeviceDocument(connection: connection, job: job)
    }
}
