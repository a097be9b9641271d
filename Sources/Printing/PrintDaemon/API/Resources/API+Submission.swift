import Failpoints
import Hummingbird
import NIOCore
import PrintCenter
import PrintModel

extension API {
    /// Queues a job of a document that the service has, or of one in the request.
    func submit(_ request: Request) async throws -> Response {
        let job: PrintJob
        if let type = request.headers[.contentType], let parser = FormParser(contentType: type) {
            job = try await submit(FormReader(parser: parser, body: request.body), request)
        } else {
            let submission = try await JSON.body(SubmissionRequest.self, request)
            guard submission.document != nil else {
                throw Problem(.missingKey, ["field": "document"], field: "document")
            }
            job = try await printing.submit(submission, key: try request.idempotencyKey)
        }
        failpoint(.answerJob)
        return try JSON.response(job.inWords(of: request.language), status: .created)
    }

    private func submit(_ form: FormReader, _ request: Request) async throws -> PrintJob {
        guard let head = try await form.head(), head.name == "job" else {
            throw FormReader.malformed
        }
        let job = try JSON.decode(SubmissionRequest.self, from: try await form.whole(head))
        // The document is the next part.
        guard job.document == nil else { throw Problem(unknownField: "document") }
        guard let head = try await form.head(), head.name == "document" else {
            throw FormReader.malformed
        }
        let query = request.uri.queryParameters
        return try await printing.submit(
            job,
            name: Self.fileName(query["name"].map { String($0) } ?? head.fileName),
            type: query["type"].map { String($0) },
            // Programs derive it from the extension of the name.
            guess: head.type,
            key: try request.idempotencyKey,
            size: request.headers[.contentLength].flatMap { Int($0) },
            chunks: form
        )
    }
}

/// A streamed form: the part `job`, and then the part `document`.
///
/// As a sequence it yields the bytes of the document.
final class FormReader: AsyncSequence, AsyncIteratorProtocol {
    /// The headers of a part.
    struct Head {
        var name: String?
        var fileName: String?
        var type: String?
    }

    /// The maximum size of a part that is read into memory, in bytes.
    private static let limit = 1 << 20

    private var parser: FormParser
    private var body: RequestBody.AsyncIterator

    init(parser: FormParser, body: RequestBody) {
        self.parser = parser
        self.body = body.makeAsyncIterator()
    }

    static var malformed: Problem {
        Problem(.malformedForm)
    }

    func makeAsyncIterator() -> FormReader { self }

    /// The head of the next part; `nil` at the end of the form.
    func head() async throws -> Head? {
        guard case .head(let headers) = try await part() else { return nil }
        var head = Head(type: headers["content-type"])
        // An invalid type counts as none.
        if head.type == "application/octet-stream" { head.type = nil }
        for field in (headers["content-disposition"] ?? "").split(separator: ";") {
            let parts = field.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].filter { $0 != "\"" }
            switch parts[0].lowercased() {
            case "name": head.name = value
            case "filename": head.fileName = value
            default: break
            }
        }
        return head
    }

    /// All bytes of a short part.
    func whole(_ head: Head) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await piece() {
            bytes += piece
            guard bytes.count <= Self.limit else { throw JSON.tooLarge }
        }
        return bytes
    }

    func next() async throws -> [UInt8]? {
        try await next(isolation: #isolation)
    }

    func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        if let piece = try await piece() { return piece }
        // Bytes after the document belong neither to it nor to the job.
        guard case .end = try await part() else { throw Self.malformed }
        return nil
    }

    /// The next bytes of a part; `nil` at its end.
    private func piece() async throws -> [UInt8]? {
        switch try await part() {
        case .bytes(let bytes): return bytes
        case .partEnd: return nil
        case .head, .end: throw Self.malformed
        }
    }

    private func part() async throws -> FormParser.Part {
        while true {
            do {
                if let part = try parser.next() { return part }
            } catch {
                throw Self.malformed
            }
            guard let buffer = try await body.next(isolation: #isolation) else {
                throw Self.malformed
            }
            parser.add(Array(buffer: buffer))
        }
    }
}
