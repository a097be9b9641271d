import IPP

/// Changes of jobs in the scheduler.
extension Scheduler {
    /// Holds a pending job until it is released: Hold-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job is processing, or has ended.
    package func hold(job: Int, user: String) async throws(CupsError) {
        try await change(
            .holdJob,
            job: job,
            user: user,
            attributes: [IPPAttribute("job-hold-until", .keyword("indefinite"))]
        )
    }

    /// Moves a job that has not ended to another queue: CUPS-Move-Job.
    ///
    /// A processing job starts over there, from its first page.
    ///
    /// - Throws: `.ipp(.notFound, …)` if there is no such job or queue, `.ipp(.notPossible, …)`
    ///   where the job has ended.
    package func move(job: Int, to printer: String, user: String) async throws(CupsError) {
        try await change(
            .cupsMoveJob,
            job: job,
            user: user,
            attributes: [IPPAttribute("job-printer-uri", .uri(QueueURI.uri(printer)))]
        )
    }

    /// Sets the `job-priority` of a job: Set-Job-Attributes.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job has ended.
    package func setPriority(
        _ priority: Int,
        job: Int,
        user: String
    ) async throws(CupsError) {
        try await change(
            .setJobAttributes,
            job: job,
            user: user,
            attributes: [IPPAttribute("job-priority", .integer(Int32(clamping: priority)))]
        )
    }
}
