import FoundationEssentials
import HTTPTypes
import NIOCore
import PrintModel
import Testing

@testable import PrintDaemon

@Suite struct `The routes` {
    /// Method, path, and names of the query, as `Docs/openapi.json` has them.
    private func described() throws -> [String: Set<String>] {
        struct Document: Decodable {
            let paths: [String: [String: JSONValue]]
            let components: [String: JSONValue]
        }
        let bytes = Data(OpenAPI.document.readableBytesView)
        let document = try JSONDecoder().decode(Document.self, from: bytes)
        func name(_ parameter: JSONValue) -> String? {
            let reference = parameter["$ref"]?.text?.split(separator: "/").last
            let known = reference.flatMap { document.components["parameters"]?[String($0)] }
            let one = known ?? parameter
            return one["in"]?.text == "query" ? one["name"]?.text : nil
        }
        var found: [String: Set<String>] = [:]
        for (path, operations) in document.paths {
            let shared = operations["parameters"]?.elements ?? []
            for (method, operation) in operations where operation["responses"] != nil {
                let all = (operation["parameters"]?.elements ?? []) + shared
                found["\(method.uppercased()) \(path)"] = Set(all.compactMap(name))
            }
        }
        return found
    }

    @Test func `are those of the description, with the names of their queries`() async throws {
        let described = try described()
        try await withAPI { service in
            let routes = service.api.routes
            let declared = routes.map { ("\($0.method) \(Self.template($0.path))", $0.query) }
            #expect(Dictionary(declared) { one, _ in one } == described)
            #expect(declared.count == described.count)
        }
    }

    /// `jobs/:id` as a description writes it: `/v1/jobs/{id}`.
    private static func template(_ path: String) -> String {
        "/v1/"
            + path.split(separator: "/")
            .map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
            .joined(separator: "/")
    }

    @Test func `refuse a name in a query that they do not know, before they do anything`()
        async throws
    {
        try await withAPI { service in
            for route in service.api.routes {
                let path =
                    "/v1/"
                    + route.path.replacing(":id", with: "1")
                    .replacing(":page", with: "1").replacing(":face", with: "1")
                    .replacing(":name", with: "a")
                for query in ["foil=1", "foil", "%73ize=1", "a&foil"] {
                    let answer = try await service.send(route.method, "\(path)?\(query)")
                    let problem = try answer.problem
                    #expect(answer.status == 400, "\(route.method) \(path)?\(query)")
                    #expect(problem.code == .unknownField && problem.field != nil)
                }
            }
        }
    }

    @Test(arguments: [
        ("office", "office"), ("a%20b", "a b"), ("%E5%B0%8F", "小"), ("%e5%b0%8f", "小"), ("", ""),
        ("%2F..%2f", "/../"), ("小", "小"), ("a+b", "a+b"), ("%25", "%"), ("%2520", "%20"),
        ("%", nil), ("a%2", nil), ("%zz", nil), ("%+1", nil), ("%E5%B0", nil), ("%FF", nil),
    ])
    func `read names in paths as clients write them`(_ encoded: String, _ text: String?) {
        #expect(PathText.decoded(encoded) == text)
    }

