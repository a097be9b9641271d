import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `The page's listener` {
    private static let shared = Result {
        try RunningLab(printers: "office", program: Programs.lab)
    }

    private func withPage(
        more: [String: String] = [:],
        _ body: (TestService, OpenedPage) throws -> Void
    ) throws {
        try withService(in: Self.shared.get(), more: more) { service in
            try body(service, OpenedPage(service))
        }
    }

    /// What is wrong with each request, and the status that it gets.
    private func bad(_ page: OpenedPage, _ document: String) -> [(String, PageMessage, Int)] {
        let port = page.port
        let (reading, changing) = (page.reading, page.changing)
        let (picture, shell) = (page.picture(of: document), page.document)
        let upload = page.uploading
        let token = OpenedPage.exchange("0", at: port)
        func hosts(_ message: PageMessage) -> [(String, PageMessage, Int)] {
            [
                "localhost:\(port)", "evil.example:\(port)", "evil.example", "127.0.0.1",
                "127.0.0.1:1", "127.0.0.1.nip.io:\(port)", "[::1]:\(port)", "2130706433:\(port)",
                "127.1:\(port)",
            ]
            .map { (host: String) in ("host \(host)", message.with("Host", host), 421) }
        }
        return hosts(reading) + [
            ("rebinding at the page", shell.with("Host", "evil.example:\(port)"), 421),
            ("rebinding at a token", token.with("Host", "evil.example:\(port)"), 421),
            ("two hosts", reading.adding("Host", "evil.example"), 421),
            ("a foreign origin", changing.with("Origin", "http://evil.example"), 403),
            ("a foreign origin that reads", reading.with("Origin", "http://evil.example"), 403),
            ("a foreign origin of a picture", picture.with("Origin", "http://evil.example"), 403),
            ("a null origin", changing.with("Origin", "null"), 403),
            ("a null origin that reads", reading.with("Origin", "null"), 403),
            ("no origin", changing.with("Origin", nil), 403),
            ("another port", changing.with("Origin", "http://127.0.0.1:1"), 403),
            ("another scheme", changing.with("Origin", "https://127.0.0.1:\(port)"), 403),
            ("two origins", changing.adding("Origin", page.origin), 403),
            ("another site", reading.with("Sec-Fetch-Site", "cross-site"), 403),
            ("another site's picture", picture.with("Sec-Fetch-Site", "cross-site"), 403),
            ("another port of this computer", reading.with("Sec-Fetch-Site", "same-site"), 403),
            ("another site that changes", changing.with("Sec-Fetch-Site", "cross-site"), 403),
            ("another site's link", shell.with("Sec-Fetch-Site", "cross-site"), 403),
            ("a typed address of the API", reading.with("Sec-Fetch-Site", "none"), 403),
            ("no site", reading.with("Sec-Fetch-Site", nil), 403),
            ("no site of a picture", picture.with("Sec-Fetch-Site", nil), 403),
            ("a frame", shell.with("Sec-Fetch-Dest", "iframe"), 403),
            ("an object", shell.with("Sec-Fetch-Dest", "object"), 403),
            ("an embed", shell.with("Sec-Fetch-Dest", "embed"), 403),
            ("the API as a page", reading.with("Sec-Fetch-Dest", "document"), 403),
            ("the API as a script", reading.with("Sec-Fetch-Dest", "script"), 403),
            ("a picture in a frame", picture.with("Sec-Fetch-Dest", "iframe"), 403),
            ("no destination", reading.with("Sec-Fetch-Dest", nil), 403),
            (
                "an entrance for nobody",
                shell.at("/enter").with("Sec-Fetch-Site", "cross-site")
                    .with("Sec-Fetch-Mode", "navigate"), 403
            ),
            ("the key without a cookie", reading.at("/session").with("Cookie", nil), 401),
            (
                "the key for another site", reading.at("/session").with("Sec-Fetch-Site", "none"),
                403
            ),
            ("a proof for another site", page.proof.with("Sec-Fetch-Site", "cross-site"), 403),
            ("a proof as a picture", page.proof.with("Sec-Fetch-Dest", "image"), 403),
            ("a change of the proof", page.proof.by("POST"), 405),
            ("no cookie", reading.with("Cookie", nil), 401),
            ("no cookie for a picture", picture.with("Cookie", nil), 401),
            ("no cookie for a change", changing.with("Cookie", nil), 401),
            ("another cookie", reading.with("Cookie", "session=1"), 401),
            ("an empty cookie", reading.with("Cookie", "printcenter="), 401),
            ("a guessed cookie", reading.with("Cookie", "printcenter=\(zeros)"), 401),
            ("a part of the cookie", reading.with("Cookie", String(page.cookie.dropLast())), 401),
            ("two cookies", reading.with("Cookie", "\(page.cookie); printcenter=1"), 401),
            ("the token as a cookie", reading.with("Cookie", "printcenter=\(page.token)"), 401),
            ("a used token", OpenedPage.exchange(page.token, at: port), 401),
            ("an unknown token", OpenedPage.exchange(zeros, at: port), 401),
            ("an empty token", OpenedPage.exchange("", at: port), 401),
            ("a form", changing.with("Content-Type", "application/x-www-form-urlencoded"), 415),
            ("a form of files", changing.with("Content-Type", "multipart/form-data"), 415),
            ("plain text", changing.with("Content-Type", "text/plain"), 415),
            ("no type", changing.with("Content-Type", nil), 415),
            ("a type with more", changing.with("Content-Type", "application/json; a=b"), 415),
            ("bytes as JSON", changing.with("Content-Type", "application/octet-stream"), 415),
            ("a document as a form", upload.with("Content-Type", "multipart/form-data"), 415),
            ("a token as a form", token.with("Content-Type", "text/plain"), 415),
            ("a large body", changing.with("Content-Length", "1048577"), 413),
            ("a large token", token.with("Content-Length", "1025"), 413),
            ("a large document", upload.with("Content-Length", "4294967297"), 413),
            ("a body without a length", changing.with("Transfer-Encoding", "chunked"), 413),
            ("a way up", reading.at("/v1/../v1/status"), 400),
            ("an encoded way up", reading.at("/v1/%2e%2e/etc/passwd"), 400),
            ("an encoded slash", reading.at("/v1/printers/a%2Fb"), 400),
            ("a backslash", reading.at("/v1\\status"), 400),
            ("two slashes", reading.at("//v1/status"), 400),
            ("a zero byte", reading.at("/v1/printers/%00"), 400),
            (
                "another server", reading.at("http://evil.example/").with("Host", "evil.example"),
                421
            ),
            ("a parameter", reading.at("/v1/status;a"), 400),
            ("a long path", reading.at("/" + String(repeating: "a", count: 4097)), 400),
            ("OPTIONS", reading.by("OPTIONS"), 405),
            ("TRACE", reading.by("TRACE"), 405),
            ("PATCH", changing.by("PATCH"), 405),
            ("a change of the page", changing.at("/"), 405),
            ("a change of a file", changing.at("/style.css"), 405),
            ("the end of the service", changing.at("/v1/stop"), 404),
            ("another page", changing.at("/v1/page"), 404),
            ("the document itself", reading.at("/v1/previews/a/document"), 404),
            (
                "a file of the system",
                shell.at("/etc/passwd").with("Sec-Fetch-Dest", "empty")
                    .with("Sec-Fetch-Site", "same-origin"), 404
            ),
        ]
    }

    private let zeros = String(repeating: "0", count: 64)

    @Test func `refuses what the page did not send`() throws {
        try withPage { service, page in
            let document = try #require(try service.document(Papers.pdf(pages: 1)).id)
            // What is right is accepted, so that each reply below has one cause.
            let right: [(PageMessage, Int)] = [
                (page.document, 200), (page.reading, 200), (page.picture(of: document), 200),
                (page.changing, 404), (page.uploading, 201), (page.proof, 200),
                (page.reading.at("/session"), 200),
                (page.document.with("Sec-Fetch-Site", "same-origin"), 200),
            ]
            for (message, status) in right {
                let reply = try message.sent(to: page.port)
                #expect(reply?.status == status, "\(message.target): \(reply?.text ?? "")")
                #expect(reply?.text.contains("page-refused") != true)
            }
            let bad = bad(page, document)
            #expect(bad.count >= 40)
            for (name, message, status) in bad {
                let reply = try #require(try message.sent(to: page.port), "\(name)")
                #expect(reply.status == status, "\(name): \(reply.text)")
                let problem = try reply.value(Problem.self)
                #expect(problem.code == (status == 404 ? .notFound : .pageRefused), "\(name)")
            }
        }
    }

    @Test func `keeps the page to itself in each reply`() throws {
        try withPage { service, page in
            let document = try #require(try service.document(Papers.pdf(pages: 1)).id)
            for message in [
                page.document, page.reading, page.changing, page.picture(of: document),
                page.reading.with("Cookie", nil),
            ] {
                let reply = try #require(try message.sent(to: page.port))
                let policy = try #require(reply.headers["content-security-policy"])
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(reply.headers["x-frame-options"] == "DENY")
                #expect(reply.headers["x-content-type-options"] == "nosniff")
                #expect(reply.headers["cross-origin-resource-policy"] == "same-origin")
                #expect(reply.headers["cache-control"] == "no-store")
                #expect(reply.headers["access-control-allow-origin"] == nil)
            }
            let picture = try #require(try page.picture(of: document).sent(to: page.port))
            #expect(picture.headers["content-type"] == "image/png")
            #expect(picture.headers["content-disposition"]?.hasPrefix("inline; filename=") == true)
            #expect(picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func `is closed until somebody asks for the page, and after it was left`() throws {
        try withService(in: Self.shared.get(), more: ["PRINTCENTER_PAGE_IDLE": "4"]) { service in
            #expect(listeners(of: service.process).isEmpty)
            let page = try OpenedPage(service)
            try wait(for: "the listener") { listeners(of: service.process) == ["0100007F"] }
            // Requests that are refused do not keep it open.
            try wait(for: "the end of the listener") {
                try page.reading.with("Cookie", nil).sent(to: page.port) == nil
            }
            #expect(listeners(of: service.process).isEmpty)
            let again = try OpenedPage(service)
            let stale = try #require(
                try again.reading.with("Cookie", page.cookie).sent(to: again.port)
            )
            #expect(stale.status == 401)
        }
    }

    @Test func `is gone with its service: a later one knows neither port nor cookie`() throws {
        try withPage { service, page in
            service.end(SIGKILL)
            #expect(try page.reading.sent(to: page.port) == nil)
            try service.serve()
            #expect(listeners(of: service.process).isEmpty)
            let port = try OpenedPage.address(of: service).port
            let reading = page.reading.with("Host", "127.0.0.1:\(port)")
            #expect(try reading.sent(to: port)?.status == 401)
        }
    }

    @Test(.enabled(if: Neighbour.isAvailable, "\(Neighbour.whySkipped)"))
    func `closes connections of other users before they send anything`() throws {
        try withPage { service, page in
            let port = try #require(UInt16(exactly: page.port))
            let request = String(decoding: page.reading.bytes, as: UTF8.self)
            // A connection of the owner's browser, whose port everybody can see.
            let browser = try LoopbackConnection(to: page.port)
            let addresses = [nil, "127.0.0.1", "127.0.0.2", "127.9.9.9", "127.255.255.254"]
            var acts = addresses.map { Neighbour.Act.ask(port: port, from: $0, request) }
            acts += addresses.dropFirst(2).map {
                .ask(port: port, from: $0, fromPort: browser.port, request)
            }
            let outcomes = try Neighbour.attempt(acts)
            #expect(outcomes.count == acts.count && outcomes.allSatisfy { $0.isTurnedAway })
            #expect(outcomes.allSatisfy { $0.text.isEmpty })
            // The same words of the owner are heard, from the one address that counts.
            let own = try Neighbour.attempt(acts, as: .owner)
            #expect(own.map { $0.text.hasPrefix("HTTP/1.1 200") }.prefix(2) == [true, true])
            #expect(own.dropFirst(2).allSatisfy { $0.isTurnedAway })
            let metrics = try service.get("/v1/metrics").text
            let count = acts.count * 2 - 2
            #expect(metrics.contains("printcenter_refused_connections_total \(count)\n"))
            // IPv6 has no listener at all.
            let other = try Neighbour.attempt(.ask(port: port, at: "::1", request), as: .owner)
            #expect(!other.isDone && other.text.isEmpty)
        }
    }

    /// The addresses at which a process listens for TCP.
    private func listeners(of process: pid_t) -> [String] {
        let folder = "/proc/\(process)/fd"
        let sockets = Set(
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            }
        )
        // Listeners stand before connections, of which other tests leave a hundred thousand behind for a minute.
        let file = unsafe open("/proc/net/tcp", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var head: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while head.count < 1 << 17 {
            let count = unsafe read(file, &piece, piece.count)
            guard count > 0 else { break }
            head += piece[..<count]
        }
        return String(decoding: head, as: UTF8.self).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[3] == "0A", sockets.contains("socket:[\(fields[9])]")
            else { return nil }
            return String(fields[1].prefix { $0 != ":" })
        }
    }
}
