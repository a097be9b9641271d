internal import Failpoints
package import IPP
import Synchronization

/// A printer itself, addressed without the scheduler.
///
/// A printer is not trusted: it gets no credentials but those that the user has entered for it, and over
/// TLS only. Its replies are bounded in size and time, and the only thing it learns about the user is the
/// name.
package struct Device: PrinterDevice {
    /// Where the printer is, and which key it has to show.
    package let address: DeviceAddress
    let clock: any ServiceClock
    /// The user names and passwords that the printer may ask for.
    let keyring: Keyring?
    package let patience: Int
    private let connection: IPPConnection
    private let spoken: PrinterVersion
    /// Whether the printer sends `100 Continue` in time.
    let continues: ContinueMemory

    /// The attributes that capabilities are read from.
    ///
    /// The group `all` omits large attributes, such as `media-col-database` with the margins.
    package static let requestedAttributes = [
        "all", "media-col-database", "job-password-length-supported",
        "job-password-repertoire-configured",
    ]

    /// The attributes that are requested of each job.
    static let jobAttributes = [
        "job-id", "job-uuid", "job-name", "job-originating-user-name", "job-state",
        "job-state-reasons", "job-state-message", "job-impressions-completed",
        "job-media-sheets-completed", "time-at-creation", "time-at-processing",
        "time-at-completed", "job-printer-up-time",
    ]

    /// The time in which a printer that is there accepts a connection: two seconds.
    private static let reachTime = Duration.seconds(2)
    /// The time for an answer, after which a printer is no longer only slow: half a minute.
    ///
    /// Some printers wake up first, or look at their supplies.
    package static let answerTime = Duration.seconds(30)

    /// The `limit` of each of the two lists of jobs: 50.
    package static let listedAtMost = 50

    /// Creates a client of a printer; the first request connects.
    package init(
        _ address: DeviceAddress,
        keyring: Keyring? = nil,
        clock: any ServiceClock = SystemClock(),
        patience: Int = 1
    ) {
        self.init(
            address,
            keyring: keyring,
            clock: clock,
            patience: patience,
            PrinterVersion(),
            ContinueMemory()
        )
    }

    private init(
        _ address: DeviceAddress,
        keyring: Keyring?,
        clock: any ServiceClock,
        patience: Int,
        _ spoken: PrinterVersion,
        _ continues: ContinueMemory
    ) {
        self.address = address
        self.clock = clock
        self.keyring = keyring
        self.patience = patience
        self.spoken = spoken
        self.continues = continues
        connection = IPPConnection(
            to: .device(address),
            keyring: keyring,
            clock: clock,
            continues: continues,
            reachTime: Self.reachTime * patience
        )
    }

    /// Returns a client with a connection of its own.
    package func another() -> any PrinterDevice {
        Device(
            address,
            keyring: keyring,
            clock: clock,
            patience: patience,
            spoken,
            continues
        )
    }

    /// Creates a client of a printer whose host is looked up, and which may show any key.
    package init(_ uri: DeviceURI, clock: any ServiceClock = SystemClock()) {
        self.init(DeviceAddress(uri), clock: clock)
    }

    /// The SHA-256 of the public key that the printer showed last, in hexadecimal digits; `nil`
    /// without TLS, or before the first request.
    package var publicKey: String? {
        get async { await connection.publicKey }
    }

    package var isLookingUp: Bool { connection.isLookingUp }

    package func rebind(toUUID uuid: String, label: String) async {
        guard let keyring, address.uri.isEncrypted, let key = await publicKey else { return }
        let named = DeviceAddress(address.uri, uuid: uuid)
        keyring.rebind(
            from: PrinterIdentity(address, publicKey: key),
            to: PrinterIdentity(named, publicKey: key),
            label: label
        )
    }

    /// Returns the attributes of the printer: Get-Printer-Attributes.
    package func printerAttributes(
        requested: [String],
        format: String?,
        timeout: Duration
    ) async throws(CupsError) -> IPPAttributeGroup {
        var request = request(.getPrinterAttributes)
        if let format { request.append(IPPAttribute("document-format", .mimeType(format))) }
        request.append(.requested(requested))
        let reply = try await perform(request, timeout: timeout)
        guard let group = reply.attributes(in: .printer) else {
            throw .incomplete(attribute: "printer-state")
        }
        return group
    }

    /// Returns one of the printer's two lists of its own jobs: Get-Jobs.
    ///
    /// On the printer each job of the scheduler has a new `job-id`, so that only
    /// name, owner, and order identify it.
    ///
    /// - Parameters:
    ///   - which: The jobs of the list; not every printer has one of all.
    ///   - user: The `requesting-user-name`; many printers hide the names of other users' jobs.
    ///   - limit: The most jobs.
    ///   - timeout: The time for the request.
    /// - Returns: The jobs that have a `job-id`.
    /// - Throws: The error of the request.
    package func jobs(
        _ which: WhichJobs,
        user: String,
        limit: Int,
        timeout: Duration
    ) async throws(CupsError) -> [DeviceJob] {
        var request = request(.getJobs)
        request.append(.user(user))
        request.append(IPPAttribute("limit", .integer(Int32(clamping: max(1, limit)))))
        request.append(.requested(Self.jobAttributes))
        request.append(IPPAttribute("which-jobs", .keyword(which.rawValue)))
        let reply = try await perform(request, timeout: timeout)
        return reply.groups(.job).prefix(limit).compactMap { SchedulerJob($0) }
    }

    /// Returns the attributes that the printer would refuse: Validate-Job.
    ///
    /// - Parameters:
    ///   - user: The owner of the job.
    ///   - name: The `job-name`.
    ///   - format: The `document-format`; `nil` leaves it out.
    ///   - attributes: The attributes of the job.
    ///   - timeout: The time for the request.
    /// - Returns: The names of the attributes; empty where the printer would accept the job.
    /// - Throws: The error of the request, or a refusal for another reason.
    package func refusedAttributes(
        user: String,
        name: String,
        format: String?,
        attributes: [IPPAttribute],
        timeout: Duration
    ) async throws(CupsError) -> [String] {
        var request = request(.validateJob)
        request.append(.user(user))
        request.append(.jobName(name))
        if let format { request.append(IPPAttribute("document-format", .mimeType(format))) }
        request.append(attributes, in: .job)
        let reply = try await ask(request, timeout: timeout)
        let isRefusal = reply.status == .attributesOrValuesNotSupported
        guard reply.status.isSuccessful || isRefusal else {
            throw .ipp(reply.status, message: reply.statusMessage)
        }
        // An attribute that the printer would ignore counts as refused.
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

    // MARK: Requests

    func request(_ operation: IPPOperation) -> IPPMessage {
        var request = IPPMessage(
            operation: operation,
            requestID: .random(in: 1...Int32.max),
            version: spoken.version
        )
        request.append(IPPAttribute("printer-uri", .uri(address.uri.requested)))
        return request
    }

    func perform(
        _ request: IPPMessage,
        effect: IPPConnection.Effect = .reads,
        timeout: Duration
    ) async throws(CupsError) -> IPPMessage {
        failpoint(request.operation.deviceFailpoints?.unsent)
        let reply = try await ask(request, effect: effect, timeout: timeout)
        failpoint(request.operation.deviceFailpoints?.answered)
        guard reply.status.isSuccessful else {
            throw .ipp(reply.status, message: reply.statusMessage)
        }
        return reply
    }

    /// Returns the reply, whatever its status.
    private func ask(
        _ request: IPPMessage,
        effect: IPPConnection.Effect = .reads,
        timeout: Duration
    ) async throws(CupsError) -> IPPMessage {
        var request = request
        let timeout = timeout * patience
        let reply = try await connection.send(request, effect: effect, timeout: timeout)
        guard reply.status == .versionNotSupported, request.version != .ipp11 else { return reply }
        // Printers from before 2010 support only IPP/1.1.
        spoken.version = .ipp11
        request.version = .ipp11
        return try await connection.send(request, effect: effect, timeout: timeout)
    }
}

/// The version of IPP that a printer has shown to support.
private final class PrinterVersion: Sendable {
    private let known = Mutex(IPPMessage.Version.ipp20)

    var version: IPPMessage.Version {
        get { known.withLock(\.self) }
        set { known.withLock { $0 = newValue } }
    }
}
