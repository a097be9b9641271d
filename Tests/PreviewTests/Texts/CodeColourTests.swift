import CText
import Foundation
import ProofKit
import QuickPreview
import Testing

@testable import DocumentRendering

/// The colors of programs, which libt3highlight finds.
struct `Colors of programs` {
    private let isInstalled: Bool

    init() throws {
        try #require(ctext_start() == 0)
        isInstalled = FileManager.default.fileExists(atPath: "/usr/share/libt3highlight2/c.lang")
        #expect(isInstalled, "libt3highlight2 is missing: Scripts/setup installs it")
    }

    /// The parts of a program that are not plain, and what they look like.
    private func parts(of text: String, in language: String) throws -> [String] {
        let colours = try #require(CodeColours(CodeLanguage(named: language), for: text))
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let line = colours.line(String(line))
            let bytes = Array(line.string.utf8)
            return line.runs.map { run in
                let words = String(decoding: bytes[run.range], as: UTF8.self)
                let mark = run.look == .bold ? "*" : run.look == .italic ? "/" : ""
                return mark + words + mark
            }
        }
    }

    @Test(arguments: [
        ("c", "/* a\nint */ int x = 1;", ["//* a/", "/int *//", "*int*", "1"]),
        ("py", "def f(): return 'a' # if", ["*def*", "*return*", "'a'", "/# if/"]),
        ("swift", "let a = \"b\\n\" // c", ["*let*", "\"b", "*\\n*", "\"", "/// c/"]),
        ("go", "x := `a\nvar` var", ["`a", "var`", "*var*"]),
        ("rs", "#[a] fn b<'c>(d: &'c u8) {}", ["#[a]", "*fn*"]),
        ("kt", "@T fun a() = \"\"\"b\nfun\"\"\"", ["@T", "*fun*", "\"\"\"b", "fun\"\"\""]),
        ("ts", "const a = `b`; // c", ["*const*", "`b`", "/// c/"]),
        ("cs", "#region x\nclass A {}", ["#region x", "*class*"]),
        ("sql", "select 'it''s' -- c", ["*select*", "'it''s'", "/-- c/"]),
        (
            "lua", "--[[ a\nb ]] local c = 'd' -- e",
            ["/--[[ a/", "/b ]]/", "*local*", "'d'", "/-- e/"]
        ),
        ("json", "{\"a\": [1.5, true]}", ["\"a\"", "1.5", "*true*"]),
        ("yaml", "a: 'b' # c\n- no: 42", ["a:", "'b'", "/# c/", "- no:", "42"]),
        ("html", "<!-- a -->", ["/<!-- a -->/"]),
        (
            "patch", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b",
            ["/--- a/", "+++ b", "*@@ -1 +1 @@*", "/-a/", "+b"]
        ),
    ])
    func `are those of the language`(language: String, text: String, expected: [String]) throws {
        let parts = try parts(of: text, in: language)
        #expect(parts == expected)
    }

    @Test func `have a definition for every language that is named`() {
        for language in WrittenLanguage.all {
            for name in language.names {
                #expect(CodeColours(CodeLanguage(named: name), for: "a") != nil, "\(name)")
            }
        }
        for name in CodeLanguage.files.values.flatMap({ $0 }) {
            #expect(CodeColours(CodeLanguage(named: name), for: "a") != nil, "\(name)")
        }
        for name in ["", "txt", "log", "plain", "../../etc/passwd"] {
            #expect(CodeColours(CodeLanguage(named: name), for: "a") == nil, "\(name)")
        }
    }

    @Test(arguments: [
        ("text/x-csrc", "a", true), ("text/plain", "a.swift", true), ("text/x-log", "a.log", false),
        ("application/atom+xml", "a", true),
    ])
    func `follow the type or the name`(type: String, name: String, isKnown: Bool) {
        #expect((CodeLanguage(FileType(rawValue: type), name: name) != nil) == isKnown)
    }

    @Test func `are on pages, dark, with all words in their order`() async throws {
        let text = """
            import Foundation // the words
            let number = 42, words = "some of them", wörter = "\u{E4}\u{F6}" /* more */
            \tfunc f() { return }
            """
        try await withPages(of: text.utf8, as: "a.swift") { pdf, _ throws in
            let words = text.split { $0.isWhitespace }.map(String.init)
            #expect(try writtenWords(pdf) == words)
            let fonts = try execute("pdffonts", [pdf]).output
            #expect(fonts.contains("Bold") && fonts.contains(/Oblique|Italic/))
            let html = try execute("pdftohtml", ["-xml", "-i", "-stdout", pdf]).output
            let colours = html.matches(of: /color="#([0-9a-f]{6})"/).compactMap {
                Int($0.1, radix: 16)
            }
            #expect(Set(colours).count > 3)
            for colour in colours {
                // Gray of paper is 255.
                let parts = [16, 8, 0].map { Double(colour >> $0 & 255) }
                #expect(0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2] < 110)
            }
        }
    }

    @Test func `are left out of programs that are too long, and of lines`() async throws {
        let line = "let a = 1 // comment\n"
        let count = CodeColours.sizeLimit / line.utf8.count
        for (text, isColoured) in [
            (String(repeating: line, count: 100), true),
            (String(repeating: line, count: count + 1), false),
            (String(repeating: "x", count: 2_001 - 20) + line, false),
        ] {
            try await withPages(of: text.utf8, as: "a.swift") { pdf, _ throws in
                let fonts = try execute("pdffonts", ["-l", "2", pdf]).output
                #expect(fonts.contains("Bold") == isColoured)
            }
        }
    }

    /// Programs for which expressions take long.
    @Test(arguments: [
        ("a.c", "("), ("a.c", "a"), ("a.js", "/a"), ("a.html", "<a b='"), ("a.md", "*_`["),
        ("a.php", "<?php \"{$a"),
    ])
    func `are found in bounded time`(name: String, piece: String) throws {
        let line = String(repeating: piece, count: 1_990 / piece.utf8.count) + "\n"
        let text = String(repeating: line, count: 100)
        let colours = CodeColours(
            CodeLanguage(FileType(rawValue: "text/plain"), name: name),
            for: text
        )
        var (begin, end) = (timespec(), timespec())
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
        for _ in 0..<100 { _ = colours?.line(String(line.dropLast())) }
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        // 200 kB, of the processor's time; a program of any kind takes 0.1 s.
        #expect(end.tv_sec - begin.tv_sec < Duration.patience.components.seconds)
    }
}
