package import IPP

/// A printer that speaks IPP, as discovery and watching ask it.
///
/// ``Device`` is a real one; tests use a fake.
package protocol PrinterDevice: Sendable {
    /// Returns the attributes of the printer: Get-Printer-Attributes.
    func printerAttributes(
        requested: [String],
        timeout: Duration
    ) async throws(CupsError) -> IPPAttributeGroup
    /// Returns the printer's own jobs, completed ones first: Get-Jobs.
    ///
    /// - Parameters:
    ///   - user: The `requesting-user-name`; many printers hide the names of other users' jobs.
    ///   - limit: The most jobs of each of the two lists.
    ///   - timeout: The time for each of the two requests.
    /// - Returns: The jobs that have a `job-id`.
    /// - Throws: The error of the first request that fails.
    func jobs(
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
    /// Closes the connection; the next request opens another.
    func close() async
}

/// A job on the printer itself; attributes that only a scheduler has are `nil`.
package typealias DeviceJob = SchedulerJob

extension PrinterDevice {
    /// Returns the attributes that capabilities are read from, within five seconds.
    package func printerAttributes() async throws(CupsError) -> IPPAttributeGroup {
        try await printerAttributes(timeout: .seconds(5))
    }

    /// Returns the attributes that capabilities are read from.
    package func printerAttributes(
        timeout: Duration
    ) async throws(CupsError) -> IPPAttributeGroup {
        try await printerAttributes(requested: Device.requestedAttributes, timeout: timeout)
    }

    /// Returns up to 50 jobs of each of the printer's two lists.
    package func jobs(
        user: String,
        timeout: Duration = .seconds(5)
    ) async throws(CupsError) -> [DeviceJob] {
        try await jobs(user: user, limit: Device.listedAtMost, timeout: timeout)
    }

    /// Returns the names of the attributes that the printer would refuse, within two seconds.
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
            timeout: .seconds(2)
        )
    }
}