    @Test func `that take JSON refuse everything else`() async throws {
        let paths = [
            "/v1/options", "/v1/check", "/v1/jobs", "/v1/previews", "/v1/jobs/1/move",
            "/v1/jobs/1/priority", "/v1/jobs/1/reprint", "/v1/jobs/cancel",
            "/v1/documents/d/unlock",
        ]
        try await withAPI { service in
            for path in paths {
                for body in ["nonsense", "[]", #"{"foil":1}"#, #"{"a":1,"a":2}"#] {
                    let answer = try await service.send(.post, path, body)
                    #expect(answer.status == 400, "\(path) \(body): \(answer.text)")
                    #expect(answer.type == "application/problem+json")
                }
                let long = String(repeating: " ", count: (1 << 20) + 1)
                #expect(try await service.send(.post, path, long).status == 413, "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("GET", "/v1/nothing", 404, "not-found"), ("GET", "/", 404, "not-found"),
        ("PUT", "/v1/status", 404, "not-found"),
        ("GET", "/v1/jobs?all=maybe", 400, "invalid-request"),
        ("GET", "/v1/jobs?since=yesterday", 400, "invalid-request"),
        ("GET", "/v1/events?job=x", 400, "invalid-request"),
        ("GET", "/v1/events?job=1&job=", 400, "invalid-request"),
        ("GET", "/v1/documents/d/pages/1/preview?size=big", 400, "invalid-request"),
        ("GET", "/v1/documents/d/pages/1/preview", 404, "document-not-found"),
        ("GET", "/v1/previews/p/faces/1", 404, "preview-not-found"),
        ("GET", "/v1/previews/p/pages/1", 404, "preview-not-found"),
        ("GET", "/v1/previews/p/pages/1?size=big", 400, "invalid-request"),
        ("GET", "/v1/previews/p/pages/first", 400, "invalid-request"),
        ("GET", "/v1/documents/d/pages/1.5/preview", 400, "invalid-request"),
        ("GET", "/v1/previews/p/document", 404, "preview-not-found"),
        ("GET", "/v1/availability?type=none", 400, "invalid-request"),
        ("POST", "/v1/jobs/1/priority {\"priority\":0}", 400, "invalid-request"),
        ("POST", "/v1/jobs {\"ticket\":{}}", 400, "invalid-request"),
        ("POST", "/v1/documents/d/unlock {\"password\":\"p\"}", 404, "document-not-found"),
    ])
    func `answer what they cannot do with a problem, in either language`(
        _ method: String,
        _ target: String,
        _ status: Int,
        _ code: String
    ) async throws {
        let parts = target.split(separator: " ", maxSplits: 1).map(String.init)
        let method = try #require(HTTPRequest.Method(rawValue: method))
        try await withAPI { service in
            var details: Set<String> = []
            for language in ["en", "zh-CN"] {
                let answer = try await service.send(
                    method,
                    parts[0],
                    parts.count > 1 ? parts[1] : "",
                    [.acceptLanguage: language]
                )
                #expect(answer.status == status, "\(answer.text)")
                let problem = try answer.problem
                #expect(problem.code.rawValue == code)
                #expect(problem.detail.last == (language == "en" ? "." : "。"), "\(problem.detail)")
                details.insert(problem.detail)
            }
            #expect(details.count == 2, "\(details)")
        }
    }

    @Test func `take a document, and drop it`() async throws {
        try await withAPI { service in
            let sent = try await service.send(.post, "/v1/documents?name=a%2Fb.pdf", "%PDF-1.4")
            #expect(sent.status == 201)
            let facts = try WireFormat.decode(DocumentFacts.self, from: sent.data)
            #expect(facts.name == "b.pdf" && facts.size == 8 && facts.pages == 3)
            #expect(facts.kind == "PDF document" && facts.kinds?["zh-Hans"] == "PDF 文档")
            let chinese = try await service.send(
                .post,
                "/v1/documents?name=c.pdf",
                "%PDF-1.4",
                [.acceptLanguage: "zh-CN"]
            )
            #expect(try WireFormat.decode(DocumentFacts.self, from: chinese.data).kind == "PDF 文档")
            let id = try #require(facts.id)
            #expect(try await service.send(.delete, "/v1/documents/\(id)").status == 204)
            let again = try await service.send(
                .post,
                "/v1/documents/\(id)/unlock",
                #"{"password":"p"}"#
            )
            #expect(again.status == 404)
        }
    }

    @Test func `say what is wrong with the settings in the language of the request`() async throws {
        try await withAPI { service in
            try service.writeSettings("[1]")
            func problem(_ language: String) async throws -> String? {
                let answer = try await service.send(
                    .get,
                    "/v1/status",
                    "",
                    [.acceptLanguage: language]
                )
                return try WireFormat.decode(ServiceStatus.self, from: answer.data).settingsProblem
            }
            #expect(try await problem("en")?.hasSuffix(" is not a JSON object.") == true)
            #expect(try await problem("zh-CN")?.hasSuffix(" 的内容不是 JSON 对象。") == true)
        }
    }

    @Test func `tell the state of the service, and end it`() async throws {
        try await withAPI { service in
            let answer = try await service.send(.get, "/v1/status")
            let status = try WireFormat.decode(ServiceStatus.self, from: answer.data)
            #expect(status.running && status.jobs.active == 0 && status.socket == "/test/socket")
            let helpers = Set(status.previews?.helpers.keys.map { $0 } ?? [])
            #expect(
                helpers == [
                    "documents", "images", "texts", "codecs", "videos", "postScript", "converter",
                ]
            )
            #expect(status.previews?.helpers["texts"]?.documents == "text files")
            let chinese = try await service.send(.get, "/v1/status", "", [.acceptLanguage: "zh"])
            let words = try WireFormat.decode(ServiceStatus.self, from: chinese.data).previews
            #expect(words?.helpers["texts"]?.documents == "文本文件")
            #expect(try await service.send(.post, "/v1/stop").status == 202)
            #expect(service.stops == 1)
        }
    }

    @Test(arguments: [
        ("a.pdf", "a.pdf"), ("/etc/passwd", "passwd"), ("a/b/", "b"), ("", "document"),
        ("/", "document"), ("a\u{7}\u{1B}[31m.pdf", "a[31m.pdf"), ("报告.pdf", "报告.pdf"),
        ("a\nb\u{2028}.pdf", "a b .pdf"), ("\u{1B}", "document"),
    ])
    func `keep the last part of a name, without control characters`(_ name: String, _ kept: String)
    {
        #expect(API.fileName(name) == kept)
    }

    @Test func `keep names short, however many accents they have`() {
        let long = "e" + String(repeating: "\u{301}", count: 1000)
        #expect(API.fileName(long).unicodeScalars.count == JobName.longest)
        #expect(API.fileName(nil) == "document")
    }
}

@Suite struct `A server-sent event` {
    @Test func `is a name, a line of JSON, and an empty line`() throws {
        let event = try ServerSentEvents.event("printers", ["a\nb"])
        #expect(String(buffer: event) == "event: printers\ndata: [\"a\\nb\"]\n\n")
        #expect(String(buffer: ServerSentEvents.comment) == ":\n\n")
    }
}
