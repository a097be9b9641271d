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

    static func response(text: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    /// An array of values that are JSON already, some in each piece and separated by commas.
    ///
    /// The next piece is read while one is written.
    static func array<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces
    ) async throws -> Response
    where Pieces.Element == [UInt8], Pieces.AsyncIterator: Sendable {
        var beginning = pieces.makeAsyncIterator()
        // What cannot be read at all is a problem, not half an answer.
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

    /// Reads the body of a request; an empty one is `empty`, where that is given.
    ///
    /// Nothing in it is passed over: a newer program may ask for what this service does not know,
    /// and must not be answered as if it were done.
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

    static var tooLarge: Problem {
        Problem(
            status: 413,
            title: "Content Too Large",
            code: .invalidRequest,
            detail: "The body is larger than 1 MiB."
        )
    }

    /// Reads a value, in which nothing may be that is not known.
    static func decode<Value: Codable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let value: Value
        do {
            let keys = try JSONKeys(of: bytes)
            value = try WireFormat.decode(type, from: Data(bytes))
            // What is written has every key that can be read.
            let known = try JSONKeys(of: Array(try WireFormat.encode(value)))
            if let unknown = keys.first(notIn: known) { throw Problem(unknownField: unknown) }
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(
                status: 400,
                title: "Bad Request",
                code: .invalidRequest,
                detail: "The body is not understood: \(Self.sentence(error))"
            )
        }
        return value
    }

    /// The same as a sentence: what a decoder says has no full stop at times.
    private static func sentence(_ error: any Error) -> String {
        let words = words(error)
        return words.hasSuffix(".") ? words : words + "."
    }

    /// Which key is wrong, and why.
    private static func words(_ error: any Error) -> String {
        if let error = error as? JSONKeys.Failure { return error.words }
        guard let error = error as? DecodingError else { return "It is no JSON." }
        switch error {
        case .keyNotFound(let key, _): return "'\(key.stringValue)' is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty
                ? context.debugDescription : "'\(path)': \(context.debugDescription)"
        @unknown default: return "It is no JSON."
        }
    }
}

extension Request {
    /// The language that the words come in.
    var language: Language {
        Language(tags: headers[.acceptLanguage] ?? "")
    }

    /// A number in the query; `nil` where there is none.
    func number(_ name: String) throws -> Int? {
        try uri.queryParameters[Substring(name)].map { try Self.number($0, named: name) }
    }

    static func number(_ text: Substring, named name: String) throws -> Int {
        guard let number = Int(text) else {
            throw Problem(wrongQuery: name, detail: "'\(name)' is a number; '\(text)' is none.")
        }
        return number
    }

    /// A moment in the query, in RFC 3339; `nil` where there is none.
    func date(_ name: String) throws -> Date? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let date = try? Date(String(text), strategy: .iso8601) else {
            throw Problem(
                wrongQuery: name,
                detail: "'\(name)' is a date such as 2026-05-17T08:00:00Z, not '\(text)'."
            )
        }
        return date
    }

    /// Whether something is asked for in the query.
    func flag(_ name: String) throws -> Bool {
        switch uri.queryParameters[Substring(name)] {
        case nil, "false": false
        case "true": true
        case let text?:
            throw Problem(wrongQuery: name, detail: "'\(name)' is true or false, not '\(text)'.")
        }
    }

    /// The key under which a repetition gets the same answer; a new one where none came.
    var idempotencyKey: String {
        get throws {
            guard let key = headers[.idempotencyKey] else { return SubmissionID.random().rawValue }
            guard (1...255).contains(key.utf8.count) else {
                throw Problem(
                    status: 400,
                    title: "Bad Request",
                    code: .invalidRequest,
                    detail: "An Idempotency-Key has 1 to 255 characters."
                )
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

    private static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no header's name") }
        return name
    }
}

extension Problem {
    /// A part of the query is not understood.
    fileprivate init(wrongQuery name: String, detail: String) {
        self.init(status: 400, title: "Bad Request", code: .invalidRequest, detail: detail)
        field = name
    }
}
