package import IPP

/// A printer itself, without the scheduler between.
///
/// A printer is not trusted: it gets no credentials, its answers are bounded in
/// size and time, and of the user it learns nothing but the name of a job's owner.
package struct Device: Sendable {
    /// The address.
    package let uri: DeviceURI
    private let connection: IPPConnection

    /// What ``printerAttributes(requested:timeout:)`` asks for.
    ///
    /// The group `all` leaves out what is large; media and their margins are worth it.
    package static let requestedAttributes = ["all", "media-col-database"]

    /// What ``jobs(limit:timeout:)`` asks for.
    private static let jobAttributes = [
        "job-id", "job-uuid", "job-name", "job-originating-user-name", "job-state",
        "job-state-reasons", "job-state-message", "job-impressions-completed",
        "job-media-sheets-completed", "time-at-creation", "time-at-processing",
        "time-at-completed",
    ]

    /// How many jobs of each of its two lists a printer is asked for.
    package static let listedAtMost = 50

    /// Names a printer; nothing is connected yet.
    package init(_ uri: DeviceURI) {
        self.uri = uri
        self.connection = IPPConnection(to: .device(uri))
    }

    /// What the printer says of itself: Get-Printer-Attributes.
    package func printerAttributes(
        requested: [String] = Device.requestedAttributes,
        timeout: Duration = .seconds(5)
    ) async throws(CupsError) -> IPPAttributeGroup {
        var request = request(.getPrinterAttributes)
        request.append(.requested(requested))
        let reply = try await perform(request, timeout: timeout)
        guard let group = reply.attributes(in: .printer) else {
            throw .incomplete(attribute: "printer-state")
        }
        return group
    }

    /// The printer's own jobs, those that have ended first: Get-Jobs.
    ///
    /// The scheduler gives each of its jobs a new id on the printer, so that only
    /// name, owner and time tell which is which.
    ///
    /// - Parameters:
    ///   - user: Who asks; many printers hide the names of other users' jobs.
    ///   - limit: The most jobs of each of the two lists.
    ///   - timeout: The time for each of the two requests.
    /// - Returns: Those jobs that have a number.
    /// - Throws: What the first request that fails says.
    package func jobs(
        user: String,
        limit: Int = Device.listedAtMost,
        timeout: Duration = .seconds(5)
    ) async throws(CupsError) -> [DeviceJob] {
        var jobs: [DeviceJob] = []
        for which in ["completed", "not-completed"] {
            var request = request(.getJobs)
            request.append(.user(user))
            request.append(IPPAttribute("limit", .integer(Int32(clamping: max(1, limit)))))
            request.append(.requested(Self.jobAttributes))
            request.append(IPPAttribute("which-jobs", .keyword(which)))
            let reply = try await perform(request, timeout: timeout)
            jobs += reply.groups(.job).prefix(limit).compactMap { SchedulerJob($0) }
        }
        return jobs
    }

    /// Whether the printer would take a job: Validate-Job.
    ///
    /// - Parameters:
    ///   - user: Whose job it is.
    ///   - name: What it is called.
    ///   - format: The MIME type of what would be sent; `nil` says nothing of it.
    ///   - attributes: The attributes of the job.
    ///   - timeout: How long the printer may take.
    /// - Returns: The names of the attributes that it refuses; none where it would take the job.
    /// - Throws: What went wrong, or a refusal for any other reason.
    package func refusedAttributes(
        user: String,
        name: String,
        format: String?,
        attributes: [IPPAttribute],
        timeout: Duration = .seconds(2)
    ) async throws(CupsError) -> [String] {
        var request = request(.validateJob)
        request.append(.user(user))
        request.append(IPPAttribute("job-name", .name(name.prefix(bytes: 255))))
        if let format { request.append(IPPAttribute("document-format", .mimeType(format))) }
        request.append(attributes, in: .job)
        let reply = try await ask(request, timeout: timeout)
        let isRefusal = reply.status == .attributesOrValuesNotSupported
        guard reply.status.isSuccessful || isRefusal else {
            throw .ipp(reply.status, message: reply.statusMessage)
        }
        // What it would ignore is refused, too: nothing is to be ignored.
        let names = reply.attributes(in: .unsupported)?.attributes.map(\.name) ?? []
        guard !isRefusal || !names.isEmpty else {
            throw .ipp(reply.status, message: reply.statusMessage)
        }
        return names
    }

    /// Closes the connection; the next request opens another.
    package func close() async {
        await connection.close()
    }

    private func request(_ operation: IPPOperation) -> IPPMessage {
        var request = IPPMessage(operation: operation, requestID: .random(in: 1...Int32.max))
        request.append(IPPAttribute("printer-uri", .uri(uri.description)))
        return request
    }

    private func perform(
        _ request: IPPMessage,
        timeout: Duration
    ) async throws(CupsError) -> IPPMessage {
        let reply = try await ask(request, timeout: timeout)
        guard reply.status.isSuccessful else {
            throw .ipp(reply.status, message: reply.statusMessage)
        }
        return reply
    }

    /// The reply, whatever its status.
    private func ask(
        _ request: IPPMessage,
        timeout: Duration
    ) async throws(CupsError) -> IPPMessage {
        var request = request
        let reply = try await connection.send(request, effect: .reads, timeout: timeout)
        guard reply.status == .versionNotSupported else { return reply }
        // Printers older than 2010 know only the first version.
        request.version = .ipp11
        return try await connection.send(request, effect: .reads, timeout: timeout)
    }
}

/// A job on the printer itself; the scheduler's own fields are `nil`.
package typealias DeviceJob = SchedulerJob
