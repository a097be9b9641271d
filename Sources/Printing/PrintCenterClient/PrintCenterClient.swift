import FileAccess
public import FoundationEssentials
import Glibc
public import PrintModel

/// A client of the user's printing service, which starts the service if necessary.
///
/// ```swift
/// let client = try PrintCenterClient()
/// let job = try await client.print("report.pdf", ticket: PrintTicket(sides: .twoSidedLongEdge))
/// for try await change in client.follow([job.id].compactMap { $0 }) {
///     print(change.state)
///     if change.state.isFinal { break }
/// }
/// ```
///
/// Every method throws ``ClientError``, or `CancellationError` if its task is cancelled.
public struct PrintCenterClient: Sendable {
    let environment: [String: String]
    package let paths: ServicePaths
    package let language: Language
    let socket: ServiceSocket
    /// Whether the thread that makes a request waits for its response: only for a program that does nothing meanwhile.
    ///
    /// The first thread of the runtime, and the end of all its threads, take as long as a short request.
    package var blocksCaller = false
    /// Whether a request starts a service that was stopped; one that has crashed is started in any case.
    ///
    /// A program that only shows what the service does leaves a stopped one as it is.
    package var startsStopped = true

    /// Derives the paths of the service from the environment; it starts and sends nothing yet.
    ///
    /// - Parameters:
    ///   - environment: The environment, which has the paths of the service, and which it inherits.
    ///   - language: The language of messages.
    /// - Throws: ``ClientError`` for a socket's path that is too long.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        language: Language = .english
    ) throws {
        self.environment = environment
        self.language = language
        paths = ServicePaths(
            environment: environment,
            userID: geteuid(),
            home: accountHome(),
            isUsable: RuntimeFolder.isUsable
        )
        socket = try ServiceSocket(path: paths.socket)
    }

    // MARK: The service

    /// The status of the service, without starting it; `nil` if it is not running.
    public func runningService() async throws -> ServiceStatus? {
        guard try socket.isServed(), let connection = try socket.connect() else { return nil }
        do {
            return try await HTTPExchange(socket: connection).perform(get("/v1/status")) {
                try await Self.decode(ServiceStatus.self, $0, &$1)
            }
        } catch is HTTPExchange.Unanswered {
            // It has just exited.
            return nil
        }
    }

    /// The status of the service, which is started if it is not running.
    public func status() async throws -> ServiceStatus {
        try await answer(get("/v1/status"))
    }

    /// Stops the service; jobs continue when it starts again.
    ///
    /// It returns when the service has exited.
    public func stopService() async throws {
        let running = try await runningService()
        guard try socket.isServed(), let connection = try socket.connect() else { return }
        do {
            try await HTTPExchange(socket: connection).perform(post("/v1/stop", [])) { _, _ in }
        } catch is HTTPExchange.Unanswered {
            // It exited before it responded.
        }
        let end = ContinuousClock.now + Duration.seconds(10) * Patience.factor(in: environment)
        // A client whose request was cut off may start the next service at once.
        while try socket.isServed(), running.map({ kill($0.pid, 0) == 0 }) ?? true {
            guard ContinuousClock.now < end else {
                throw ClientError(
                    .serviceUnavailable,
                    "The service does not stop. Its log is \(paths.state)/printcenterd.log.",
                    chinese: "服务没有停止。其日志为 \(paths.state)/printcenterd.log。"
                )
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Chooses which notifications the desktop gets; ``status()`` has the choice.
    ///
    /// - Parameter level: Which ones.
    /// - Returns: The choice.
    /// - Throws: ``ClientError`` with the problem `storage-failed`.
    @discardableResult
    public func setNotifications(_ level: NotificationLevel) async throws -> NotificationLevel {
        var request = post(
            "/v1/notifications",
            try json(NotificationRequest(notifications: level))
        )
        request.method = "PUT"
        let answer: NotificationRequest = try await answer(request)
        return answer.notifications
    }

    // MARK: Printers

    /// All printers of the scheduler and of the network.
    public func printers() async throws -> [Printer] {
        try await answer(get("/v1/printers"))
    }

    /// Returns a printer by its id or by a unique name.
    ///
    /// - Parameter name: Its id, or a name that matches exactly one printer without regard to case.
    /// - Returns: The printer.
    /// - Throws: ``ClientError`` with the problem `printer-not-found`, which lists the printers.
    public func printer(_ name: String) async throws -> Printer {
        try await answer(get("/v1/printers/\(Self.escaped(name))"))
    }

    /// Sets the user's default printer, which overrides all other defaults.
    ///
    /// - Parameter name: The printer; `nil` removes the user's default.
    /// - Returns: The default printer after the change, if there is one.
    /// - Throws: ``ClientError`` with the problem `printer-not-found`.
    @discardableResult
    public func setDefaultPrinter(_ name: String?) async throws -> Printer? {
        var request = post("/v1/printers/default", try json(DefaultPrinterRequest(printer: name)))
        request.method = "PUT"
        return try await answer(request)
    }

    /// Adds a printer by its address, once it has replied.
    ///
    /// One that reports nothing without a password has the reason `authentication-needed`: enter it with
    /// ``authenticate(printer:_:)``.
    ///
    /// - Parameters:
    ///   - address: `ipp://…`, `ipps://…`, or a host.
    ///   - name: The name; made from what the printer says of itself where it is `nil`.
    /// - Returns: The printer.
    /// - Throws: ``ClientError`` with the problem `printer-not-added`, `printer-exists`, or
    ///   `authentication-not-possible` where it asks for a password without encryption.
    public func addPrinter(_ address: String, name: String? = nil) async throws -> Printer {
        try await answer(
            post("/v1/printers", try json(AddPrinterRequest(address: address, name: name)))
        )
    }

    /// Removes a printer that was added by its address.
    ///
    /// - Parameter name: The printer.
    /// - Returns: The printer that was removed.
    /// - Throws: ``ClientError`` with the problem `not-possible-for-printer` for any other printer.
    @discardableResult
    public func removePrinter(_ name: String) async throws -> Printer {
        var request = get("/v1/printers/\(Self.escaped(name))")
        request.method = "DELETE"
        return try await answer(request)
    }

    /// Decides whether a printer that has a queue is printed on directly.
    ///
    /// - Parameters:
    ///   - name: The printer.
    ///   - isDirect: Whether jobs that are queued from now on go straight to the device.
    /// - Returns: The printer after the change.
    /// - Throws: ``ClientError`` with the problem `not-possible-for-printer` where there is no choice.
    @discardableResult
    public func setDirect(_ name: String, _ isDirect: Bool) async throws -> Printer {
        let path = "/v1/printers/\(Self.escaped(name))/direct"
        var request = post(path, try json(DirectRequest(direct: isDirect)))
        request.method = "PUT"
        return try await answer(request)
    }

    /// Accepts the public key that a printer shows now.
    ///
    /// - Parameter name: The printer.
    /// - Returns: The printer.
    /// - Throws: ``ClientError`` with the problem `printer-not-found`.
    @discardableResult
    public func trust(_ name: String) async throws -> Printer {
        try await answer(post("/v1/printers/\(Self.escaped(name))/trust", []))
    }

    /// Makes a printer flash or beep.
    ///
    /// - Parameter name: The printer.
    /// - Returns: The printer.
    /// - Throws: ``ClientError`` with the problem `printer-failed` if it cannot.
    @discardableResult
    public func identify(_ name: String) async throws -> Printer {
        try await answer(post("/v1/printers/\(Self.escaped(name))/identify", []))
    }

    /// The options of a printer, for any document or for a given one.
    public func options(_ request: OptionsRequest) async throws -> PrinterOptions {
        try await answer(post("/v1/options", try json(request)))
    }

    // MARK: Documents

    /// Sends a document; once this returns, the service has it on disk.
    ///
    /// - Parameters:
    ///   - descriptor: An open file; it is read from its position, and stays the caller's.
    ///   - name: The name of the file.
    ///   - type: The MIME type, where the contents allow several.
    /// - Returns: The facts of the document; its `problem` is the reason if it cannot be printed.
    /// - Throws: ``ClientError``.
    public func send(
        _ descriptor: Int32,
        name: String,
        type: String? = nil
    ) async throws -> DocumentFacts {
        var request = post("/v1/documents?" + Self.query(name, type), [])
        request.headers["Content-Type"] = "application/octet-stream"
        request.headers["Idempotency-Key"] = SubmissionID.random().rawValue
        return try await answer(request, with: descriptor, name: name)
    }

    /// Joins documents into one, which is printed as one job.
    ///
    /// The new document has the pages of all, on the paper of its job. The others stay as they are; discard those that you
    /// do not need. An encrypted document has to be unlocked before.
    ///
    /// ```swift
    /// let whole = try await client.join(["1c0a…", "77d2…"])
    /// try await client.submit(SubmissionRequest(document: whole.id))
    /// ```
    ///
    /// - Parameters:
    ///   - documents: The ids of the documents, in the order of printing; at most `DocumentFacts.partsLimit`.
    ///   - name: The name for people; `nil` for one made of their names.
    /// - Returns: The facts of the new document, with its `DocumentFacts.parts`.
    /// - Throws: ``ClientError``.
    public func join(_ documents: [String], name: String? = nil) async throws -> DocumentFacts {
        var message = post(
            "/v1/documents/join",
            try json(JoinRequest(documents: documents, name: name))
        )
        message.headers["Idempotency-Key"] = SubmissionID.random().rawValue
        return try await answer(message)
    }

    /// Decrypts a document; the password is used once and never stored.
    ///
    /// - Parameters:
    ///   - id: The document.
    ///   - password: Its password.
    /// - Returns: The facts of the decrypted document.
    /// - Throws: ``ClientError`` with the problem `password-wrong`.
    public func unlock(document id: String, password: String) async throws -> DocumentFacts {
        let question = try json(UnlockRequest(password: password))
        return try await answer(post("/v1/documents/\(Self.escaped(id))/unlock", question))
    }

    /// Discards a document that no job uses.
    public func discard(document id: String) async throws {
        var request = get("/v1/documents/\(Self.escaped(id))")
        request.method = "DELETE"
        _ = try await perform(request) { try await Self.check($0, &$1) }
    }

    // MARK: Jobs

    /// Returns the plan for a document and a ticket, or the obstacles.
    public func check(_ request: CheckRequest) async throws -> PrintCheck {
        try await answer(post("/v1/check", try json(request)))
    }

    /// Queues a job, if printing is possible.
    ///
    /// - Parameters:
    ///   - request: The document, the printer and the options.
    ///   - key: The idempotency key: the same key twice queues one job.
    /// - Returns: The job, which is on disk.
    /// - Throws: ``ClientError`` whose problem has the obstacles, if printing is not possible.
    public func submit(
        _ request: SubmissionRequest,
        key: SubmissionID = .random()
    ) async throws -> PrintJob {
        try await submit(request, key: key, as: PrintJob.self)
    }

    /// The same with as much of the job as is wanted.
    package func submit<Job: Decodable & Sendable>(
        _ request: SubmissionRequest,
        key: SubmissionID = .random(),
        as form: Job.Type
    ) async throws -> Job {
        var message = post("/v1/jobs", try json(request))
        message.headers["Idempotency-Key"] = key.rawValue
        return try await answer(message)
    }

    /// Returns the details of a job.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job and its history.
    /// - Throws: ``ClientError`` with the problem `job-not-found`.
    public func job(_ label: String) async throws -> JobDetails {
        try await answer(get("/v1/jobs/\(Self.escaped(label))"))
    }

    /// Cancels a job.
    ///
    /// - Parameters:
    ///   - label: Its number, or the scheduler's name for it.
    ///   - force: Whether to end it even if its printer does not say what becomes of it; where pages may come out, it fails with
    ///     `delivery-uncertain` then.
    /// - Returns: The job, which is final at once if the scheduler did not have it yet.
    /// - Throws: ``ClientError`` with the problem `job-not-found` or `job-ended`.
    public func cancel(_ label: String, force: Bool = false) async throws -> PrintJob {
        let wish = force ? try json(JobCancelRequest(force: true)) : []
        return try await answer(post("/v1/jobs/\(Self.escaped(label))/cancel", wish))
    }
}
