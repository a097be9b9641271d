internal import Glibc

/// A connection to a scripted printer: reads HTTP/1.1 requests, and writes the replies of the
/// script.
struct ScriptedStream {
    let descriptor: CInt
    private var buffer: [UInt8] = []
    /// The maximum size of a request body in bytes, larger than any test document; a client that
    /// exceeds it is disconnected.
    private static let bodyLimit = 256 << 20

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// How the client has ended the connection; `nil` while it has not.
    private(set) var end: ScriptedPrinter.End?

    /// The head and the body of the next request; `nil` at the end of the connection.
    ///
    /// As with real printers, a body whose length was announced may be cut by the end of the
    /// connection: see ``end``.
    ///
    /// - Parameter goesOn: Called with the head and the body so far, before each part of the body is read;
    ///   returns whether to read on.
    /// - Returns: The head, and as much of the body as has arrived.
    mutating func request(
        while goesOn: (String, [UInt8]) -> Bool
    ) -> (head: String, body: [UInt8])? {
        guard let head = line(endingWith: [13, 10, 13, 10]) else { return nil }
        let lowered = head.lowercased()
        let length = Self.contentLength(lowered)
        if lowered.contains("100-continue") {
            guard goesOn(head, []) else { return nil }
            send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        // The CUPS backends send documents in chunks.
        let isChunked = lowered.contains("transfer-encoding: chunked")
        if isChunked { return chunks().map { (head, $0) } }
        if let body = take(length, while: { goesOn(head, $0) }) { return (head, body) }
        guard end != nil, length <= Self.bodyLimit else { return nil }
        return (head, buffer)
    }

    /// Sends all bytes; returns false where the peer has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    descriptor,
                    buffer.baseAddress?.advanced(by: sent),
                    bytes.count - sent,
                    CInt(clamping: MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Makes closing the connection a reset, which discards what was not sent yet.
    func resetWhenClosed() {
        var now = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(clamping: MemoryLayout<linger>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, size)
    }

    /// Pauses; returns false as soon as the peer has closed the connection.
    func pause(_ duration: Duration) -> Bool {
        // POLLRDHUP, which the Glibc module lacks.
        var wanted = pollfd(fd: descriptor, events: 0x2000, revents: 0)
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return unsafe poll(&wanted, 1, CInt(clamping: milliseconds)) == 0
    }

    private mutating func line(endingWith end: [UInt8]) -> String? {
        while true {
            if let range = buffer.firstRange(of: end) {
                let line = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<range.upperBound)
                return line
            }
            guard buffer.count < 1 << 20, fill() else { return nil }
        }
    }

    private mutating func take(
        _ count: Int,
        while goesOn: ([UInt8]) -> Bool = { _ in true }
    ) -> [UInt8]? {
        guard (0...Self.bodyLimit).contains(count) else { return nil }
        while buffer.count < count {
            guard goesOn(buffer), fill() else { return nil }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private mutating func chunks() -> [UInt8]? {
        var body: [UInt8] = []
        while body.count <= Self.bodyLimit {
            guard let line = line(endingWith: [13, 10]),
                let size = Int(line.prefix { $0.isHexDigit }, radix: 16),
                let chunk = take(size)
            else { return nil }
            body += chunk
            guard take(2) != nil else { return nil }
            if size == 0 { return body }
        }
        return nil
    }

    /// Whether this printer has hung up: what the client was still sending is as little a document as after a reset.
    private var isShutDownHere: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return unsafe poll(&state, 1, 0) == 1 && state.revents & Int16(clamping: POLLHUP) != 0
    }

    private mutating func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe read(descriptor, &chunk, chunk.count)
        guard count > 0 else {
            // A reset, or a silence after which the kernel ends the connection.
            let isReset = count < 0
            end = isReset || isShutDownHere ? .reset : .finished
            return false
        }
        buffer += chunk.prefix(count)
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
