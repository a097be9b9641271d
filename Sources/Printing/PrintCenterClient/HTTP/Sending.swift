import Glibc
import PrintModel

/// Writes a request to a socket for as long as the service reads it.
struct Sending {
    let socket: Int32

    /// The service responded, or closed the connection, before all was sent; its response can be
    /// read.
    private struct Stopped: Error {}

    /// Sends the whole request, or as much as the service accepts.
    ///
    /// - Throws: `ChunkReader.Failure` if the file cannot be read to its end.
    func send(_ request: HTTPExchange.Request) throws {
        do {
            switch request.body {
            case .none: try write(head(of: request, length: nil))
            case .bytes(let bytes): try write(head(of: request, length: bytes.count) + bytes)
            case .file(let reader, let length?, let before, let after):
                let whole = length + before.count + after.count
                let head = head(of: request, length: whole) + before
                try write(reader, length, after: head, before: after)
            case .file(let reader, nil, let before, let after):
                var request = request
                request.headers["Transfer-Encoding"] = "chunked"
                try write(head(of: request, length: nil) + chunk(before))
                while let bytes = try next(reader) { try write(chunk(bytes)) }
                try write(chunk(after) + Array("0\r\n\r\n".utf8))
            }
        } catch is Stopped {
            // The response, or the lack of one, has the reason.
        }
    }

    /// Exactly the announced length: a file that grows must not run into the next request,
    /// and one that shrinks would leave the service waiting.
    private func write(
        _ reader: ChunkReader,
        _ length: Int,
        after head: [UInt8],
        before end: [UInt8]
    ) throws {
        // The prefix and the suffix go with the first and the last chunk, so that a short file
        // wakes the service only once.
        var pending = head
        var left = length
        while left > 0, let bytes = try next(reader, limit: left) {
            left -= bytes.count
            pending += bytes
            if left > 0 {
                try write(pending)
                pending = []
            }
        }
        guard left == 0 else { throw ChunkReader.Failure.shortened }
        try write(pending + end)
    }

    /// The next chunk of a file; a pipe may be silent for hours after the service has rejected the
    /// request.
    private func next(_ reader: ChunkReader, limit: Int? = nil) throws -> [UInt8]? {
        var waiting = [
            pollfd(fd: reader.descriptor, events: Int16(clamping: POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(clamping: POLLIN), revents: 0),
        ]
        while unsafe poll(&waiting, 2, -1) < 0, errno == EINTR {}
        guard waiting[1].revents == 0 else { throw Stopped() }
        return try reader.next(limit: limit)
    }

    private func write(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    socket,
                    buffer.baseAddress,
                    buffer.count,
                    Int32(clamping: MSG_NOSIGNAL) | Int32(clamping: MSG_DONTWAIT)
                )
            }
            if count >= 0 {
                done += count
                continue
            }
            guard errno == EINTR || errno == EAGAIN else { throw Stopped() }
            var waiting = pollfd(fd: socket, events: Int16(clamping: POLLIN | POLLOUT), revents: 0)
            _ = unsafe poll(&waiting, 1, -1)
            guard Int32(waiting.revents) & POLLIN == 0 else { throw Stopped() }
        }
    }

    private func head(of request: HTTPExchange.Request, length: Int?) -> [UInt8] {
        var headers = request.headers
        headers["Host"] = "localhost"
        headers["Connection"] = "close"
        headers[ServiceVersion.header] = projectVersion
        if let length { headers["Content-Length"] = "\(length)" }
        var text = "\(request.method) \(request.path) HTTP/1.1\r\n"
        for (name, value) in headers { text += "\(name): \(Self.line(value))\r\n" }
        return Array((text + "\r\n").utf8)
    }

    /// A value without characters that would end its line.
    private static func line(_ value: String) -> String {
        String(value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
    }

    private func chunk(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
}
