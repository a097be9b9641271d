import FoundationEssentials
public import PrintModel

/// What people and programs do to jobs in the queue.
extension PrintService {
    /// Holds a job until it is released.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job; one that is held already stays as it is.
    /// - Throws: `Problem` with `job-not-found`, `job-ended` or `job-delivered`.
    public nonisolated func hold(_ label: String) async throws -> PrintJob {
        guard var record = try await ours(label) else { return try await holdExternal(label) }
        if record.job.state == .held { return record.job }
        record.job.state = .held
        record.job.reasons = [
            Reason(.heldByUser, ["printer": record.job.printer.rawValue, "job": label])
        ]
        return try await changed(record)
    }

    /// Lets a held job go now.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job; one that is not held stays as it is.
    /// - Throws: `Problem` with `job-not-found` or `job-ended`.
    public nonisolated func release(_ label: String) async throws -> PrintJob {
        guard var record = try await ours(label) else { return try await releaseExternal(label) }
        guard record.job.state == .held else { return record.job }
        record.job.state = .queued
        record.job.reasons = []
        record.job.ticket.holdUntil = nil
        return try await changed(record)
    }

    /// Has another printer print a job.
    ///
    /// - Parameters:
    ///   - label: Its number, or the scheduler's name for it.
    ///   - printer: The printer's id, or a name that only it has.
    /// - Returns: The job.
    /// - Throws: `Problem` with `printing-not-possible` and the obstacles, `job-not-found`,
    ///   `job-ended` or `job-delivered`.
    public nonisolated func move(_ label: String, to printer: String) async throws -> PrintJob {
        guard var record = try await ours(label) else {
            return try await moveExternal(label, to: printer)
        }
        let check = try await check(
            CheckRequest(
                document: record.job.document?.id ?? "",
                printer: printer,
                ticket: record.job.ticket
            )
        )
        guard check.possible, let id = check.printer else { throw Problem(check) }
        record.job.printer = id
        record.job.plan = check.plan
        return try await changed(record)
    }

    /// Prints the document of a job once more, as a new job.
    ///
    /// - Parameters:
    ///   - label: The job's number.
    ///   - printer: Another printer, if it is to be one.
    ///   - key: The idempotency key; the same key twice gives the same job.
    /// - Returns: The new job.
    /// - Throws: `Problem` with `printing-not-possible` and the obstacles, `job-not-found`,
    ///   `document-gone` or, for a job of another program, `job-foreign`.
    public nonisolated func reprint(
        _ label: String,
        on printer: String?,
        key: String
    ) async throws -> PrintJob {
        guard let number = Int(label),
            let job = try await queue.store.job(JobID(rawValue: number))?.job
        else { throw await reprintProblem(label) }
        return try await submit(
            SubmissionRequest(
                document: job.document?.id ?? "",
                printer: printer ?? job.printer.rawValue,
                ticket: job.ticket,
                name: job.name
            ),
            key: key
        )
    }

    /// Puts a job before or behind others.
    ///
    /// - Parameters:
    ///   - label: Its number, or the scheduler's name for it.
    ///   - priority: From 1, the last, to 100, the first.
    /// - Returns: The job.
    /// - Throws: `Problem` with `invalid-request`, `job-not-found`, `job-ended` or
    ///   `job-delivered`.
    public nonisolated func setPriority(
        _ label: String,
        _ priority: Int
    ) async throws -> PrintJob {
        guard PriorityRequest.range.contains(priority) else { throw Problem.badPriority(priority) }
        guard var record = try await ours(label) else {
            return try await setPriorityExternal(label, priority)
        }
        record.job.ticket.priority = priority
        return try await changed(record)
    }

    /// Cancels all jobs of ours that have not ended.
    ///
    /// - Parameter printer: The printer whose jobs are meant; `nil` means all.
    /// - Returns: The jobs as they are then.
    /// - Throws: What the store throws.
    public nonisolated func cancelAll(on printer: String?) async throws -> [PrintJob] {
        var canceled: [PrintJob] = []
        for record in try await queue.store.active()
        where printer == nil || record.job.printer.rawValue == printer {
            canceled.append(try await cancel(record.job.label))
        }
        return canceled
    }

    private nonisolated func ours(_ label: String) async throws -> JobRecord? {
        guard let number = Int(label),
            let record = try await queue.store.job(JobID(rawValue: number))
        else { return nil }
        guard !record.job.state.isFinal else { throw Problem.jobEnded(label, record.job.state) }
        return record
    }

    private nonisolated func changed(_ record: JobRecord) async throws -> PrintJob {
        guard !record.delivery.isHandedOver else {
            throw Problem.jobDelivered(record.job.label, to: record.job.printer)
        }
        var record = record
        try await queue.record(&record)
        queue.work.ring()
        return record.job
    }
}
