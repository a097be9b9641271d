public import PrintModel

/// Jobs that wait for their user.
extension PrintService {
    /// Holds a job until it is released.
    ///
    /// - Parameter label: The number of the job, or its name in the scheduler.
    /// - Returns: The held job.
    /// - Throws: `Problem` with `job-not-found`, `job-ended`, or `job-delivered` if the printer
    ///   has it.
    public nonisolated func hold(_ label: String) async throws -> PrintJob {
        while true {
            guard let before = try await record(label), let id = before.job.id else {
                return try await holdExternal(label)
            }
            // The scheduler first: a job that it prints cannot be held.
            let isReleased = before.delivery.phase == .released
            if isReleased, before.delivery.hold == nil { try await holdAtScheduler(before) }
            let after = try await held(id, label, isReleased: isReleased)
            if after.delivery.hold != nil { return after.job }
        }
    }

    /// Stores that a job is held, unless it has been released at the scheduler since it was read.
    nonisolated func held(
        _ id: JobID,
        _ label: String,
        isReleased: Bool
    ) async throws -> JobRecord {
        try await changed(id, label) { record in
            if record.delivery.hold != nil, record.delivery.hold?.until == nil { return record }
            guard isReleased || record.delivery.phase != .released else { return record }
            // No printer holds a job reliably.
            let isAtPrinter = record.delivery.route == .direct && record.delivery.isHandedOver
            guard record.delivery.phase != .releasing, !isAtPrinter else {
                throw Problem.jobDelivered(label)
            }
            var after = record
            after.delivery.hold = Delivery.Hold()
            after.job.state = .held
            after.job.reasons = after.job.wording([Reason(Delivery.Hold(), record.job.printer)])
            return after
        }
    }

    /// Releases a held job; a job that is not held stays unchanged.
    ///
    /// - Parameter label: The number of the job, or its name in the scheduler.
    /// - Returns: The job.
    /// - Throws: `Problem` with `job-not-found` or `job-ended`.
    public nonisolated func release(_ label: String) async throws -> PrintJob {
        guard let before = try await record(label), let id = before.job.id else {
            return try await releaseExternal(label)
        }
        let host = shared?.lease.host
        let after = try await changed(id, label) { $0.released(on: host) }
        if after.delivery.phase == .released { try await releaseAtScheduler(before) }
        return after.job
    }
}
