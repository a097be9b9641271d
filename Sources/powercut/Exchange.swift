import FoundationEssentials
import Glibc
import PrintModel

/// A request over the service's socket, and its answer.
struct Exchange: Sendable {
    /// How a request ended that was not answered.
    enum Failure: Error, Equatable {
        /// Nobody listens.
        case notConnected
        /// The connection ended first.
        case hungUp
        /// Nothing came within the time.
        case silence
    }

    /// How long an answer may take: a service that takes longer hangs.
    static let limit: Int32 = 30_000

    let status: Int
    let body: [UInt8]

    var isSuccess: Bool { (200..<300).contains(status) }

    /// The problem that the service answered with, if it did.
    var problem: Problem? {
        isSuccess ? nil : try? WireFormat.decode(Problem.self, from: Data(body))
    }

    /// The answer as a value; `nil` where it is none.
    func value<Value: Decodable>(_ type: Value.Type) -> Value? {
        isSuccess ? try? WireFormat.decode(type, from: Data(body)) : nil
    }

    /// Sends a request on a connection of its own, and reads the whole answer.
    init(
        _ method: String,
        _ path: String,
        socket: String,
        key: String? = nil,
        body: [UInt8] = []
    ) throws(Failure) {
        let connection = Glibc.socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        defer { close(connection) }
        guard Self.connect(connection, to: socket) else { throw .notConnected }
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if let key { head += "Idempotency-Key: \(key)\r\n" }
        head += "Content-Length: \(body.count)\r\n\r\n"
        Self.send(Array(head.utf8) + body, on: connection)
        var answer: [UInt8] = []
        while let bytes = try Self.receive(on: connection) { answer += bytes }
        guard let whole = Self.parts(of: answer) else { throw .hungUp }
        (status, self.body) = whole
    }

    private static func connect(_ connection: Int32, to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            unsafe bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
        }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                    == 0
            }
        }
    }

    /// Sends as much as is wanted: a service that refuses need not read the rest.
    private static func send(_ bytes: [UInt8], on connection: Int32) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            done += count
        }
    }

    private static func receive(on connection: Int32) throws(Failure) -> [UInt8]? {
        var wanted = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wanted, 1, limit) > 0 else { throw .silence }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(connection, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private static func parts(of answer: [UInt8]) -> (status: Int, body: [UInt8])? {
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased()
            .split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        let length =
            lines.lazy.filter { $0.hasPrefix("content-length:") }
            .compactMap { Int($0.dropFirst(15).drop { $0 == " " }) }.first ?? 0
        let body = Array(answer[end.upperBound...])
        return body.count == length ? (status, body) : nil
    }
}
