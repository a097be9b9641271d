package import IPP

/// A printer that speaks IPP, as discovery and watching ask it.
///
/// ``Device`` is a real one; tests use a fake.
package protocol PrinterDevice: Sendable {
    /// How many times as long as its `timeout` each request may take; 1 by default.
    var patience: Int { get }
    /// Whether the name of its host is being looked up, so that there is no connection yet.
    var isLookingUp: Bool { get }
    /// Returns a client of the same printer with a connection of its own, which knows what this one has learned.
    func another() -> any PrinterDevice
    /// Returns the attributes of the printer: Get-Printer-Attributes.
    ///
    /// - Parameters:
    ///   - requested: The names of the attributes, or of groups of them.
    ///   - format: The `document-format` that they are for; `nil` for any.
    ///   - timeout: The time for the request.
    /// - Returns: The attributes.
    /// - Throws: The error of the request.
    func printerAttributes(
        requested: [String],
        format: String?,
        timeout: Duration
    ) async throws(CupsError) -> IPPAttributeGroup
    /// Returns one of the printer's two lists of its own jobs: Get-Jobs.
    ///
    /// - Parameters:
    ///   - which: The jobs of the list; not every printer has one of all.
    ///   - user: The `requesting-user-name`; many printers hide the names of other users' jobs.
    ///   - limit: The most jobs.
    ///   - timeout: The time for the request.
    /// - Returns: The jobs that have a `job-id`.
    /// - Throws: The error of the request.
    func jobs(
        _ which: WhichJobs,
        user: String,
        limit: Int,
        timeout: Duration
    ) async throws(CupsError) -> [DeviceJob]
    /// Returns the names of the attributes that the printer would refuse: Validate-Job.
    func refusedAttributes(
        user: String,
        name: String,
        format: String?,
        attributes: [IPPAttribute],
        timeout: Duration
    ) async throws(CupsError) -> [String]
    /// The SHA-256 of the public key that the printer showed last, in hexadecimal digits; `nil`
    /// without TLS, or before the first request.
    var publicKey: String? { get async }
    /// Creates a job without a document and returns its `job-id`: Create-Job.
    func createJob(_ job: CreateJobRequest, timeout: Duration) async throws(CupsError) -> Int
    /// Sends the only document of a job without its last byte: Send-Document.
    func beginDocument(
        job: Int,
        user: String,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) -> any PendingDocument
    /// Creates a job together with its document, without the last byte: Print-Job.
    ///
    /// For printers without Create-Job or Send-Document.
    func beginJob(
        _ job: CreateJobRequest,
        format: String,
        document: DocumentBody,
        timeout: Duration
    ) async throws(CupsError) -> any PendingDocument
    /// Returns the job with this `job-id`, or `nil`: Get-Job-Attributes.
    ///
    /// After a printer was off, another job may have the number: compare name and `job-uuid`.
    func job(_ id: Int, user: String, timeout: Duration) async throws(CupsError) -> DeviceJob?
    /// Cancels a job: Cancel-Job.
    ///
    /// - Throws: `.ipp(.notPossible, …)` if the job has ended, `.ipp(.notFound, …)` if there is none.
    func cancel(job: Int, user: String, timeout: Duration) async throws(CupsError)
    /// Makes the printer identify itself to people near it: Identify-Printer (PWG 5100.13).
    func identify(actions: [String], message: String?, timeout: Duration) async throws(CupsError)
    /// Binds the user name and the password that were entered for the printer to its UUID, which was not known
    /// then.
    ///
    /// - Parameters:
    ///   - uuid: The UUID.
    ///   - label: What the user sees of it in the secret store.
    func rebind(toUUID uuid: String, label: String) async
    /// Closes the connection; the next request opens another.
    func close() async
}

/// A job on the printer itself; attributes that only a scheduler has are `nil`.
package typealias DeviceJob = SchedulerJob

extension PrinterDevice {
    package var patience: Int { 1 }
    package var isLookingUp: Bool { false }

