public import PrintModel

/// What can be done to jobs in the queue.
///
/// Each is harmless when it is repeated, so a request whose answer is lost is
/// sent again, to the next service if need be.
extension PrintCenterClient {
    /// Holds a job until it is released.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job; one that is held already stays as it is.
    /// - Throws: ``ClientError`` with the problem `job-not-found`, `job-ended` or, where the printer
    ///   has the job already, `job-delivered`.
    @discardableResult
    public func hold(_ label: String) async throws -> PrintJob {
        try await answer(post(path(label, "hold"), []))
    }

    /// Lets a held job go now, whether the user or a time holds it.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job; one that is not held stays as it is.
    /// - Throws: ``ClientError`` with the problem `job-not-found` or `job-ended`.
    @discardableResult
    public func release(_ label: String) async throws -> PrintJob {
        try await answer(post(path(label, "release"), []))
    }

    /// Has another printer print a job.
    ///
    /// - Parameters:
    ///   - label: Its number, or the scheduler's name for it.
    ///   - printer: The printer's id, or a name that matches exactly one printer.
    /// - Returns: The job. One of another program has the new printer in its name from now on.
    /// - Throws: ``ClientError`` with the problem `printing-not-possible`, which has the obstacles,
    ///   `job-not-found`, `job-ended` or `job-delivered`.
    @discardableResult
    public func move(_ label: String, to printer: String) async throws -> PrintJob {
        try await answer(post(path(label, "move"), try json(MoveRequest(printer: printer))))
    }

    /// Prints the document of a job once more, with the same ticket, as a new job.
    ///
    /// - Parameters:
    ///   - label: The number of a job of ours, which may have ended.
    ///   - printer: Another printer, if it is to be one.
    ///   - key: The idempotency key: the same key twice queues one job.
    /// - Returns: The new job, which is on the disk.
    /// - Throws: ``ClientError`` with the problem `printing-not-possible`, which has the obstacles,
    ///   `job-not-found`, `document-gone` where the document was removed, or `job-foreign` for a
    ///   job of another program.
    @discardableResult
    public func reprint(
        _ label: String,
        on printer: String? = nil,
        key: SubmissionID = .random()
    ) async throws -> PrintJob {
        try await reprint(label, ReprintRequest(printer: printer), key: key)
    }

    /// Prints the document of a job once more in another way, as a new job.
    ///
    /// - Parameters:
    ///   - label: The number of a job of ours, which may have ended.
    ///   - wish: What is to be different; what it leaves out is as it was.
    ///   - key: The idempotency key: the same key twice queues one job.
    /// - Returns: The new job, which is on the disk.
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

    /// Puts a job before or behind others that wait for the same printer.
    ///
    /// - Parameters:
    ///   - label: Its number, or the scheduler's name for it.
    ///   - priority: From 1, the last, to 100, the first; jobs have 50 where nobody says more.
    /// - Returns: The job.
    /// - Throws: ``ClientError`` with the problem `invalid-request`, `job-not-found`, `job-ended` or
    ///   `job-delivered`.
    @discardableResult
    public func setPriority(_ label: String, _ priority: Int) async throws -> PrintJob {
        let wish = try json(PriorityRequest(priority: priority))
        return try await answer(post(path(label, "priority"), wish))
    }

    /// Cancels all jobs of the user that have not ended, those of other programs too.
    ///
    /// - Parameter printer: The printer whose jobs are meant; `nil` means those of all printers.
    /// - Returns: The jobs; those that nobody else knew of are final at once.
    /// - Throws: ``ClientError`` with the problem `printer-not-found`.
    @discardableResult
    public func cancelAll(on printer: String? = nil) async throws -> [PrintJob] {
        try await answer(post("/v1/jobs/cancel", try json(CancelRequest(printer: printer))))
    }

    private func path(_ label: String, _ verb: String) -> String {
        "/v1/jobs/\(Self.escaped(label))/\(verb)"
    }
}
