import FoundationEssentials
import NIOCore
import PrintModel
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
        for match in modules.matches(of: /\bcount\('([a-z]+)'/) {
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
        let (first, second) = (sessions.issueToken(), sessions.issueToken())
        #expect(first != second && first.utf8.count == 64)
        let session = try #require(sessions.exchange(first))
        #expect(sessions.exchange(first) == nil && sessions.isKnown(session))
        #expect(!sessions.isKnown(second) && !sessions.isKnown(""))
        sessions.clear()
        #expect(sessions.exchange(second) == nil && !sessions.isKnown(session))
    }
}
