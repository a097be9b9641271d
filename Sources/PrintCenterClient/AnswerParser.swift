import PrintModel

/// Takes an HTTP/1.1 answer out of a stream of bytes (RFC 9112).
struct AnswerParser: Sendable {
    /// What an answer consists of, in order.
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
        /// A body with a length, or a chunk: so many bytes are still to come.
        case body(Int)
        case chunk(Int)
        /// A body that the end of the connection ends.
        case toTheEnd
        case chunkSize
        case chunkEnd
        case trailers
        case complete
    }

    /// The longest line, and the longest head, that is read.
    private static let limit = 64 << 10

    private var state = State.head
    private var pending: [UInt8] = []
    /// The version of the service, as the last head tells it.
    private(set) var version: String?
    private var status = 0
    private var headers: [String: String] = [:]
    private var headSize = 0
    private var hasEnded = false

    /// Takes in bytes.
    mutating func add(_ bytes: [UInt8]) {
        pending += bytes
    }

    /// Takes in that no more bytes come.
    ///
    /// - Throws: ``HTTPExchange/Unanswered`` where some are missing.
    mutating func end() throws {
        guard case .toTheEnd = state else { throw HTTPExchange.Unanswered() }
        hasEnded = true
    }

    /// The next part; `nil` where more bytes have to come first.
    ///
    /// - Throws: ``ClientError`` for what is no HTTP.
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

    /// Decides how long the body is; the status.
    private mutating func endHead() throws -> Int {
        defer {
            headers = [:]
            headSize = 0
        }
        let answered = status
        version = headers[ServiceVersion.header.lowercased()]
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

    /// The next line without its end; `nil` where it has not come whole yet.
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

    /// What has come, up to a limit; `nil` where that is nothing.
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
