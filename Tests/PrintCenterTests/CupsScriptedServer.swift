import Dispatch
import Glibc
import IPP
import Synchronization
import Testing

/// An IPP server of a few lines that answers as it is told, however wrong that is.
///
/// A thread of its own per connection; everything on loopback or a domain socket.
final class ScriptedServer: Sendable {
    /// What becomes of a request.
    enum Answer: Sendable {
        /// A proper reply; its request id is put right.
        case reply(IPPMessage)
        /// These bytes as the body of a proper HTTP reply.
        case body([UInt8])
        /// These bytes and nothing else, then the end of the connection.
        case raw([UInt8])
        /// Nothing, while the connection stays open.
        case silence
        /// These bytes one by one with a pause after each, without an end.
        case drip([UInt8])
        /// The end of the connection after the whole request was read.
        case hangUp
        /// A proper reply, and the end of the connection after it.
        case replyAndHangUp(IPPMessage)
    }

    typealias Script = @Sendable (IPPMessage, _ documentSize: Int) -> Answer

    private struct State {
        var requests: [IPPMessage] = []
        var heads: [String] = []
        var connections: [Int32] = []
        var isClosed = false
        var endedCount = 0
    }

    /// The port on loopback; 0 for a domain socket.
    let port: UInt16
    private let listener: Int32
    private let script: Script
    private let state = Mutex(State())

    /// All requests so far, with what the HTTP head said.
    var requests: [IPPMessage] { state.withLock(\.requests) }
    var heads: [String] { state.withLock(\.heads) }
    /// How many connections this side has ended.
    var endedCount: Int { state.withLock(\.endedCount) }
    var connectionCount: Int { state.withLock(\.connections.count) }

    /// Listens on a free port of loopback.
    init(_ script: @escaping Script) throws {
        self.script = script
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        try #require(isBound, "a port of loopback")
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        accept()
    }

    /// Listens on a domain socket.
    init(path: String, _ script: @escaping Script) throws {
        self.script = script
        port = 0
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < 100)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
            unsafe field.copyBytes(from: path.utf8)
        }
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                    && listen(listener, 16) == 0
            }
        }
        try #require(isBound, "a domain socket at \(path)")
        accept()
    }

    /// Ends all connections and refuses new ones.
    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            shutdown(listener, Int32(SHUT_RDWR))
            hangUpAll(&state)
        }
    }

    /// Ends all connections and takes new ones.
    func hangUp() {
        state.withLock { hangUpAll(&$0) }
    }

    private func hangUpAll(_ state: inout State) {
        for connection in state.connections {
            shutdown(connection, Int32(SHUT_RDWR))
        }
    }

    private func accept() {
        // Serial queues get a thread each; a concurrent one waits for a free core.
        DispatchQueue(label: "scripted.server").async { [self] in
            while true {
                let connection = Glibc.accept(listener, nil, nil)
                guard connection >= 0 else { break }
                state.withLock { $0.connections.append(connection) }
                DispatchQueue(label: "scripted.connection").async { self.serve(connection) }
            }
            Glibc.close(listener)
        }
    }

    // MARK: One connection

    private func serve(_ connection: Int32) {
        var stream = ByteStream(descriptor: connection)
        while let head = stream.line(endingWith: [13, 10, 13, 10]) {
            let lowered = head.lowercased()
            if lowered.contains("100-continue") {
                send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: connection)
            }
            let length = Self.contentLength(lowered)
            guard let body = stream.take(length),
                let (request, size) = try? IPPDecoder().decodePrefix(body)
            else { break }
            state.withLock { state in
                state.requests.append(request)
                state.heads.append(head)
            }
            guard answer(script(request, length - size), to: request, on: connection) else { break }
        }
        shutdown(connection, Int32(SHUT_RDWR))
        state.withLock { $0.endedCount += 1 }
    }

    /// Whether the connection goes on.
    private func answer(_ answer: Answer, to request: IPPMessage, on connection: Int32) -> Bool {
        switch answer {
        case .reply(var message), .replyAndHangUp(var message):
            message.requestID = request.requestID
            sendBody((try? IPPEncoder().encode(message)) ?? [], to: connection)
            if case .replyAndHangUp = answer { return false }
            return true
        case .body(let bytes):
            sendBody(bytes, to: connection)
            return true
        case .raw(let bytes):
            send(bytes, to: connection)
            return false
        case .silence:
            return true
        case .drip(let bytes):
            for byte in bytes {
                guard send([byte], to: connection) else { return false }
                usleep(50_000)
            }
            return true
        case .hangUp:
            return false
        }
    }

    private func sendBody(_ body: [UInt8], to connection: Int32) {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nContent-Length: \(body.count)\r\n\r\n"
        send(Array(head.utf8) + body, to: connection)
    }

    @discardableResult
    private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    connection,
                    buffer.baseAddress?.advanced(by: sent),
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func contentLength(_ head: String) -> Int {
        for line in head.split(whereSeparator: \.isNewline) where line.hasPrefix("content-length:")
        {
            return Int(line.dropFirst(15).filter { $0 != " " }) ?? 0
        }
        return 0
    }
}

/// The bytes of a connection, read as they are needed.
private struct ByteStream {
    let descriptor: Int32
    var buffer: [UInt8] = []

    mutating func line(endingWith end: [UInt8]) -> String? {
        while true {
            if let range = buffer.firstRange(of: end) {
                let line = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<range.upperBound)
                return line
            }
            guard fill() else { return nil }
        }
    }

    mutating func take(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            guard fill() else { return nil }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private mutating func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        let count = unsafe read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return false }
        buffer += chunk.prefix(count)
        return true
    }
}
