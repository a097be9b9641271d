import FoundationEssentials
import Glibc
import PrintModel

/// How a request is sent, and its response read.
extension PrintCenterClient {
    /// The limit of a response, in bytes.
    private static let largestAnswer = 64 << 20

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

    static func query(_ name: String, _ type: String?) -> String {
        "name=\(escaped(name))" + (type.map { "&type=\(escaped($0))" } ?? "")
    }

    /// The response to a request whose body is a file, between a prefix and a suffix.
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
            throw ClientError(
                .fileUnreadable,
                error.sentence(about: name, in: .english),
                chinese: error.sentence(about: name, in: .simplifiedChinese)
            )
        }
    }

    /// Sends a request to the service, and starts the service if it is not running.
    ///
    /// A service that exits at this moment does not respond; the client then repeats the request to
    /// the next one. That is safe, because each request that creates something has a key.
    func perform<Answer: Sendable>(
        _ request: HTTPExchange.Request,
        again: @Sendable () -> Bool = { true },
        read: @Sendable (_ status: Int, inout HTTPExchange.Parts) async throws -> Answer
    ) async throws -> Answer {
        let factor = Patience.factor(in: environment)
        let launcher = ServiceLauncher(
            environment: environment,
            stateFolder: paths.state,
            patience: Duration.seconds(10) * factor
        )
        let end = ContinuousClock.now + Duration.seconds(15) * factor
        // Whether a service may have carried out the request before its end.
        var isInDoubt = false
        do {
            while ContinuousClock.now < end {
                guard let connection = try await connect(launcher) else { continue }
                do {
                    return try await HTTPExchange(
                        socket: connection,
                        blocksCaller: blocksCaller
                    ).perform(request, read: read)
                } catch is HTTPExchange.Unanswered {
                    isInDoubt = isInDoubt || request.method != "GET"
                    guard again() else { break }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            throw ClientError(
                .serviceUnavailable,
                "The service is not responding. Its log is \(paths.state)/printcenterd.log.",
                chinese: "服务没有响应。其日志为 \(paths.state)/printcenterd.log。"
            )
        } catch let error as ClientError where isInDoubt && error.code == .serviceUnavailable {
            throw error.inDoubt
        }
    }

    /// A connection to the service; `nil` if it was just started, or is about to start or to exit.
    private func connect(_ launcher: ServiceLauncher) async throws -> Int32? {
        // Asked first, since systemd starts one for a connection.
        let isServed = try startsStopped || socket.isServed()
        if isServed, let connection = try socket.connect() { return connection }
        if isServed, !startsStopped {
            // Between two looks: it has the lock, and its socket comes, or goes with it.
            try await Task.sleep(for: .milliseconds(20))
            return nil
        }
        guard startsStopped || socket.isLeft else {
            throw ClientError(
                .serviceUnavailable,
                "The service was stopped.",
                chinese: "服务已停止。"
            )
        }
        try await launcher.start()
        return nil
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

    /// The body of a successful response.
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
                    "The service returned the HTTP status \(status).",
                    chinese: "服务返回了 HTTP 状态 \(status)。"
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

    /// The size of the file; `nil` if it is unknown until the end.
    private static func length(of descriptor: Int32) -> Int? {
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        // The files of /proc have the size 0, but are not empty.
        guard facts.st_size > 0 else { return nil }
        return max(0, Int(facts.st_size) - Int(lseek(descriptor, 0, SEEK_CUR)))
    }
}