    /// Does nothing, for a device without a password.
    package func rebind(toUUID uuid: String, label: String) async {}

    /// Returns the attributes that capabilities are read from, within ``Device/answerTime``.
    package func printerAttributes() async throws(CupsError) -> IPPAttributeGroup {
        try await printerAttributes(timeout: Device.answerTime)
    }

    /// Returns the attributes that capabilities are read from.
    ///
    /// A printer that does not tell all of them at once is asked for them one after the other.
    ///
    /// - Parameters:
    ///   - format: The `document-format` that they are for; `nil` for any.
    ///   - timeout: The time for each request.
    /// - Returns: The attributes, always with `printer-state`.
    /// - Throws: The error of the request; `.incomplete` where the printer tells nothing of its state.
    package func printerAttributes(
        format: String? = nil,
        timeout: Duration
    ) async throws(CupsError) -> IPPAttributeGroup {
        let names = Device.requestedAttributes
        do throws(CupsError) {
            let group = try await printerAttributes(
                requested: names,
                format: format,
                timeout: timeout
            )
            if group["printer-state"]?.integer != nil { return group }
        } catch {
            guard error.isOfRequestedAttributes else { throw error }
        }
        var group = try await printerAttributes(
            requested: Array(names.prefix(1)),
            format: format,
            timeout: timeout
        )
        guard group["printer-state"]?.integer != nil else {
            throw .incomplete(attribute: "printer-state")
        }
        for name in names.dropFirst() where group[name] == nil {
            // Many printers have none of these, and each may say so with an error.
            let part = try? await printerAttributes(
                requested: [name],
                format: format,
                timeout: timeout
            )
            if let attribute = part?[name] { group.attributes.append(attribute) }
        }
        return group
    }

    /// Returns the named attributes of the printer.
    package func printerAttributes(
        requested: [String],
        timeout: Duration
    ) async throws(CupsError) -> IPPAttributeGroup {
        try await printerAttributes(requested: requested, format: nil, timeout: timeout)
    }

    /// Returns up to 50 jobs of each of the printer's two lists, completed ones first.
    ///
    /// - Parameters:
    ///   - user: The `requesting-user-name`.
    ///   - limit: The most jobs of each list.
    ///   - timeout: The time for each of the two requests.
    ///   - keep: Gets the completed ones where the printer does not return the other list: it may never list them again.
    /// - Returns: The jobs that have a `job-id`.
    /// - Throws: The error of the first request that fails.
    package func jobs(
        user: String,
        limit: Int = Device.listedAtMost,
        timeout: Duration = Device.answerTime,
        keep: ([DeviceJob]) -> Void = { _ in }
    ) async throws(CupsError) -> [DeviceJob] {
        let completed = try await jobs(.completed, user: user, limit: limit, timeout: timeout)
        do {
            return completed
                + (try await jobs(.notCompleted, user: user, limit: limit, timeout: timeout))
        } catch {
            keep(completed)
            throw error
        }
    }

    /// Creates a job without a document and returns its `job-id`, within ``Device/answerTime``.
    package func createJob(_ job: CreateJobRequest) async throws(CupsError) -> Int {
        try await createJob(job, timeout: Device.answerTime)
    }

    /// Returns the job with this `job-id`, or `nil`, within ``Device/answerTime``.
    package func job(_ id: Int, user: String) async throws(CupsError) -> DeviceJob? {
        try await job(id, user: user, timeout: Device.answerTime)
    }

    /// Cancels a job, within ``Device/answerTime``.
    package func cancel(job: Int, user: String) async throws(CupsError) {
        try await cancel(job: job, user: user, timeout: Device.answerTime)
    }

    /// Returns the names of the attributes that the printer would refuse, within ``Device/answerTime``.
    package func refusedAttributes(
        user: String,
        name: String,
        format: String?,
        attributes: [IPPAttribute]
    ) async throws(CupsError) -> [String] {
        try await refusedAttributes(
            user: user,
            name: name,
            format: format,
            attributes: attributes,
            timeout: Device.answerTime
        )
    }
}
