import Failpoints
import FoundationEssentials
import Hummingbird
import NIOCore
import PrintCenter
import PrintModel
import QuickPreview

extension API {
    func documents(_ v1: inout Routes) {
        v1.post("documents", query: ["name", "type"]) { request, _ in
            let query = request.uri.queryParameters
            let facts = try await printing.receive(
                name: Self.fileName(query["name"].map { String($0) }),
                type: query["type"].map { String($0) },
                key: try request.idempotencyKey,
                chunks: ByteChunks(body: request.body)
            )
            failpoint(.answerDocument)
            return try JSON.response(facts.inWords(of: request.language), status: .created)
        }
        v1.delete("documents/:id") { _, context in
            try await printing.discard(document: try context.parameters.require("id"))
            return Response(status: .noContent)
        }
        v1.post("documents/join") { request, _ in
            let facts = try await printing.join(
                try await JSON.body(JoinRequest.self, request),
                key: try request.idempotencyKey
            )
            return try JSON.response(facts.inWords(of: request.language), status: .created)
        }
        v1.post("documents/:id/unlock") { request, context in
            let id = try context.parameters.require("id")
            let question = try await JSON.body(UnlockRequest.self, request)
            let facts = try await printing.unlock(document: id, password: question.password)
            return try JSON.response(facts.inWords(of: request.language))
        }
        v1.get("documents/:id/pages/:page/preview", query: ["size"]) { request, context in
            let page = try context.number("page")
            let size = try request.number("size") ?? 256
            let id = try context.parameters.require("id")
            return try await printing.withDocument(id) { file, facts in
                try await picture(of: file, facts, page: page, size: size)
            }
        }
    }

    /// A page of an open document as a PNG.
    func picture(
        of file: Int32,
        _ facts: DocumentFacts,
        page: Int,
        size: Int
    ) async throws -> Response {
        guard page > 0 else {
            throw Problem(
                PreviewError(
                    .pageOutOfRange,
                    "There is no page \(page); pages are numbered from 1.",
                    chinese: "没有第 \(page) 页；页码从 1 开始。"
                )
            )
        }
        do {
            let png = try await previewer.thumbnail(
                of: file,
                name: facts.name,
                page: page,
                size: size
            ).png()
            return Response(
                status: .ok,
                headers: [.contentType: "image/png"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: png))
            )
        } catch {
            throw Problem(error)
        }
    }

    /// The last component of a name, without folders or characters that control a terminal.
    static func fileName(_ name: String?) -> String {
        let last = (name ?? "").split(separator: "/").last.map { String($0) } ?? ""
        return JobName.usable(last) ?? "document"
    }
}

/// The body of a request as arrays of bytes.
private struct ByteChunks: AsyncSequence, Sendable {
    let body: RequestBody

    func makeAsyncIterator() -> Iterator {
        Iterator(inner: body.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        var inner: RequestBody.AsyncIterator

        mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            guard let buffer = try await inner.next(isolation: actor) else { return nil }
            return Array(buffer: buffer)
        }
    }
}
