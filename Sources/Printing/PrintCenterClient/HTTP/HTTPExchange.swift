import Dispatch
import Glibc
import Synchronization

/// A request and its response on a separate connection.
///
/// Connecting to a Unix socket takes microseconds, so connections are not kept. The exchange blocks
/// on a thread that may block, because starting an event loop takes longer than most requests to
/// the service.
final class HTTPExchange: Sendable {
    /// The request.
    struct Request: Sendable {
        var method = "GET"
        var path: String
        var headers: [String: String]
        var body = Body.none

        /// The body of the request.
        enum Body: Sendable {
            case none
            case bytes([UInt8])
            /// A streamed file between a prefix and a suffix; its length if known.
            case file(ChunkReader, length: Int?, before: [UInt8] = [], after: [UInt8] = [])
        }
    }

    /// The connection ended before a response came: the service may have exited.
    struct Unanswered: Error {}

    private static let pieceSize = 64 << 10

    /// The thread that blocks; `nil` for that of the caller.
    private let queue: DispatchQueue?
    /// The socket, while it is open.
    private let socket: Mutex<Int32?>

    /// Takes ownership of a connected socket.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - blocksCaller: Whether the caller's thread waits for the service.
    init(socket: Int32, blocksCaller: Bool = false) {
        self.socket = Mutex(socket)
        queue = blocksCaller ? nil : DispatchQueue(label: "printcenter.client.exchange")
    }

    deinit {
        close()
    }

    /// Sends a request, and passes the response to `read`.
    ///
    /// A response that comes before the whole body is sent ends the sending.
    func perform<Answer: Sendable>(
        _ request: Request,
        read: @Sendable (_ status: Int, inout Parts) async throws -> Answer
    ) async throws -> Answer {
        defer { close() }
        var parser = try await run { socket in
            try Sending(socket: socket).send(request)
            var parser = AnswerParser()
            try Self.receive(from: socket, into: &parser)
            return parser
        }
        while true {
            switch try parser.next() {
            // Interim responses such as 100 Continue come first.
            case .head(let status) where status >= 200:
                var parts = Parts(exchange: self, parser: parser)
                return try await read(status, &parts)
            case .head: continue
            case .bytes, .end: throw Unanswered()
            case nil: parser = try await receive(into: parser)
            }
        }
    }

    /// The body of the response, part by part.
    struct Parts {
        fileprivate let exchange: HTTPExchange
        fileprivate var parser: AnswerParser

        /// The version of the service that responds, if it sends one.
        var serviceVersion: String? { parser.version }

        /// How many jobs follow a page of a list, if the service says it.
        var remaining: Int? { parser.remaining }

        /// The next bytes of the body; `nil` at its end.
        mutating func chunk() async throws -> [UInt8]? {
            while true {
                switch try parser.next() {
                case .bytes(let bytes): return bytes
                case .end: return nil
                case .head: continue
                case nil: parser = try await exchange.receive(into: parser)
                }
            }
        }

        /// The whole body, up to a limit.
        mutating func body(limit: Int) async throws -> [UInt8] {
            var bytes: [UInt8] = []
            while let chunk = try await chunk() {
                bytes += chunk
                guard bytes.count <= limit else {
                    throw ClientError(
                        .badAnswer,
                        "The response of the service is too long.",
                        chinese: "服务的应答过长。"
                    )
                }
            }
            return bytes
        }
    }

    // MARK: The blocking thread

    private func receive(into parser: AnswerParser) async throws -> AnswerParser {
        try await run { socket in
            var parser = parser
            try Self.receive(from: socket, into: &parser)
            return parser
        }
    }

    /// Runs a blocking closure; canceling the task shuts down the socket, which ends any wait.
    private func run<Result: Sendable>(
        _ body: @Sendable @escaping (Int32) throws -> Result
    ) async throws -> Result {
        guard let open = socket.withLock({ $0 }) else { throw Unanswered() }
        guard let queue else { return try body(open) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async {
                    continuation.resume(returning: Swift.Result { try body(open) })
                }
            }
        } onCancel: {
            socket.withLock { socket in
                if let socket { _ = shutdown(socket, Int32(clamping: SHUT_RDWR)) }
            }
        }
        try Task.checkCancellation()
        return try result.get()
    }

    private static func receive(from socket: Int32, into parser: inout AnswerParser) throws {
        while true {
            var number: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
                let got = unsafe recv(socket, buffer.baseAddress, buffer.count, 0)
                number = got < 0 ? errno : 0
                count = max(got, 0)
            }
            if number == EINTR { continue }
            // A service that was killed resets the connection.
            if bytes.isEmpty { try parser.end() } else { parser.add(bytes) }
            return
        }
    }

    private func close() {
        socket.withLock { socket in
            if let socket { Glibc.close(socket) }
            socket = nil
        }
    }
}
