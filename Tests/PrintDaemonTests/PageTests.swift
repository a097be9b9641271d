import FileAccess
import FoundationEssentials
import Glibc
import HTTPTypes
import Hashing
import NIOCore
import PrintModel
import ProofKit
import Testing

@testable import PrintDaemon

@Suite struct `The page for the browser` {
    private func text(_ path: String) -> String {
        PageFile.all.first { $0.path == path }.map { String(buffer: $0.bytes) } ?? ""
    }

    private var modules: String {
        PageFile.all.filter { $0.path.hasSuffix(".js") }.map { String(buffer: $0.bytes) }.joined()
    }

    @Test func `is small, and complete`() {
        let size = PageFile.all.reduce(0) { $0 + $1.bytes.readableBytes }
        #expect(size > 10_000 && size < 150_000, "\(size) bytes")
        for file in PageFile.all where file.path.hasSuffix(".js") {
            let imported = String(buffer: file.bytes).matches(of: /from '(\/[a-z]+\.js)'/)
            for match in imported where match.output.1 != "/words.js" {
                #expect(PageFile.all.contains { $0.path == match.output.1 }, "\(match.output.1)")
            }
        }
    }

    @Test func `needs nothing that its policy forbids`() {
        let page = text("/")
        #expect(page.contains("<script type=\"module\" src=\"/app.js\"></script>"))
        for forbidden in [" style=", "<style", " onclick", "javascript:", "https://", "http://"] {
            #expect(!page.contains(forbidden), "\(forbidden)")
        }
        for forbidden in ["innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "https://"] {
            #expect(!modules.contains(forbidden), "\(forbidden)")
        }
    }

