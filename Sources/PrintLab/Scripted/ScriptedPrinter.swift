internal import Dispatch
internal import Glibc
public import IPP
internal import Synchronization

/// A printer, or scheduler, of a few lines in this process, which answers as a script says, however wrong that is.
///
/// ```swift
/// let printer = try ScriptedPrinter { request, printer in
///     request.message.operation == .getPrinterAttributes ? .body([]) : printer.decentAnswer(to: request)
/// }
/// defer { printer.close() }
/// ```
/// It listens on loopback only, and has one thread for each connection that is open. Without a script it is a decent
/// printer. ``close()`` must be called; a printer that is forgotten stays to the end of the process.
public final class ScriptedPrinter: Sendable {
    /// A request as it came.
    public struct Request: Sendable {
        /// The request line and the header lines.
        public let head: String
        /// The IPP message.
        public let message: IPPMessage
        /// The document behind the message.
        public let document: [UInt8]
    }

    /// What becomes of a request.
    public indirect enum Answer: Sendable {
        /// A proper reply; its request id is put right.
        case reply(IPPMessage)
        /// A proper reply, and the end of the connection after it.
        case replyAndHangUp(IPPMessage)
        /// These bytes as the body of a proper HTTP reply.
        case body([UInt8])
        /// An HTTP reply of this status line ("500 Internal Server Error"), header lines and body, with its length.
        case http(String, headers: [String] = ["Content-Type: application/ipp"], body: [UInt8] = [])
        /// These bytes and nothing else, then the end of the connection.
        case raw([UInt8])
        /// These bytes and nothing else, while the connection stays open.
        case stall([UInt8])
        /// Nothing, while the connection stays open.
        case silence
        /// These bytes one by one with a pause after each, then the next request.
        case drip([UInt8], pause: Duration)
        /// These bytes again and again, as chunks of one endless body behind a proper head.
        case endless([UInt8])
        /// Another answer, later.
        case delayed(Duration, Answer)
        /// The end of the connection after the whole request was read.
        case hangUp
    }

    /// What answers: the request, and the printer, which can answer decently.
    public typealias Script = @Sendable (Request, ScriptedPrinter) -> Answer

    private struct State {
        var requests: [Request] = []
        var connections: Set<CInt> = []
        var connectionCount = 0
        var endedCount = 0
        var isClosed = false
    }

    /// The port on loopback; 0 for a domain socket.
    public let port: UInt16
    /// What the decent answers are made from.
    let jobs: ScriptedJobs
    private let listener: CInt
    private let script: Script
    private let keepsRequests: Bool
    private let state = Mutex(State())

    /// Where programs on this machine find it.
    public var uri: String { "ipp://localhost:\(port)/ipp/print" }
    /// All requests so far; none where they are not kept.
    public var requests: [Request] { state.withLock(\.requests) }
    /// How many connections were taken.
    public var connectionCount: Int { state.withLock(\.connectionCount) }
    /// How many connections have ended.
    public var endedCount: Int { state.withLock(\.endedCount) }
    /// The documents of the jobs that it took decently, in their order.
    public var received: [ScriptedJob] { jobs.all }

    /// Listens on a free port of loopback.
    ///
    /// - Parameters:
    ///   - attributes: what the decent printer says of itself; see ``decentAttributes(_:)``.
    ///   - keepsRequests: whether ``requests`` grows; not over a long run.
    ///   - script: answers each request; without one, all answers are decent.
    /// - Throws: ``LabError`` where no port is free.
    public init(
        attributes: [IPPAttribute] = ScriptedPrinter.decentAttributes(),
        keepsRequests: Bool = true,
        _ script: @escaping Script = { $1.decentAnswer(to: $0) }
    ) throws {
        (listener, port) = try ScriptedListener.port()
        jobs = ScriptedJobs(attributes: attributes)
        self.keepsRequests = keepsRequests
        self.script = script
        accept()
    }

