import Glibc
import ProofKit
import Testing

/// A request to the page's listener, byte for byte as a program writes it.
struct PageMessage {
    var method = "GET"
    var target: String
    /// The header fields in order; a name may occur twice.
    var fields: [(String, String)]
    var body = ""

    /// Replaces a field, or removes it.
    func with(_ name: String, _ value: String?) -> Self {
        var copy = self
        copy.fields.removeAll { $0.0 == name }
        if let value { copy.fields.append((name, value)) }
        return copy
    }

    /// Adds a field beside the others.
    func adding(_ name: String, _ value: String) -> Self {
        var copy = self
        copy.fields.append((name, value))
        return copy
    }

    func at(_ target: String) -> Self {
        var copy = self
        copy.target = target
        return copy
    }

    func by(_ method: String) -> Self {
        var copy = self
        copy.method = method
        return copy
    }

    func holding(_ body: String) -> Self {
        var copy = self
        copy.body = body
        return copy
    }

    /// The bytes on the wire.
    var bytes: [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if method != "GET", method != "HEAD",
            !fields.contains(where: { $0.0 == "Content-Length" || $0.0 == "Transfer-Encoding" })
        {
            head += "Content-Length: \(body.utf8.count)\r\n"
        }
        return Array((head + "Connection: close\r\n\r\n" + body).utf8)
    }

    /// Sends it to a port of 127.0.0.1; `nil` if the connection ends without a reply.
    func sent(to port: Int) throws -> HTTPReply? {
        guard let connection = try? LoopbackConnection(to: port) else { return nil }
        // What was refused may be closed before the whole body is written.
        connection.send(bytes)
        var received: [UInt8] = []
        while true {
            let piece = connection.receive()
            received += piece
            let isHead = method == "HEAD"
            let replies = HTTPReply.take(from: &received) { _ in isHead ? .nothing : .body }
            if let reply = replies?.first { return reply }
            guard !piece.isEmpty else { return nil }
        }
    }
}

/// A connection to a port of 127.0.0.1.
final class LoopbackConnection {
    private let socket: Int32

    init(to port: Int) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: Int(Duration.patience.components.seconds), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw ProofError("Nothing listens at port \(port): \(errno).") }
    }

    deinit { close(socket) }

    /// The port of this end.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(socket, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    func send(_ bytes: [UInt8]) {
        _ = unsafe Glibc.send(socket, bytes, bytes.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
    }

    /// What comes next; nothing at the end.
    func receive() -> ArraySlice<UInt8> {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe recv(socket, &piece, piece.count, 0)
        return piece.prefix(max(0, count))
    }
}

/// A page that was opened as a browser opens it.
struct OpenedPage {
    let port: Int
    let token: String
    let cookie: String
    let key: String

    var origin: String { "http://127.0.0.1:\(port)" }

    /// Asks the service for the page, and exchanges the token.
    init(_ service: TestService) throws {
        let address = try Self.address(of: service)
        (port, token) = address
        let reply = try #require(
            try Self.exchange(address.token, at: address.port).sent(to: address.port)
        )
        try #require(reply.status == 200, "\(reply.text)")
        key = try #require(try reply.json()["key"]?.string)
        let field = try #require(reply.headers["set-cookie"])
        #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
        cookie = String(field.prefix { $0 != ";" })
    }

    /// The port and the token of a new address.
    static func address(of service: TestService) throws -> (port: Int, token: String) {
        let url = try #require(try service.post("/v1/page").json()["url"]?.string)
        let parts = url.split(separator: "#")
        let port = parts[0].dropFirst("http://127.0.0.1:".count).dropLast()
        return (try #require(Int(port)), String(try #require(parts.last)))
    }

    static func exchange(_ token: String, at port: Int) -> PageMessage {
        PageMessage(
            method: "POST",
            target: "/session",
            fields: [
                ("Host", "127.0.0.1:\(port)"), ("Origin", "http://127.0.0.1:\(port)"),
                ("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "empty"),
                ("Content-Type", "application/json"),
            ],
            body: #"{"token":"\#(token)"}"#
        )
    }

    /// The page itself, as the user opens it.
    var document: PageMessage {
        PageMessage(
            target: "/",
            fields: [
                ("Host", "127.0.0.1:\(port)"), ("Sec-Fetch-Site", "none"),
                ("Sec-Fetch-Dest", "document"),
            ]
        )
    }

    /// The proof of the service, without the cookie.
    var proof: PageMessage {
        reading.at("/proof?nonce=\(String(repeating: "0", count: 64))").with("Cookie", nil)
    }

    /// A request that reads.
    var reading: PageMessage {
        PageMessage(
            target: "/v1/status",
            fields: [
                ("Host", "127.0.0.1:\(port)"), ("Sec-Fetch-Site", "same-origin"),
                ("Sec-Fetch-Dest", "empty"), ("Cookie", cookie),
            ]
        )
    }

    /// A picture of a page.
    func picture(of document: String) -> PageMessage {
        reading.at("/v1/documents/\(document)/pages/1/preview?size=64")
            .with("Sec-Fetch-Dest", "image")
    }

    /// A request that changes something, of a job that is not there.
    var changing: PageMessage {
        reading.by("POST").at("/v1/jobs/4711/hold").with("Origin", origin)
            .with("Content-Type", "application/json").holding("{}")
    }

    /// A document.
    var uploading: PageMessage {
        changing.at("/v1/documents?name=a.pdf").with("Content-Type", "application/octet-stream")
    }
}