    @Test(arguments: Language.allCases)
    func `has a text for each key that its modules name`(_ language: Language) {
        let texts = PageWords(language).texts
        let modules = modules
        var named = Set(modules.matches(of: /\bt\('([a-z.-]+)'/).map { String($0.output.1) })
        for match in modules.matches(of: /\bcount\('([a-z.]+)'/) {
            named.formUnion(["\(match.output.1).one", "\(match.output.1).other"])
        }
        #expect(named.count > 60)
        for key in named { #expect(texts[key]?.isEmpty == false, "\(key)") }
        // These are made of a state, a view, a shortcut, or an option.
        let made = ["state.", "nav.", "key.", "option.", "value.", "printer.", "priority."]
        for key in texts.keys where key != "language" {
            let isNamed =
                named.contains(key) || made.contains { key.hasPrefix($0) }
                || modules.contains("'\(key)'")
            #expect(isNamed, "\(key)")
        }
        for state in JobState.allCases { #expect(texts["state.\(state.rawValue)"] != nil) }
        for state in ["idle", "printing", "stopped", "unreachable", "unusable"] {
            #expect(texts["printer.\(state)"] != nil)
        }
    }

    @Test func `says the same in each language, with the same values`() {
        let (english, chinese) = (PageWords(.english).texts, PageWords(.simplifiedChinese).texts)
        #expect(Set(english.keys) == Set(chinese.keys))
        func values(_ text: String?) -> Set<String> {
            Set((text ?? "").matches(of: /\{[a-z]+\}/).map { String($0.output) })
        }
        for (key, text) in english {
            #expect(values(text) == values(chinese[key]), "\(key)")
            #expect(text.unicodeScalars.allSatisfy { $0.value < 0x3000 }, "\(key)")
        }
    }

    @Test func `has only routes that are there`() async throws {
        try await withAPI { service in
            let all = Set(service.api.routes.map { "\($0.method) \($0.path)" })
            #expect(PageResponder.routes.isSubset(of: all))
            for route in ["POST stop", "POST page", "GET previews/:id/document"] {
                #expect(all.contains(route) && !PageResponder.routes.contains(route))
            }
        }
    }

    @Test func `takes a token once`() throws {
        let sessions = PageSessions()
        let first = try #require(sessions.issueToken())
        let second = try #require(sessions.issueToken())
        #expect(first != second && first.utf8.count == 64)
        let session = try #require(sessions.exchange(first)).session
        #expect(sessions.exchange(first) == nil && sessions.isKnown(session))
        #expect(!sessions.isKnown(second) && !sessions.isKnown(""))
        sessions.clear()
        #expect(sessions.exchange(second) == nil && !sessions.isKnown(session))
    }

    @Test func `expects a browser until it has come, and takes its token once`() throws {
        let sessions = PageSessions()
        #expect(!sessions.isExpecting)
        let visit = sessions.expect(within: .patience)
        let first = try #require(sessions.issueToken(life: .patience, visit: visit))
        let second = try #require(sessions.issueToken(life: .patience, visit: visit))
        #expect(sessions.isExpecting && sessions.visit(visit).state == .expected)
        #expect(try #require(sessions.exchange(second)).visit == visit)
        // With the browser come, neither an earlier token nor a new one opens anything.
        #expect(sessions.exchange(first) == nil && !sessions.isExpecting)
        #expect(sessions.issueToken(life: .patience, visit: visit) == nil)
        #expect(sessions.visit(visit).state == .here && sessions.visit("0").state == .missed)
        // Time: over at once
        let late = sessions.expect(within: .zero)
        let token = try #require(sessions.issueToken(life: .zero, visit: late))
        #expect(sessions.exchange(token) == nil && !sessions.isExpecting)
        #expect(sessions.visit(late).state == .missed)
    }

    @Test func `proves by what a page got at its entry that the service is the same`() throws {
        let sessions = PageSessions()
        let nonce = String(repeating: "0f", count: 32)
        let proof = try #require(sessions.proof(of: nonce))
        #expect(proof == HMAC.sha256(of: nonce, key: sessions.key))
        for wrong in ["", "0f", nonce + "0", String(repeating: "g", count: 64)] {
            #expect(sessions.proof(of: wrong) == nil)
        }
        sessions.clear()
        #expect(sessions.proof(of: nonce) != proof)
    }

    @Test func `has an entrance only for a browser that is expected`() {
        var request = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "127.0.0.1:9",
            path: "/enter"
        )
        request.headerFields = [.site: "cross-site", .mode: "navigate", .destination: "document"]
        func refusal(
            _ isExpecting: Bool = true,
            _ change: (inout HTTPRequest) -> Void = { _ in }
        )
            -> PageGuard.Refusal?
        {
            var request = request
            change(&request)
            return PageGuard(port: 9, isExpecting: isExpecting)
                .refusal(of: request) { _ in true }
        }
        #expect(refusal() == nil && refusal(false) == .site)
        for site in ["none", "same-origin", "same-site", nil] {
            #expect(refusal { $0.headerFields[.site] = site } == .site)
        }
        for mode in ["cors", "no-cors", "websocket", nil] {
            #expect(refusal { $0.headerFields[.mode] = mode } == .site)
        }
        for destination in ["iframe", "empty", "script", "object", nil] {
            #expect(refusal { $0.headerFields[.destination] = destination } == .destination)
        }
        #expect(refusal { $0.headerFields[.origin] = "null" } == .origin)
        #expect(refusal { $0.method = .post } == .method)
        // No other path is open to another site meanwhile.
        for path in ["/", "/app.js", "/enter.js", "/session", "/proof", "/v1/jobs"] {
            #expect(refusal { $0.path = path } == .site, "\(path)")
        }
    }

    @Test func `lies in a file of the user, replaced as a whole`() throws {
        let folder = try TemporaryFolder("entrance")
        let socket = folder.path + "/socket"
        let file = EntranceFile(for: "0", beside: socket)
        for url in ["http://127.0.0.1:9/enter#1", "http://127.0.0.1:9/enter#2/a,b"] {
            try file.write(url)
            let text = try String(contentsOfFile: file.path, encoding: .utf8)
            #expect(text.contains("content=\"0; url=\(url)\""))
            let facts = try #require(FileFacts(path: file.path))
            #expect(facts.isFile && facts.isPrivate && facts.owner == geteuid())
        }
        // What another user has put there is not written to.
        #expect(unsafe symlink(folder.path + "/target", file.path + ".new") == 0)
        #expect(throws: Problem.self) { try file.write("http://127.0.0.1:9/enter#3") }
        EntranceFile.removeAll(beside: socket)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