    /// Listens on a domain socket, as a scheduler does.
    ///
    /// - Parameters:
    ///   - path: a name that is free; whoever made the printer removes it.
    ///   - keepsRequests: whether ``requests`` grows; not over a long run.
    ///   - script: answers each request.
    /// - Throws: ``LabError`` where the path cannot be listened on.
    public init(
        path: String,
        keepsRequests: Bool = true,
        _ script: @escaping Script
    ) throws {
        listener = try ScriptedListener.socket(at: path)
        port = 0
        jobs = ScriptedJobs(attributes: [])
        self.keepsRequests = keepsRequests
        self.script = script
        accept()
    }

    /// Ends all connections and refuses new ones.
    public func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            shutdown(listener, CInt(SHUT_RDWR))
            Self.end(state.connections)
        }
    }

    /// Ends all connections and takes new ones.
    public func hangUp() {
        state.withLock { Self.end($0.connections) }
    }

    private static func end(_ connections: Set<CInt>) {
        for connection in connections { shutdown(connection, CInt(SHUT_RDWR)) }
    }

    private func accept() {
        // Serial queues get a thread each; a concurrent one waits for a free core.
        DispatchQueue(label: "scripted.printer").async { [self] in
            while true {
                let connection = Glibc.accept(listener, nil, nil)
                guard connection >= 0 else { break }
                let isWelcome = state.withLock { state in
                    guard !state.isClosed else { return false }
                    state.connections.insert(connection)
                    state.connectionCount += 1
                    return true
                }
                guard isWelcome else {
                    Glibc.close(connection)
                    break
                }
                DispatchQueue(label: "scripted.connection").async { self.serve(connection) }
            }
            Glibc.close(listener)
        }
    }

    private func serve(_ connection: CInt) {
        var stream = ScriptedStream(connection)
        while let (head, body) = stream.request() {
            guard let (message, length) = try? IPPDecoder().decodePrefix(body) else { break }
            let request = Request(
                head: head,
                message: message,
                document: Array(body[length...])
            )
            if keepsRequests { state.withLock { $0.requests.append(request) } }
            guard answer(script(request, self), to: message, on: stream) else { break }
        }
        // Ended under the lock: afterwards the number may be that of another connection.
        state.withLock { state in
            state.connections.remove(connection)
            state.endedCount += 1
            Glibc.close(connection)
        }
    }

    /// Whether the connection goes on.
    private func answer(
        _ answer: Answer,
        to request: IPPMessage,
        on stream: ScriptedStream
    ) -> Bool {
        switch answer {
        case .reply(var message), .replyAndHangUp(var message):
            message.requestID = request.requestID
            guard let body = try? IPPEncoder().encode(message) else { return false }
            if case .replyAndHangUp = answer {
                stream.send(Self.http("200 OK", Self.ippHeaders, body))
                return false
            }
            return stream.send(Self.http("200 OK", Self.ippHeaders, body))
        case .body(let bytes):
            return stream.send(Self.http("200 OK", Self.ippHeaders, bytes))
        case .http(let status, let headers, let body):
            return stream.send(Self.http(status, headers, body))
        case .raw(let bytes):
            stream.send(bytes)
            return false
        case .stall(let bytes):
            return stream.send(bytes)
        case .silence:
            return true
        case .drip(let bytes, let pause):
            return bytes.allSatisfy { stream.send([$0]) && stream.pause(pause) }
        case .endless(let bytes):
            stream.send(
                Array(
                    "HTTP/1.1 200 OK\r\n\(Self.ippHeaders[0])\r\nTransfer-Encoding: chunked\r\n\r\n"
                        .utf8
                )
            )
            let size = Array((String(bytes.count, radix: 16) + "\r\n").utf8)
            while stream.send(size + bytes + [13, 10]) {}
            return false
        case .delayed(let duration, let later):
            return stream.pause(duration) && self.answer(later, to: request, on: stream)
        case .hangUp:
            return false
        }
    }

    private static let ippHeaders = ["Content-Type: application/ipp"]

    private static func http(_ status: String, _ headers: [String], _ body: [UInt8]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + body
    }
}
