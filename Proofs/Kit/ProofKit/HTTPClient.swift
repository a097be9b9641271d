/// A client of the service's API that opens a connection for each request and never retries.
package struct HTTPClient: Sendable {
    /// The path of the service's socket.
    package let socket: String

    /// Creates a client; it connects with its first request.
    package init(socket: String) {
        self.socket = socket
    }

    /// Sends a request and reads the whole reply.
    ///
    /// - Parameters:
    ///   - method: The method, such as POST.
    ///   - path: The path with its query, percent-encoded.
    ///   - key: The `Idempotency-Key`.
    ///   - headers: Further header fields.
    ///   - body: The content.
    ///   - limit: How long the service may stay silent, in milliseconds.
    /// - Returns: The reply, whatever its status.
    /// - Throws: ``UnixSocket/Failure`` where no complete reply arrived.
    package func request(
        _ method: String,
        _ path: String,
        key: String? = nil,
        headers: [String: String] = [:],
        body: [UInt8] = [],
        limit: Int32 = Duration.patience.wholeMilliseconds
    ) throws(UnixSocket.Failure) -> HTTPReply {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if let key { head += "Idempotency-Key: \(key)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if !body.isEmpty || ["POST", "PUT", "PATCH"].contains(method) {
            head += "Content-Length: \(body.count)\r\n"
        }
        let connection = try UnixSocket(socket)
        var received: [UInt8] = []
        try connection.write(Array((head + "\r\n").utf8) + body, limit: limit) { received += $0 }
        while true {
            let replies = HTTPReply.take(from: &received) { _ in
                method == "HEAD" ? .nothing : .body
            }
            guard let replies else { throw .malformed }
            if let reply = replies.first { return reply }
            guard let more = try connection.read(within: limit) else { throw .closed }
            received += more
        }
    }
}
