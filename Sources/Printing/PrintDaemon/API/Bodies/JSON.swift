import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import PrintModel

/// JSON in bodies.
enum JSON {
    /// The largest body that is read as JSON, in bytes.
    private static let limit = 1 << 20

    static func response(
        _ value: some Encodable,
        status: HTTPResponse.Status = .ok,
        type: String = "application/json"
    ) throws -> Response {
        let data = try WireFormat.encode(value)
        return Response(
            status: status,
            headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        )
    }

    static func response(json: ByteBuffer) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: json)
        )
    }

    /// A streamed array of values that are JSON already, several per chunk and separated by commas.
    ///
    /// The next piece is read while one is written.
    static func array<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces
    ) async throws -> Response
    where Pieces.Element == [UInt8], Pieces.AsyncIterator: Sendable {
        var beginning = pieces.makeAsyncIterator()
        // A failure before the first piece becomes a problem, not half a response.
        let first = try await beginning.next()
        let body = ResponseBody { [beginning] writer in
            var (piece, pieces) = (first, beginning)
            var separator = UInt8(ascii: "[")
            while let values = piece {
                let reading = Task { [pieces] in
                    var rest = pieces
                    return (try await rest.next(), rest)
                }
                var written = ByteBuffer()
                written.reserveCapacity(values.count + 1)
                written.writeInteger(separator)
                written.writeBytes(values)
                separator = UInt8(ascii: ",")
                try await writer.write(written)
                (piece, pieces) = try await reading.value
            }
            // An array without a value has not begun yet.
            try await writer.write(
                ByteBuffer(string: separator == UInt8(ascii: "[") ? "[]" : "]")
            )
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: body
        )
    }

    /// Decodes the body of a request; an empty body is `empty`, if that is given.
    ///
    /// Unknown keys are an error: a newer client may request something that this service does not
    /// support, and the service must not claim to have done it.
    static func body<Value: Codable>(
        _ type: Value.Type,
        _ request: Request,
        ifEmpty empty: Value? = nil
    ) async throws -> Value {
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
        if let empty, buffer.readableBytes == 0 { return empty }
        return try decode(type, from: Array(buffer.readableBytesView))
    }

    static var tooLarge: Problem { Problem(.bodyTooLarge) }

    /// Decodes a value, and rejects unknown keys.
    static func decode<Value: Codable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let value: Value
        var huge: (path: String, text: String)?
        do {
            let keys = try JSONKeys(of: bytes)
            huge = keys.hugeNumber
            value = try WireFormat.decode(type, from: Data(bytes))
            // The encoded value has every key that can be decoded.
            let known = try JSONKeys(of: Array(try WireFormat.encode(value)))
            if let unknown = keys.first(notIn: known) { throw Problem(unknownField: unknown) }
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(undecodable: error, huge)
        }
        return value
    }
}

extension Request {
    /// The language of the response.
    var language: Language {
        Language(tags: headers[.acceptLanguage] ?? "")
    }

    /// A number in the query; `nil` if it is missing.
    func number(_ name: String) throws -> Int? {
        try uri.queryParameters[Substring(name)].map { try Self.number($0, named: name) }
    }

    /// The limit in the query, which is not negative; `nil` if it is missing.
    func limit() throws -> Int? {
        guard let limit = try number("limit") else { return nil }
        guard limit >= 0 else {
            throw Problem(.queryNotNumber, query: "limit", "\(limit)")
        }
        return limit
    }

    static func number(_ text: Substring, named name: String) throws -> Int {
        guard let number = Int(text) else {
            throw Problem(.queryNotNumber, query: name, String(text))
        }
        return number
    }

    /// A date in the query, in RFC 3339; `nil` if it is missing.
    func date(_ name: String) throws -> Date? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let date = try? Date(String(text), strategy: .iso8601) else {
            throw Problem(.queryNotDate, query: name, String(text))
        }
        return date
    }

    /// A Boolean name in the query.
    func flag(_ name: String) throws -> Bool {
        switch uri.queryParameters[Substring(name)] {
        case nil, "false": false
        case "true": true
        case let text?:
            throw Problem(.queryNotFlag, query: name, String(text))
        }
    }

    /// The idempotency key of the request; a new one if it has none.
    var idempotencyKey: String {
        get throws {
            guard let key = headers[.idempotencyKey] else { return SubmissionID.random().rawValue }
            guard (1...255).contains(key.utf8.count) else {
                throw Problem(.keyLength)
            }
            // A UUID is the same in either case.
            return SubmissionID(rawValue: key)?.rawValue ?? key
        }
    }
}

extension HTTPField.Name {
    /// `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).
    static let idempotencyKey = known("Idempotency-Key")
    /// `Last-Event-ID` (HTML, server-sent events).
    static let lastEventID = known("Last-Event-ID")
    /// How many jobs follow a page.
    static let remaining = known(JobPage.header)

    static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no header's name") }
        return name
    }
}

extension Problem {
    /// A name in the query has an invalid value.
    fileprivate init(_ cause: Cause, query name: String, _ value: String) {
        self.init(cause, ["field": name, "value": value], field: name)
    }

    /// The body cannot be decoded.
    fileprivate init(undecodable error: any Error, _ huge: (path: String, text: String)?) {
        switch error {
        case JSONKeys.Failure.tooDeep: self.init(.bodyTooDeep)
        case JSONKeys.Failure.duplicate(let key):
            self.init(.duplicateKey, ["field": key], field: key)
        case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
            guard let huge else {
                self.init(.bodyNotJSON)
                return
            }
            let detail = "the number \(huge.text.prefix(40)) is too large"
            self.init(.invalidValue, ["field": huge.path, "detail": detail], field: huge.path)
        case DecodingError.keyNotFound(let key, let context):
            let path = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            self.init(.missingKey, ["field": path], field: path)
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            guard !path.isEmpty else {
                self.init(.invalidValue, ["detail": context.debugDescription])
                return
            }
            self.init(
                .invalidValue,
                ["field": path, "detail": context.debugDescription],
                field: path
            )
        default: self.init(.bodyNotJSON)
        }
    }
}
