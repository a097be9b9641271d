import FoundationEssentials
import Glibc
import PrintModel
import Synchronization
import Testing

@testable import PrintCenterClient

/// A service whose answers a test decides, on a socket in a folder of its own.
///
/// It speaks through plain system calls, so that nothing of what is tested
/// stands on both ends.
final class FakeService: Sendable {
    /// Answers one connection; it is closed when this returns.
    typealias Answer = @Sendable (_ number: Int, FakeConnection) throws -> Void

    let folder: String
    private let listener: Int32
    private let lock: Int32
    private let received = Mutex<[FakeConnection.Request]>([])

    var socket: String { "\(folder)/socket" }

    /// The requests so far, with what was read of their bodies.
    var requests: [FakeConnection.Request] { received.withLock { $0 } }

    /// Listens in a folder that is there already.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - lock: What ``lock(_:)`` has returned, to be closed at the end; `nil` to acquire the lock first.
    ///   - answer: Answers each connection.
    /// - Throws: An error if the socket cannot be made.
    init(in folder: String, holding lock: Int32? = nil, _ answer: @escaping Answer) throws {
        self.folder = folder
        self.lock = lock ?? Self.lock(folder)
        listener = Glibc.socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        let isOpen = bindSocket(listener, "\(folder)/socket") && listen(listener, 64) == 0
        try #require(isOpen, "no socket in \(folder)")
        let listener = listener
        Background.run { [self] in
            var number = 0
            while true {
                let peer = accept(listener, nil, nil)
                if peer < 0 && errno != EINVAL { continue }
                guard peer >= 0 else {
                    // Shut down. Closed here and nowhere else: its number may be another
                    // service's a moment later.
                    close(listener)
                    return
                }
                _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
                let index = number
                number += 1
                Background.run { [self] in
                    let connection = FakeConnection(peer) { request in
                        self.received.withLock { $0.append(request) }
                    }
                    // A client that leaves early is what many tests are about.
                    try? answer(index, connection)
                    close(peer)
                }
            }
        }
    }

    /// Acquires the lock that each service has for as long as it lives, and returns its file.
    static func lock(_ folder: String) -> Int32 {
        let file = unsafe open("\(folder)/socket.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        flock(file, LOCK_EX)
        return file
    }

    /// Listens no more.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        _ = unsafe unlink(socket)
        close(lock)
    }

    /// The variables under which a client finds this service, and starts no other.
    var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": folder, "PRINTCENTER_SOCKET": socket,
            "XDG_STATE_HOME": folder, "PRINTCENTERD": "\(folder)/no-service",
            "PRINTCENTER_PATIENCE": "100",
        ]
    }

    var client: PrintCenterClient {
        get throws { try PrintCenterClient(environment: environment) }
    }
}

/// One connection of a fake service.
final class FakeConnection: Sendable {
    struct Request: Sendable {
        var method = ""
        var target = ""
        var headers: [String: String] = [:]
        var body: [UInt8] = []

        /// The bytes of a part of a form.
        func part(_ name: String) -> [UInt8]? {
            guard let edge = headers["content-type"]?.split(separator: "boundary=").last,
                let start = body.firstRange(of: Array("name=\"\(name)\"".utf8))?.upperBound,
                let head = body[start...].firstRange(of: Array("\r\n\r\n".utf8))?.upperBound,
                let end = body[head...].firstRange(of: Array("\r\n--\(edge)".utf8))
            else { return nil }
            return Array(body[head..<end.lowerBound])
        }
    }

    /// The client has closed the connection.
    struct Closed: Error {}

    let descriptor: Int32
    private let record: @Sendable (Request) -> Void
    private let pending = Mutex<[UInt8]>([])

    init(_ descriptor: Int32, _ record: @escaping @Sendable (Request) -> Void) {
        self.descriptor = descriptor
        self.record = record
    }

    /// Reads a request and its body.
    @discardableResult
    func request() throws -> Request {
        var request = try head()
        request.body = try body(request)
        record(request)
        return request
    }

    /// Reads a request up to its body.
    func head() throws -> Request {
        let lines = try lines()
        let first = lines[0].split(separator: " ").map { String($0) }
        var request = Request(method: first[0], target: first[1])
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            request.headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        return request
    }

    private func lines() throws -> [String] {
        var lines: [String] = []
        while true {
            let line = try self.line()
            if line.isEmpty { return lines }
            lines.append(line)
        }
    }

    private func line() throws -> String {
        var bytes: [UInt8] = []
        while bytes.suffix(2) != [13, 10] { bytes += try take(1) }
        return String(decoding: bytes.dropLast(2), as: UTF8.self)
    }

    /// Reads the body of a request, by length or in chunks.
    func body(_ request: Request) throws -> [UInt8] {
        if let length = request.headers["content-length"].flatMap({ Int($0) }) {
            return try take(length)
        }
        guard request.headers["transfer-encoding"] == "chunked" else { return [] }
        var bytes: [UInt8] = []
        while let size = Int(try line(), radix: 16) {
            bytes += try take(size)
            _ = try line()
            if size == 0 { break }
        }
        return bytes
    }

    /// Reads so many bytes.
    func take(_ count: Int) throws -> [UInt8] {
        var bytes = pending.withLock { pending in
            let start = Array(pending.prefix(count))
            pending.removeFirst(start.count)
            return start
        }
        while bytes.count < count {
            let more = try piece()
            let wanted = count - bytes.count
            bytes += more.prefix(wanted)
            pending.withLock { $0 += more.dropFirst(wanted) }
        }
        return bytes
    }

    /// Reads whatever comes next.
    func piece() throws -> [UInt8] {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = unsafe max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        guard !bytes.isEmpty else { throw Closed() }
        return bytes
    }

    /// Returns when the client has closed the connection.
    func waitForEnd() {
        while (try? piece()) != nil {}
    }

    /// Writes text as it is.
    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe send(
                    descriptor,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { throw Closed() }
            done += count
        }
    }

    /// Answers with a value.
    func answer(_ status: Int = 200, _ value: some Encodable) throws {
        let json = String(decoding: try WireFormat.encode(value), as: UTF8.self)
        let type = status < 400 ? "application/json" : "application/problem+json"
        try write(
            "HTTP/1.1 \(status) Status\r\nContent-Type: \(type)\r\n"
                + "Content-Length: \(json.utf8.count)\r\nConnection: close\r\n\r\n\(json)"
        )
    }

    /// Begins a stream of events.
    func beginEvents() throws {
        try write(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        )
    }

    /// Writes an event.
    func event(_ id: Int, _ job: PrintJob) throws {
        let json = String(decoding: try WireFormat.encode(job), as: UTF8.self)
        try write("id: \(id)\nevent: job\ndata: \(json)\n\n")
    }
}
