import PrintModel

/// Parses an HTTP/1.1 response from a stream of bytes (RFC 9112).
struct AnswerParser: Sendable {
    /// A part of a response, in order.
    enum Part: Equatable {
        /// The status; an interim one is followed by another.
        case head(Int)
        /// Some bytes of the body.
        case bytes([UInt8])
        /// The body is complete.
        case end
    }

    private enum State {
        case head
        /// A body with a length, or a chunk; the value is the number of bytes to come.
        case body(Int)
        case chunk(Int)
        /// A body that ends with the connection.
        case toTheEnd
        case chunkSize
        case chunkEnd
        case trailers
        case complete
    }

    /// The maximum length of a line, and of the head.
    private static let limit = 64 << 10

    private var state = State.head
    private var pending: [UInt8] = []
    /// The version of the service in the last head.
    private(set) var version: String?
    /// How many jobs follow the page that is the body, if the last head says it.
    private(set) var remaining: Int?
    private var status = 0
    private var headers: [String: String] = [:]
    private var headSize = 0
    private var hasEnded = false

    /// Appends bytes.
    mutating func add(_ bytes: [UInt8]) {
        pending += bytes
    }

    /// Records the end of the stream.
    ///
    /// - Throws: ``HTTPExchange/Unanswered`` if the response is incomplete.
    mutating func end() throws {
        guard case .toTheEnd = state else { throw HTTPExchange.Unanswered() }
        hasEnded = true
    }

    /// The next part; `nil` if more bytes are necessary.
    ///
    /// - Throws: ``ClientError`` for bytes that are not HTTP.
    mutating func next() throws -> Part? {
        while true {
            switch state {
            case .head:
                guard let line = try line() else { return nil }
                headSize += line.utf8.count
                guard headSize <= Self.limit else { throw Self.notUnderstood }
                if status == 0 {
                    status = try Self.status(in: line)
                } else if line.isEmpty {
                    return .head(try endHead())
                } else {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    guard parts.count == 2 else { throw Self.notUnderstood }
                    let value = parts[1].drop { $0 == " " || $0 == "\t" }
                    headers[parts[0].lowercased()] = String(value)
                }
            case .body(let left):
                guard left > 0 else {
                    state = .complete
                    continue
                }
                guard let bytes = take(left) else { return nil }
                state = .body(left - bytes.count)
                return .bytes(bytes)
            case .chunk(let left):
                guard left > 0 else {
                    state = .chunkEnd
                    continue
                }
                guard let bytes = take(left) else { return nil }
                state = .chunk(left - bytes.count)
                return .bytes(bytes)
            case .toTheEnd:
                if let bytes = take(.max) { return .bytes(bytes) }
                guard hasEnded else { return nil }
                state = .complete
            case .chunkSize:
                guard let line = try line() else { return nil }
                let digits = line.prefix { $0 != ";" && $0 != " " }
                guard let size = Int(digits, radix: 16), size >= 0 else {
                    throw Self.notUnderstood
                }
                state = size > 0 ? .chunk(size) : .trailers
            case .chunkEnd:
                guard let line = try line() else { return nil }
                guard line.isEmpty else { throw Self.notUnderstood }
                state = .chunkSize
            case .trailers:
                guard let line = try line() else { return nil }
                if line.isEmpty { state = .complete }
            case .complete:
                return .end
            }
        }
    }

    /// Determines the framing of the body, and returns the status.
    private mutating func endHead() throws -> Int {
        defer {
            headers = [:]
            headSize = 0
        }
        let answered = status
        version = headers[ServiceVersion.header.lowercased()]
        remaining = headers[JobPage.header.lowercased()].flatMap { Int($0) }
        if answered < 200 {
            // Another head follows.
            status = 0
        } else if answered == 204 || answered == 304 {
            state = .complete
        } else if headers["transfer-encoding"]?.lowercased().hasSuffix("chunked") == true {
            state = .chunkSize
        } else if let length = headers["content-length"] {
            guard let count = Int(length), count >= 0 else { throw Self.notUnderstood }
            state = .body(count)
        } else {
            state = .toTheEnd
        }
        return answered
    }

    /// The next line without its end; `nil` if it is incomplete.
    private mutating func line() throws -> String? {
        guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else {
            guard pending.count <= Self.limit else { throw Self.notUnderstood }
            return nil
        }
        var line = pending[..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { pending.removeSubrange(...end) }
        return String(decoding: line, as: UTF8.self)
    }

    /// The available bytes, up to a limit; `nil` if there are none.
    private mutating func take(_ limit: Int) -> [UInt8]? {
        guard !pending.isEmpty else { return nil }
        guard pending.count > limit else {
            defer { pending = [] }
            return pending
        }
        defer { pending.removeFirst(limit) }
        return Array(pending.prefix(limit))
    }

    private static func status(in line: String) throws -> Int {
        let words = line.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]),
            (100..<600).contains(status)
        else { throw notUnderstood }
        return status
    }

    private static var notUnderstood: ClientError { .notUnderstood }
}
