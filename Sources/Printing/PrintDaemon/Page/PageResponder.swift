import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import PrintModel

/// What the page's listener answers: the files of the page, the exchange of a token, and a part of the API.
struct PageResponder: Sendable {
    let api: API
    let sessions: PageSessions
    let visits: Activity
    /// Called with the id of a visit whose browser has come.
    let arrived: @Sendable (String) async -> Void

    /// The routes of the API that the page has; those that it does not need are not there.
    ///
    /// No route serves bytes of a document: pictures are pixels that a child drew, encoded by the service.
    static let routes: Set<String> = [
        "GET status", "GET printers", "GET printers/:id", "GET printers/events", "GET presets",
        "GET presets/:name", "GET events", "GET jobs", "GET jobs/:id", "GET jobs/:id/preview",
        "GET documents/:id/pages/:page/preview", "GET previews/:id/faces/:face",
        "GET previews/:id/pages/:page",
        "PUT presets/:name", "PUT printers/default", "PUT printers/:id/direct",
        "DELETE presets/:name", "DELETE documents/:id", "DELETE printers/:id",
        "POST printers", "POST printers/:id/identify", "POST printers/:id/trust",
        "POST printers/:id/authenticate", "POST options", "POST check", "POST documents",
        "POST documents/join", "POST documents/:id/unlock", "POST previews", "POST jobs",
        "POST jobs/:id/preview", "POST jobs/:id/cancel", "POST jobs/:id/hold",
        "POST jobs/:id/release", "POST jobs/:id/move", "POST jobs/:id/priority",
        "POST jobs/:id/authenticate", "POST jobs/:id/reprint",
    ]

    var responder: RouterResponder<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: PageHeaders())
        router.add(middleware: PageEntry(sessions: sessions))
        router.add(middleware: Bookkeeping(activity: visits))
        router.add(middleware: Bookkeeping(activity: api.activity))
        router.add(middleware: Problems())
        for file in PageFile.all {
            router.get(RouterPath(file.path)) { _, _ in
                Self.response(file.bytes, file.type)
            }
        }
        router.get("words.js") { request, _ in
            let words = try WireFormat.encode(PageWords(request.language))
            var module = ByteBuffer(string: "export default ")
            module.writeBytes(words)
            return Self.response(module, "text/javascript; charset=utf-8")
        }
        router.get("session") { _, _ in
            try JSON.response(PageKey(key: sessions.key))
        }
        router.post("session") { request, _ in
            let ticket = try await JSON.body(PageTicket.self, request)
            guard let entered = sessions.exchange(ticket.token) else {
                return try ProblemAnswer(
                    Problem(.pageRefused, ["rule": "token"]).inWords(of: request.language),
                    status: .unauthorized
                ).response
            }
            if let visit = entered.visit { await arrived(visit) }
            var response = try JSON.response(PageKey(key: sessions.key))
            response.headers[.setCookie] =
                "\(PageGuard.cookie)=\(entered.session); Path=/; HttpOnly; SameSite=Strict"
            return response
        }
        router.get("proof") { request, _ in
            let nonce = request.uri.queryParameters["nonce"].map { String($0) } ?? ""
            guard let proof = sessions.proof(of: nonce) else { throw Problem(.malformed) }
            return try JSON.response(PageProof(proof: proof))
        }
        let v1 = router.group("v1")
        for route in api.routes
        where Self.routes.contains("\(route.method) \(route.path)") {
            v1.on(RouterPath(route.path), method: route.method) { [visits] request, context in
                let response = try await route.respond(to: request, context)
                return Self.isStream(response) ? response.keeping(visits) : response
            }
        }
        return router.buildResponder()
    }

    private static func isStream(_ response: Response) -> Bool {
        response.headers[.contentType] == "text/event-stream"
    }

    private static func response(_ bytes: ByteBuffer, _ type: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type],
            body: ResponseBody(byteBuffer: bytes)
        )
    }
}

/// The body of `POST /session`.
private struct PageTicket: Codable {
    var token: String
}

/// What a page gets that has entered: the key by which it knows the service again.
private struct PageKey: Codable {
    var key: String
}

/// The reply to `GET /proof`.
private struct PageProof: Codable {
    var proof: String
}

extension Response {
    /// The same response, which counts as a request in progress until its end.
    fileprivate func keeping(_ activity: Activity) -> Response {
        let inner = body
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody { writer in
                activity.begin()
                defer { activity.end() }
                try await inner.write(writer)
            }
        )
    }
}

/// Refuses what the page did not send.
private struct PageEntry: RouterMiddleware {
    let sessions: PageSessions

    func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let rules = PageGuard(port: sessions.port, isExpecting: sessions.isExpecting)
        if let refusal = rules.refusal(of: request.head, isSession: sessions.isKnown) {
            let problem = Problem(.pageRefused, ["rule": refusal.rawValue])
            var response = try ProblemAnswer(
                problem.inWords(of: request.language),
                status: refusal.status
            ).response
            // What was refused is not read to its end.
            response.headers[.connection] = "close"
            return response
        }
        return try await next(request, context)
    }
}

/// Adds the fields that keep the page to itself, to each response.
private struct PageHeaders: RouterMiddleware {
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
        "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let type = response.headers[.contentType] ?? ""
        let isShown = type.hasPrefix("text/") || type == "image/svg+xml"
        let fields = [
            ("Content-Security-Policy", Self.policy),
            ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"),
            ("Referrer-Policy", "no-referrer"),
            ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
            ("Cache-Control", "no-store"),
            (
                "Content-Disposition",
                type == "image/png"
                    ? "inline; filename=\"page.png\"" : isShown ? "inline" : "attachment"
            ),
        ]
        for (name, value) in fields { response.headers[.known(name)] = value }
        return response
    }
}
