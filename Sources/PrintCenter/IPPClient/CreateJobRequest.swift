package import IPP

/// The attributes of a new job: Create-Job.
package struct CreateJobRequest: Sendable {
    /// The queue.
    package var printer: String
    /// The owner of the job: `requesting-user-name`.
    package var user: String
    /// The `job-name`; the request truncates it to 255 bytes.
    package var name: String
    /// The `job-uuid` that the client chooses, as `urn:uuid:…`.
    ///
    /// CUPS keeps and reports it, but accepts the same one for several jobs.
    package var uuid: String
    /// Whether `job-hold-until` is `indefinite`, so that the job waits for Release-Job.
    package var isHeld: Bool
    /// The job attributes of the ticket.
    package var ticket: [IPPAttribute]
    /// The PIN to enter at the printer; only a printer itself gets it, over TLS.
    package var password: JobPassword?

    /// Describes a job.
    package init(
        printer: String,
        user: String,
        name: String,
        uuid: String,
        isHeld: Bool = true,
        ticket: [IPPAttribute] = [],
        password: JobPassword? = nil
    ) {
        self.printer = printer
        self.user = user
        self.name = name
        self.uuid = uuid
        self.isHeld = isHeld
        self.ticket = ticket
        self.password = password
    }
}
