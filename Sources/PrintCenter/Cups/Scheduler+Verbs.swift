import IPP

/// What can be done to a job that lies in the scheduler.
extension Scheduler {
    /// Holds a job that is not being printed yet, until it is released: Hold-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` where it is being printed, or has ended.
    package func hold(job: Int, user: String) async throws(CupsError) {
        try await change(
            .holdJob,
            job: job,
            user: user,
            attributes: [IPPAttribute("job-hold-until", .keyword("indefinite"))]
        )
    }

    /// Has another queue print a job that has not ended: CUPS-Move-Job.
    ///
    /// One that is being printed begins there anew, from its first page.
    ///
    /// - Throws: `.ipp(.notFound, …)` where there is no such job or queue, `.ipp(.notPossible, …)`
    ///   where the job has ended.
    package func move(job: Int, to printer: String, user: String) async throws(CupsError) {
        try await change(
            .cupsMoveJob,
            job: job,
            user: user,
            attributes: [IPPAttribute("job-printer-uri", .uri(QueueURI.uri(printer)))]
        )
    }

    /// Puts a job before or behind others: Set-Job-Attributes with `job-priority`.
    ///
    /// - Throws: `.ipp(.notPossible, …)` where it has ended.
    package func setPriority(
        _ priority: Int,
        job: Int,
        user: String
    ) async throws(CupsError) {
        try await change(
            .setJobAttributes,
            job: job,
            user: user,
            attributes: [IPPAttribute("job-priority", .integer(Int32(priority)))]
        )
    }
}
