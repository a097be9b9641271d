import FoundationEssentials
import Glibc
import PrintModel

/// Requests over the service's socket, each on a connection of its own.
struct Client: Sendable {
    let socket: String

    /// No whole answer came: the service is gone, or was.
    struct Lost: Error {}

    struct Answer {
        let status: Int
        let body: [UInt8]

        func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            do {
                return try WireFormat.decode(type, from: Data(body))
            } catch {
                throw Trouble("\(status) \(String(decoding: body, as: UTF8.self)): \(error)")
            }
        }
    }

    func request(
        _ method: String,
        _ path: String,
        key: String? = nil,
        body: [UInt8] = []
    ) throws -> Answer {
        let connection = Glibc.socket(
            AF_UNIX,
            CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        guard connection >= 0 else { throw Trouble("no socket") }
        defer { close(connection) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
            unsafe field.copyBytes(from: socket.utf8.prefix(field.count - 1))
        }
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else { throw Lost() }
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if let key { head += "Idempotency-Key: \(key)\r\n" }
        head += "Content-Length: \(body.count)\r\n\r\n"
        try Self.send(Array(head.utf8) + body, to: connection)
        return try Self.answer(of: connection)
    }

    private static func send(_ bytes: [UInt8], to connection: CInt) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Lost() }
            sent += count
        }
    }

    private static func answer(of connection: CInt) throws -> Answer {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            if let answer = whole(bytes) { return answer }
            var wanted = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wanted, 1, 60_000) > 0 else {
                throw Trouble("no answer within a minute")
            }
            let count = unsafe recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { throw Lost() }
            bytes += chunk[..<count]
        }
    }

    private static func whole(_ bytes: [UInt8]) -> Answer? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        let status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
        let body = bytes[end.upperBound...]
        for line in head.split(whereSeparator: \.isNewline) where line.hasPrefix("content-length:")
        {
            guard let length = Int(line.dropFirst(15).filter { $0 != " " }), body.count >= length
            else { return nil }
            return Answer(status: status, body: Array(body.prefix(length)))
        }
        if head.contains("transfer-encoding: chunked") {
            return joined(body).map { Answer(status: status, body: $0) }
        }
        return status == 204 ? Answer(status: status, body: []) : nil
    }

    /// A body that comes in chunks, without their marks; nil where its end is missing.
    private static func joined(_ chunked: ArraySlice<UInt8>) -> [UInt8]? {
        var body: [UInt8] = []
        var rest = chunked
        while let end = rest.firstRange(of: Array("\r\n".utf8)) {
            let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            guard let size = Int(digits, radix: 16) else { return nil }
            if size == 0 { return body }
            guard rest[end.upperBound...].count >= size + 2 else { return nil }
            body += rest[end.upperBound...].prefix(size)
            rest = rest[end.upperBound...].dropFirst(size + 2)
        }
        return nil
    }
}
