public import PrintModel

/// Operations on jobs in the queue.
///
/// Each is idempotent, so the client repeats a request whose response is lost, to a restarted
/// service if necessary.
extension PrintCenterClient {
    /// Holds a job until it is released.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job; one that is held already stays unchanged.
    /// - Throws: ``ClientError`` with the problem `job-not-found`, `job-ended` or, where the printer
    ///   has the job already, `job-delivered`.
    @discardableResult
    public func hold(_ label: String) async throws -> PrintJob {
        try await answer(post(path(label, "hold"), []))
    }

    /// Releases a held job now, whether the user or a time holds it.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job; one that is not held stays unchanged.
    /// - Throws: ``ClientError`` with the problem `job-not-found` or `job-ended`.
    @discardableResult
    public func release(_ label: String) async throws -> PrintJob {
        try await answer(post(path(label, "release"), []))
    }

    /// Moves a job to another printer.
    ///
    /// - Parameters:
    ///   - label: Its number, or the scheduler's name for it.
    ///   - printer: The printer's id, or a name that matches exactly one printer.
    /// - Returns: The job. The name of a job of another program changes with its printer.
    /// - Throws: ``ClientError`` with the problem `printing-not-possible`, which has the obstacles,
    ///   `job-not-found`, `job-ended` or `job-delivered`.
    @discardableResult
    public func move(_ label: String, to printer: String) async throws -> PrintJob {
        try await answer(post(path(label, "move"), try json(MoveRequest(printer: printer))))
    }

    /// Prints the document of a job again, with the same ticket, as a new job.
    ///
    /// - Parameters:
    ///   - label: The number of a job of the service, which may have ended.
    ///   - printer: Another printer; `nil` for the job's own.
    ///   - key: The idempotency key: the same key twice queues one job.
    /// - Returns: The new job, which is on disk.
    /// - Throws: ``ClientError`` with the problem `printing-not-possible`, which has the obstacles,
    ///   `job-not-found`, `document-gone` if the document was removed, or `job-foreign` for a
    ///   job of another program.
    @discardableResult
    public func reprint(
        _ label: String,
        on printer: String? = nil,
        key: SubmissionID = .random()
    ) async throws -> PrintJob {
        try await reprint(label, ReprintRequest(printer: printer), key: key)
    }

    /// Prints the document of a job again with changed options, as a new job.
    ///
    /// - Parameters:
    ///   - label: The number of a job of the service, which may have ended.
    ///   - wish: The options that differ from those of the job.
    ///   - key: The idempotency key: the same key twice queues one job.
    /// - Returns: The new job, which is on disk.
    /// - Throws: ``ClientError``, as ``reprint(_:on:key:)`` does.
    @discardableResult
    public func reprint(
        _ label: String,
        _ wish: ReprintRequest,
        key: SubmissionID = .random()
    ) async throws -> PrintJob {
        var message = post(path(label, "reprint"), try json(wish))
        message.headers["Idempotency-Key"] = key.rawValue
        return try await answer(message)
    }

    /// Gives the service the PIN, or the user name and the password, that a job waits for.
    ///
    /// - Parameters:
    ///   - label: The number of a job of the service.
    ///   - request: The PIN or the password.
    /// - Returns: The job as it was; it goes on if the printer accepts them.
    /// - Throws: ``ClientError`` with the problem `job-not-found`, `job-ended`, `job-delivered`,
    ///   `authentication-not-possible`, or `printing-not-possible`, which has the obstacles.
    @discardableResult
    public func authenticate(
        _ label: String,
        _ request: AuthenticateRequest
    ) async throws -> PrintJob {
        try await answer(post(path(label, "authenticate"), try json(request)))
    }

    /// Gives the service the user name and the password that a printer asks for.
    ///
    /// - Parameters:
    ///   - printer: Its id, or a name that matches exactly one printer.
    ///   - request: The user name and the password.
    /// - Returns: The printer as it is with them.
    /// - Throws: ``ClientError`` with the problem `printer-not-found` or `authentication-not-possible`.
    @discardableResult
    public func authenticate(
        printer: String,
        _ request: AuthenticateRequest
    ) async throws -> Printer {
        try await answer(
            post("/v1/printers/\(Self.escaped(printer))/authenticate", try json(request))
        )
    }

    /// Sets the priority of a job among those that wait for the same printer.
    ///
    /// - Parameters:
    ///   - label: Its number, or the scheduler's name for it.
    ///   - priority: The priority, from 1, the lowest, to 100; the default is 50.
    /// - Returns: The job.
    /// - Throws: ``ClientError`` with the problem `invalid-request`, `job-not-found`, `job-ended` or
    ///   `job-delivered`.
    @discardableResult
    public func setPriority(_ label: String, _ priority: Int) async throws -> PrintJob {
        let wish = try json(PriorityRequest(priority: priority))
        return try await answer(post(path(label, "priority"), wish))
    }

    private func path(_ label: String, _ verb: String) -> String {
        "/v1/jobs/\(Self.escaped(label))/\(verb)"
    }
}
