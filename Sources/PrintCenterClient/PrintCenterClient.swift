public import FoundationEssentials
import Glibc
public import PrintModel

/// Talks to the printing service of the user, and starts it where it does not run.
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
/// Every method throws ``ClientError``, or `CancellationError` where its task is cancelled.
public struct PrintCenterClient: Sendable {
    /// The largest answer that is read, in bytes.
    private static let largestAnswer = 64 << 20

    let environment: [String: String]
    let paths: ServicePaths
    let language: Language
    private let socket: ServiceSocket

    /// Finds out from the environment where the service is; nothing is started or sent yet.
    ///
    /// - Parameters:
    ///   - environment: The variables that say where the service is, and that it inherits.
    ///   - language: The language of the words in the answers.
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
            home: accountHome()
        ) { path in
            unsafe access(path, F_OK) == 0
        }
        socket = try ServiceSocket(path: paths.socket)
    }

    // MARK: The service

    /// What the service says of itself, without starting it; `nil` where none runs.
    public func runningService() async throws -> ServiceStatus? {
        guard let connection = try socket.connect() else { return nil }
        do {
            return try await HTTPExchange(socket: connection).perform(get("/v1/status")) {
                try await Self.decode(ServiceStatus.self, $0, &$1)
            }
        } catch is HTTPExchange.Unanswered {
            // It has just left.
            return nil
        }
    }

    /// What the service says of itself; starts it where none runs.
    public func status() async throws -> ServiceStatus {
        try await answer(get("/v1/status"))
    }

    /// Asks the service to end; jobs go on when it is started again.
    ///
    /// Returns when it is gone.
    public func stopService() async throws {
        guard let connection = try socket.connect() else { return }
        do {
            try await HTTPExchange(socket: connection).perform(post("/v1/stop", [])) { _, _ in }
        } catch is HTTPExchange.Unanswered {
            // It left before it had answered.
        }
        let end = ContinuousClock.now + .seconds(10)
        while let connection = try socket.connect() {
            close(connection)
            guard ContinuousClock.now < end else {
                throw ClientError(.serviceUnavailable, "The service does not end.")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    // MARK: Printers

    /// All printers.
    public func printers() async throws -> [Printer] {
        try await answer(get("/v1/printers"))
    }

    /// One printer.
    ///
    /// - Parameter name: Its id, or a name that matches exactly one printer without regard to case.
    /// - Returns: The printer.
    /// - Throws: ``ClientError`` with the problem `printer-not-found`, which says which there are.
    public func printer(_ name: String) async throws -> Printer {
        try await answer(get("/v1/printers/\(Self.escaped(name))"))
    }

    /// Makes a printer the user's own default, which counts before all others.
    ///
    /// - Parameter name: The printer; `nil` has no default of our own any more.
    /// - Returns: The printer that is the default now, if there is one.
    /// - Throws: ``ClientError`` with the problem `printer-not-found`.
    @discardableResult
    public func setDefaultPrinter(_ name: String?) async throws -> Printer? {
        var request = post("/v1/printers/default", try json(DefaultPrinterRequest(printer: name)))
        request.method = "PUT"
        return try await answer(request)
    }

    /// What a ticket can say for a printer, and for a document on it.
    public func options(_ request: OptionsRequest) async throws -> PrinterOptions {
        try await answer(post("/v1/options", try json(request)))
    }

    // MARK: Documents

    /// Sends a document: when it is answered, the service has all of it on the disk.
    ///
    /// - Parameters:
    ///   - descriptor: An open file; it is read from its position, and stays the caller's.
    ///   - name: The name of the file.
    ///   - type: The MIME type, where the contents do not show it.
    /// - Returns: What the document is; its `problem` says why it cannot be printed, if so.
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

    static func query(_ name: String, _ type: String?) -> String {
        "name=\(escaped(name))" + (type.map { "&type=\(escaped($0))" } ?? "")
    }

    /// The answer to a request whose body is a file, between what surrounds it.
    func answer<Answer: Decodable & Sendable>(
        _ request: HTTPExchange.Request,
        with descriptor: Int32,
        name: String,
        before: [UInt8] = [],
        after: [UInt8] = []
    ) async throws -> Answer {
        var request = request
        request.body = .file(
            ChunkReader(descriptor: descriptor),
            length: Self.length(of: descriptor),
            before: before,
            after: after
        )
        let start = lseek(descriptor, 0, SEEK_CUR)
        do {
            return try await answer(
                request,
                again: {
                    // A pipe cannot be read twice.
                    start >= 0 && lseek(descriptor, start, SEEK_SET) == start
                }
            )
        } catch let error as ChunkReader.Failure {
            throw ClientError(.fileUnreadable, error.sentence(about: name))
        }
    }

    /// Takes the encryption off a document; the password is used once and kept nowhere.
    ///
    /// - Parameters:
    ///   - id: The document.
    ///   - password: Its password.
    /// - Returns: What the document is from now on.
    /// - Throws: ``ClientError`` with the problem `password-wrong`.
    public func unlock(document id: String, password: String) async throws -> DocumentFacts {
        let question = try json(UnlockRequest(password: password))
        return try await answer(post("/v1/documents/\(Self.escaped(id))/unlock", question))
    }

    /// Drops a document that no job uses.
    public func discard(document id: String) async throws {
        var request = get("/v1/documents/\(Self.escaped(id))")
        request.method = "DELETE"
        _ = try await perform(request) { try await Self.check($0, &$1) }
    }

    // MARK: Jobs

    /// Whether a document can be printed, and what would happen.
    public func check(_ request: CheckRequest) async throws -> PrintCheck {
        try await answer(post("/v1/check", try json(request)))
    }

    /// Queues a job, if printing is possible.
    ///
    /// - Parameters:
    ///   - request: What, where and how.
    ///   - key: The idempotency key: the same key twice queues one job.
    /// - Returns: The job, which is on the disk.
    /// - Throws: ``ClientError`` whose problem has the obstacles, where it is not possible.
    public func submit(
        _ request: SubmissionRequest,
        key: SubmissionID = .random()
    ) async throws -> PrintJob {
        var message = post("/v1/jobs", try json(request))
        message.headers["Idempotency-Key"] = key.rawValue
        return try await answer(message)
    }

    /// The jobs; with `all` those that have ended, too.
    public func jobs(all: Bool = false, printer: PrinterID? = nil) async throws -> [PrintJob] {
        try await jobs(JobFilter(all: all, printer: printer))
    }

    /// The jobs that a filter takes, those of other programs too.
    ///
    /// - Parameter filter: Which jobs.
    /// - Returns: Ours first, each oldest first.
    /// - Throws: ``ClientError``.
    public func jobs(_ filter: JobFilter) async throws -> [PrintJob] {
        var path = "/v1/jobs?all=\(filter.all)"
        if let printer = filter.printer {
            path += "&printer=\(Self.escaped(printer.rawValue))"
        }
        if let user = filter.user { path += "&user=\(Self.escaped(user))" }
        for (name, date) in [("since", filter.since), ("until", filter.until)] {
            guard let date else { continue }
            path += "&\(name)=\(Self.escaped(date.formatted(.iso8601)))"
        }
        return try await perform(get(path)) { try await Self.decodeList(PrintJob.self, $0, &$1) }
    }

    /// Everything about one job.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job and its dated story.
    /// - Throws: ``ClientError`` with the problem `job-not-found`.
    public func job(_ label: String) async throws -> JobDetails {
        try await answer(get("/v1/jobs/\(Self.escaped(label))"))
    }

    /// Cancels a job.
    ///
    /// - Parameter label: Its number, or the scheduler's name for it.
    /// - Returns: The job; it is final at once if nobody else knew of it.
    /// - Throws: ``ClientError`` with the problem `job-not-found` or `job-ended`.
    public func cancel(_ label: String) async throws -> PrintJob {
        try await answer(post("/v1/jobs/\(Self.escaped(label))/cancel", []))
    }

    // MARK: Requests

    func get(_ path: String) -> HTTPExchange.Request {
        HTTPExchange.Request(path: path, headers: ["Accept-Language": language.rawValue])
    }

    func post(_ path: String, _ bytes: [UInt8]) -> HTTPExchange.Request {
        var request = get(path)
        request.method = "POST"
        request.headers["Content-Type"] = "application/json"
        request.body = .bytes(bytes)
        return request
    }

    func json(_ value: some Encodable) throws -> [UInt8] {
        Array(try WireFormat.encode(value))
    }

    func answer<Answer: Decodable & Sendable>(
        _ request: HTTPExchange.Request,
        again: @Sendable () -> Bool = { true }
    ) async throws -> Answer {
        try await perform(request, again: again) { try await Self.decode(Answer.self, $0, &$1) }
    }

    /// Sends a request to the service, and starts that where it does not run.
    ///
    /// A service that leaves at this moment gives no answer: then the request goes
    /// to the next one. That is safe, because whatever creates something carries
    /// a key.
    func perform<Answer: Sendable>(
        _ request: HTTPExchange.Request,
        again: @Sendable () -> Bool = { true },
        read: @Sendable (_ status: Int, inout HTTPExchange.Parts) async throws -> Answer
    ) async throws -> Answer {
        let launcher = ServiceLauncher(environment: environment, stateFolder: paths.state)
        let end = ContinuousClock.now + .seconds(15)
        // Whether a service may have carried out the request before its end.
        var isInDoubt = false
        do {
            while ContinuousClock.now < end {
                guard let connection = try socket.connect() else {
                    try await launcher.start()
                    continue
                }
                do {
                    return try await HTTPExchange(socket: connection).perform(request, read: read)
                } catch is HTTPExchange.Unanswered {
                    isInDoubt = isInDoubt || request.method != "GET"
                    guard again() else { break }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            throw ClientError(
                .serviceUnavailable,
                "The printing service does not answer. Look at \(paths.state)/printcenterd.log."
            )
        } catch let error as ClientError where isInDoubt && error.code == .serviceUnavailable {
            throw error.inDoubt
        }
    }

    /// A list, element by element as it comes: a long one is never there as a whole.
    static func decodeList<Element: Decodable>(
        _ type: Element.Type,
        _ status: Int,
        _ parts: inout HTTPExchange.Parts
    ) async throws -> [Element] {
        guard (200..<300).contains(status) else {
            try await check(status, &parts)
            return []
        }
        var splitter = ListSplitter()
        var elements: [Element] = []
        do {
            while let chunk = try await parts.chunk() {
                for element in try splitter.take(chunk) {
                    elements.append(try WireFormat.decode(type, from: Data(element)))
                }
            }
            guard splitter.isComplete else { throw ListSplitter.Malformed() }
        } catch is DecodingError {
            throw ClientError.notUnderstood
        } catch is ListSplitter.Malformed {
            throw ClientError.notUnderstood
        }
        return elements
    }

    static func decode<Answer: Decodable>(
        _ type: Answer.Type,
        _ status: Int,
        _ parts: inout HTTPExchange.Parts
    ) async throws -> Answer {
        let bytes = try await check(status, &parts)
        do {
            return try WireFormat.decode(type, from: Data(bytes))
        } catch {
            throw ClientError.notUnderstood
        }
    }

    /// The body of a good answer.
    @discardableResult
    static func check(
        _ status: Int,
        _ parts: inout HTTPExchange.Parts
    ) async throws -> [UInt8] {
        let bytes = try await parts.body(limit: largestAnswer)
        guard (200..<300).contains(status) else {
            guard let problem = try? WireFormat.decode(Problem.self, from: Data(bytes)) else {
                throw ClientError(
                    .badAnswer,
                    "The service answered with HTTP status \(status)."
                )
            }
            throw ClientError(problem, from: parts.serviceVersion)
        }
        return bytes
    }

    /// A text in a path or query: everything but letters, digits and `-._~` is escaped.
    static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if byte < 128, character.isLetter || character.isNumber || "-._~".contains(character) {
                return String(character)
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// How much there is to read; `nil` where that shows only at the end.
    private static func length(of descriptor: Int32) -> Int? {
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        // The files of /proc say that they are empty, and are not.
        guard facts.st_size > 0 else { return nil }
        return max(0, Int(facts.st_size) - Int(lseek(descriptor, 0, SEEK_CUR)))
    }
}
