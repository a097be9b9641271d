import NIOCore
import NIOHTTP1
import NIOPosix
import PrintModel

/// One request and its answer on a connection of their own.
///
/// Connecting to a Unix socket takes microseconds, so connections are not kept.
struct HTTPExchange: Sendable {
    typealias Channel = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    /// One thread serves all connections; it starts with the first one.
    static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// What is sent.
    struct Request: Sendable {
        var method: HTTPMethod
        var path: String
        var headers: HTTPHeaders
        var body: Body

        /// What follows the headers.
        enum Body: Sendable {
            case none
            case bytes([UInt8])
            /// Bytes as they come; the length where it is known.
            case chunks(ChunkReader, length: Int?)
        }
    }

    /// The connection ended before an answer came: the service may have left.
    struct Unanswered: Error {}

    private let channel: Channel

    /// Takes over a connected socket.
    init(socket: Int32) async throws {
        channel = try await ClientBootstrap(group: Self.threads)
            .withConnectedSocket(socket) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try Channel(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Sends a request, and has `read` take in the answer.
    ///
    /// An answer that comes before the whole body is sent ends the sending.
    func perform<Answer: Sendable>(
        _ request: Request,
        read: @Sendable @escaping (HTTPResponseHead, inout Parts) async throws -> Answer
    ) async throws -> Answer {
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Answer?.self) { group in
                group.addTask {
                    do {
                        try await Self.send(request, to: outbound)
                    } catch let error as ChunkReader.Failure {
                        throw error
                    } catch {
                        // The service has closed; its answer, or the lack of one, says why.
                    }
                    return nil
                }
                group.addTask {
                    var parts = Parts(inner: inbound.makeAsyncIterator())
                    let head = try await parts.head()
                    return try await read(head, &parts)
                }
                while let answer = try await group.next() {
                    guard let answer else { continue }
                    group.cancelAll()
                    return answer
                }
                throw Unanswered()
            }
        }
    }

    private static func send(
        _ request: Request,
        to outbound: NIOAsyncChannelOutboundWriter<HTTPClientRequestPart>
    ) async throws {
        var headers = request.headers
        headers.add(name: "Host", value: "localhost")
        headers.add(name: "Connection", value: "close")
        headers.add(name: ServiceVersion.header, value: projectVersion)
        switch request.body {
        case .none: break
        case .bytes(let bytes): headers.add(name: "Content-Length", value: "\(bytes.count)")
        case .chunks(_, let length?): headers.add(name: "Content-Length", value: "\(length)")
        case .chunks(_, nil): headers.add(name: "Transfer-Encoding", value: "chunked")
        }
        let head = HTTPRequestHead(
            version: .http1_1,
            method: request.method,
            uri: request.path,
            headers: headers
        )
        try await outbound.write(.head(head))
        switch request.body {
        case .none: break
        case .bytes(let bytes):
            try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
        case .chunks(let reader, let length):
            // Exactly what was announced: a file that grows meanwhile must not run into the next
            // request, and one that shrinks would leave the service waiting.
            var left = length
            while left != 0, let chunk = try await reader.next(limit: left) {
                left = left.map { $0 - chunk.count }
                try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: chunk))))
            }
            guard left ?? 0 == 0 else { throw ChunkReader.Failure.shortened }
        }
        try await outbound.write(.end(nil))
    }

    /// The answer, part by part.
    struct Parts {
        var inner: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator

        /// The next part; `nil` at the end of the connection.
        private mutating func part() async throws -> HTTPClientResponsePart? {
            do {
                return try await inner.next(isolation: #isolation)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // A service that was killed ends the stream in the middle of a chunk.
                throw Unanswered()
            }
        }

        fileprivate mutating func head() async throws -> HTTPResponseHead {
            while let part = try await part() {
                // 100 Continue and its kind come before the answer.
                if case .head(let head) = part, head.status.code >= 200 { return head }
            }
            throw Unanswered()
        }

        /// The next bytes of the body; `nil` at its end.
        mutating func chunk() async throws -> ByteBuffer? {
            while let part = try await part() {
                switch part {
                case .head: continue
                case .body(let buffer): return buffer
                case .end: return nil
                }
            }
            throw Unanswered()
        }

        /// The whole body, up to a limit.
        mutating func body(limit: Int) async throws -> [UInt8] {
            var bytes: [UInt8] = []
            while let chunk = try await chunk() {
                bytes += chunk.readableBytesView
                guard bytes.count <= limit else {
                    throw ClientError(.badAnswer, "The service's answer is too long.")
                }
            }
            return bytes
        }
    }
}
