internal import Dispatch
internal import Glibc
public import IPP
internal import Synchronization

/// A simulated printer or scheduler in this process, which replies as a script says, correctly or
/// not.
///
/// ```swift
/// let printer = try ScriptedPrinter { request, printer in
///     request.message.operation == .getPrinterAttributes ? .body([]) : printer.regularReply(to: request)
/// }
/// defer { printer.close() }
/// ```
/// It listens on loopback by default, and has one thread for each open connection. Without a script, it
/// behaves correctly. Call ``close()`` when done; otherwise the printer stays until the process
/// ends.
public final class ScriptedPrinter: Sendable {
    /// A request as received.
    public struct Request: Sendable {
        /// A number that no other request has; that of its ``Arrival``.
        public let number: Int
        /// The IPv4 address of the client; empty where it has none.
        public internal(set) var client = ""
        /// The request line and the header lines.
        public let head: String
        /// The IPP message.
        public let message: IPPMessage
        /// The document data after the message.
        public let document: [UInt8]
    }

    /// How a client has ended its connection.
    public enum End: Sendable {
        /// Regularly (FIN).
        case finished
        /// With a reset (RST).
        case reset
    }

    /// A request of which a part has arrived.
    public struct Arrival: Sendable {
        /// A number that no other request has.
        public let number: Int
        /// The request line and the header lines.
        public let head: String
        /// The IPP message; `nil` until all of it has arrived.
        public let message: IPPMessage?
        /// The part of the document that has arrived.
        public let document: [UInt8]
        /// How the client has ended the connection, so that no more will arrive; `nil` while it has not.
        public let end: End?
    }

    /// The reply to a request, or another way to handle it.
    public indirect enum Answer: Sendable {
        /// A regular response, with the request ID of the request.
        case reply(IPPMessage)
        /// A regular response, after which the connection is closed.
        case replyAndHangUp(IPPMessage)
        /// These bytes as the body of a regular HTTP response.
        case body([UInt8])
        /// An HTTP response with this status line ("500 Internal Server Error"), header lines, and
        /// body, and a correct Content-Length.
        case http(String, headers: [String] = ["Content-Type: application/ipp"], body: [UInt8] = [])
        /// Only these bytes, after which the connection is closed.
        case raw([UInt8])
        /// Only these bytes, while the connection stays open.
        case stall([UInt8])
        /// No reply, while the connection stays open.
        case silence
        /// These bytes one at a time with a pause after each, then the next request.
        case drip([UInt8], pause: Duration)
        /// These bytes repeatedly, as chunks of an endless body after a regular head.
        case endless([UInt8])
        /// Another answer, after a delay.
        case delayed(Duration, Answer)
        /// No reply; the connection is closed after the whole request has been read.
        case hangUp
        /// No reply; the connection is reset after the whole request has been read.
        case reset
    }

    /// A closure that replies to requests; the printer that it receives can provide the regular
    /// response.
    public typealias Script = @Sendable (Request, ScriptedPrinter) -> Answer

    /// A closure that the printer calls for each part of a request that has a document; an answer ends the
    /// request early.
    public typealias ArrivalScript = @Sendable (Arrival, ScriptedPrinter) -> Answer?

    private struct State {
        var requests: [Request] = []
        var connections: Set<CInt> = []
        var connectionCount = 0
        var endedCount = 0
        var isClosed = false
    }

    /// The port; 0 for a Unix domain socket.
    public let port: UInt16
    /// The jobs from which regular responses are made.
    let jobs: ScriptedJobs
    private let listener: CInt
    private let script: Script
    private let arrivalScript: ArrivalScript?
    private let keepsRequests: Bool
    private let state = Mutex(State())
    private let start = ContinuousClock.now

    /// The URI of the printer on this machine.
    public var uri: String { "ipp://localhost:\(port)/ipp/print" }
    /// The requests so far; empty where they are not kept.
    public var requests: [Request] { state.withLock(\.requests) }
    /// The "printer-up-time", in whole seconds from 1 on.
    var upTime: Int32 { Int32(clamping: 1 + start.duration(to: .now).components.seconds) }
    /// The number of accepted connections.
    public var connectionCount: Int { state.withLock(\.connectionCount) }
    /// The number of connections that have ended.
    public var endedCount: Int { state.withLock(\.endedCount) }
    /// The jobs that the printer accepted with regular responses, in order.
    public var received: [ScriptedJob] { jobs.all }

