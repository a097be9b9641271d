import FoundationEssentials
import PrintModel

/// A request over the service's socket, and its answer.
struct Exchange: Sendable {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    func json() throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(body))
    }

    func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try WireFormat.decode(type, from: Data(body))
        } catch {
            throw UnixSocket.Failure(description: "\(status) \(text): \(error)")
        }
    }

    /// Sends a request on a connection of its own, and reads the whole answer.
    init(
        _ method: String,
        _ path: String,
        socket: String,
        headers: [String: String] = [:],
        body: [UInt8] = []
    ) throws {
        let connection = try UnixSocket(socket)
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if !body.isEmpty || method == "POST" { head += "Content-Length: \(body.count)\r\n" }
        try connection.write(Array((head + "\r\n").utf8))
        try connection.writeUntilAnswered(body)
        var answer: [UInt8] = []
        while !Self.isWhole(answer), let bytes = try connection.read(within: 30_000) {
            answer += bytes
        }
        try self.init(answer)
    }

    /// Whether all of an answer is there that tells its length.
    private static func isWhole(_ answer: [UInt8]) -> Bool {
        guard let exchange = try? Exchange(answer) else { return false }
        return exchange.headers["content-length"] != nil
    }

    private init(_ answer: [UInt8]) throws {
        let separator = Array("\r\n\r\n".utf8)
        guard let end = answer.firstRange(of: separator) else {
            throw UnixSocket.Failure(description: "no whole answer came: \(answer.count) bytes")
        }
        let lines = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, let status = Int(words[1]) else {
            throw UnixSocket.Failure(description: "no status line: \(lines.first ?? "")")
        }
        self.status = status
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        self.headers = headers
        let rest = Array(answer[end.upperBound...])
        body = headers["transfer-encoding"] == "chunked" ? Self.joined(rest) : rest
        if let length = headers["content-length"].flatMap({ Int($0) }), length != body.count {
            throw UnixSocket.Failure(description: "\(body.count) of \(length) bytes came")
        }
    }

    /// The body without the marks of `Transfer-Encoding: chunked`.
    private static func joined(_ chunked: [UInt8]) -> [UInt8] {
        var body: [UInt8] = []
        var rest = chunked[...]
        while let end = rest.firstRange(of: Array("\r\n".utf8)) {
            let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16) ?? 0
            guard size > 0 else { break }
            body += rest[end.upperBound...].prefix(size)
            rest = rest[end.upperBound...].dropFirst(size + 2)
        }
        return body
    }
}

/// Any JSON, as it stands: a missing key and `null` are not the same.
enum JSONValue: Decodable, Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    subscript(key: String) -> JSONValue? {
        guard case .object(let values) = self else { return nil }
        return values[key]
    }

    var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    var integer: Int? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    var array: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    var object: [String: JSONValue] {
        guard case .object(let values) = self else { return [:] }
        return values
    }
}