    /// Listens on a free port.
    ///
    /// - Parameters:
    ///   - host: The IPv4 address to listen on, in the network of the calling thread; loopback by default.
    ///   - attributes: The attributes in regular responses; see ``regularAttributes(_:)``.
    ///   - keepsRequests: Whether to keep ``requests``; not suitable for long runs.
    ///   - script: The closure that replies to each request; without one, all responses are
    ///     regular.
    ///   - arrival: The closure that the printer calls for each part of a request with a document; without
    ///     one, a document that is cut off is treated as real printers do.
    /// - Throws: ``LabError`` where no port is free.
    public init(
        at host: String = "127.0.0.1",
        attributes: [IPPAttribute] = ScriptedPrinter.regularAttributes(),
        keepsRequests: Bool = true,
        _ script: @escaping Script = { $1.regularReply(to: $0) },
        arrival: ArrivalScript? = nil
    ) throws {
        arrivalScript = arrival
        (listener, port) = try ScriptedListener.port(of: host)
        jobs = ScriptedJobs(attributes: attributes)
        self.keepsRequests = keepsRequests
        self.script = script
        accept()
    }

    /// Listens on a Unix domain socket, as a scheduler does.
    ///
    /// - Parameters:
    ///   - path: An unused path; the caller removes the socket.
    ///   - keepsRequests: Whether to keep ``requests``; not suitable for long runs.
    ///   - script: The closure that replies to each request.
    /// - Throws: ``LabError`` where listening on the path fails.
    public init(
        path: String,
        keepsRequests: Bool = true,
        _ script: @escaping Script
    ) throws {
        arrivalScript = nil
        listener = try ScriptedListener.socket(at: path)
        port = 0
        jobs = ScriptedJobs(attributes: [])
        self.keepsRequests = keepsRequests
        self.script = script
        accept()
    }

    /// Closes all connections and refuses new ones.
    public func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            shutdown(listener, CInt(clamping: SHUT_RDWR))
            Self.end(state.connections)
        }
    }

    /// Closes all connections but accepts new ones.
    public func hangUp() {
        state.withLock { Self.end($0.connections) }
    }

    private static func end(_ connections: Set<CInt>) {
        for connection in connections { shutdown(connection, CInt(clamping: SHUT_RDWR)) }
    }

    private func accept() {
        // Each serial queue gets its own thread; a concurrent queue would wait for a free core.
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
                ScriptedListener.noticeSilence(on: connection)
                DispatchQueue(label: "scripted.connection").async { self.serve(connection) }
            }
            Glibc.close(listener)
        }
    }

    private func serve(_ connection: CInt) {
        var stream = ScriptedStream(connection)
        let client = ScriptedListener.client(of: connection)
        var early: (answer: Answer, body: [UInt8])?
        let numbers = state.withLock(\.connectionCount) << 16
        var number = numbers
        while let (head, body) = stream.request(while: { head, body in
            early = arrival(number, head, body, nil).map { ($0, body) }
            return early == nil
        }) {
            guard let (message, length) = try? IPPDecoder().decodePrefix(body) else { break }
            guard stream.end == nil else {
                if arrivalScript != nil {
                    _ = arrival(number, head, body, stream.end)
                } else {
                    end(message, cutTo: Array(body[length...]), by: stream.end)
                }
                break
            }
            let request = Request(
                number: number,
                client: client,
                head: head,
                message: message,
                document: Array(body[length...])
            )
            number += 1
            if keepsRequests { state.withLock { $0.requests.append(request) } }
            guard answer(script(request, self), to: message, on: stream) else { break }
        }
        if let early {
            let message = try? IPPDecoder().decodePrefix(early.body).message
            let unknown = IPPMessage(operation: .printJob, requestID: 1)
            _ = answer(early.answer, to: message ?? unknown, on: stream)
        }
        // Closed under the lock: afterwards, another connection may have the same descriptor.
        state.withLock { state in
            state.connections.remove(connection)
            state.endedCount += 1
            Glibc.close(connection)
        }
    }

    /// Tells the script of a part of a request that has a document.
    private func arrival(_ number: Int, _ head: String, _ body: [UInt8], _ end: End?) -> Answer? {
        guard let arrivalScript, head.lowercased().contains("100-continue") else { return nil }
        let parts = try? IPPDecoder().decodePrefix(body)
        return arrivalScript(
            Arrival(
                number: number,
                head: head,
                message: parts?.message,
                document: parts.map { Array(body[$0.length...]) } ?? [],
                end: end
            ),
            self
        )
    }

    /// Treats a document that was cut as real printers do: after a reset they abort its job, and after a
    /// regular end they print what they have, and call it completed.
    private func end(
        _ message: IPPMessage,
        cutTo document: [UInt8],
        by end: End?
    ) {
        guard message.operation == .sendDocument else { return }
        let id = message.attributes(in: .operation)?["job-id"]?.integer
        _ = jobs.change(id) { job in
            guard !job.state.isFinal else { return }
            job.document = end == .reset ? nil : document
            job.state = end == .reset ? .aborted : .completed
        }
    }

    /// Carries out the answer; returns whether the connection stays open.
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
        case .reset:
            stream.resetWhenClosed()
            return false
        }
    }

    private static let ippHeaders = ["Content-Type: application/ipp"]

    private static func http(_ status: String, _ headers: [String], _ body: [UInt8]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + body
    }
}
