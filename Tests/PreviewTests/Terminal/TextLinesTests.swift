import Foundation
import Testing

@testable import TerminalDisplay

/// `qpreview show` of a text, where pictures are characters.
struct `A text in the terminal` {
    private func show(_ arguments: [String]) throws -> Ended {
        try execute("env", ["TERM=xterm-256color", program("qpreview"), "show"] + arguments)
    }

    @Test func `is text in the colors of its language`() async throws {
        try await withFixtures { fixtures in
            let code = try fixtures.write("def f():\n\treturn 1  # one\n", as: "code.py")
            let shown = try show(["--size", "40x10", "--format", "text", code])
            #expect(shown.code == 0, "\(shown.errors)")
            let lines = shown.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0] == "\u{1B}[1;34mdef\u{1B}[0m f():")
            #expect(lines[1].hasPrefix("        \u{1B}[1;34mreturn\u{1B}[0m "))
            #expect(lines[1].hasSuffix("\u{1B}[3;90m# one\u{1B}[0m"))
            // As it is without any options, where the terminal shows no pixels.
            #expect(try show(["--size", "40x10", code]).output == shown.output)
            let plain = try show(["--size", "40x10", "--colors", "none", code])
            #expect(plain.output == "def f():\n        return 1  # one\n")
            // A picture where one is asked for, and for what is no text.
            let page = try show(["--size", "40x10", "--format", "symbols", code])
            #expect(page.code == 0 && !page.output.isEmpty && !page.output.contains("def"))
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let picture = try show(["--size", "40x10", "--format", "text", pdf])
            #expect(picture.output.contains("\u{1B}["), "\(picture.errors)")
            #expect(!picture.output.contains("Page"))
        }
    }

    @Test func `fits, and changes nothing in the terminal`() async throws {
        try await withFixtures { fixtures in
            let lines = (1...50).map { "\($0) 中文 " + String(repeating: "x", count: 60) }
            let long = try fixtures.write(lines.joined(separator: "\n"), as: "long.txt")
            let shown = try show(["--size", "10x4", long])
            #expect(shown.output == (1...4).map { "\($0) 中文 xxx\n" }.joined())
            // Colors of the file stay, and nothing else that a terminal would do.
            let colored = try fixtures.write(
                "a\u{1B}[31mred\u{1B}[0m\u{1B}[2J\u{1B}]0;title\u{7}b\u{1B}[5;1Hc\n",
                as: "colored.log"
            )
            let log = try show(["--size", "40x4", colored])
            #expect(log.output.contains("\u{1B}[31mred"), "\(log)")
            #expect(!log.output.contains("\u{1B}[2J") && !log.output.contains("\u{1B}]"))
            #expect(!log.output.contains("\u{1B}[5;1H"))
            let key = "-----BEGIN PRIVATE KEY-----\nU0VDUkVU\n-----END PRIVATE KEY-----\n"
            let secret = try fixtures.write("notes\n" + key, as: "notes.txt")
            #expect(!(try show(["--size", "40x9", secret]).output.contains("U0VDUkVU")))
            let placed = try show(["--place", "10x2@5x3", long])
            #expect(placed.output.hasPrefix("\u{1B}7"))
            #expect(placed.output.contains("\u{1B}[4;6H1 中"))
            #expect(!placed.output.contains("\n"))
        }
    }

    @Test(arguments: [
        ("a\u{1B}[31mb\u{1B}[0m", "a\u{1B}[31mb\u{1B}[0m"),
        ("a\u{1B}[31mb", "a\u{1B}[31mb\u{1B}[0m"),
        ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"), ("a\u{1B}", "a\u{FFFD}"), ("a\u{1B}[31", "a\u{FFFD}[31"),
        ("a\u{1B}[1;1;1;1;1;1;1;1;1;1mb", "a\u{FFFD}[1;1;1;1;1;1;1;1;1;1mb"),
        ("a\u{202E}b", "a\u{FFFD}b"), ("1234567890123456789012345", "12345678901234567890"),
        ("\tb", "        b"), ("123\tb", "123     b"),
    ])
    func `is cleaned`(text: String, line: String) {
        let columns = line.contains("[1;1") ? 80 : 20
        let fitted = TerminalLines.fitted(text, columns: columns, rows: 5, hasColors: true)
        #expect(fitted == [line])
    }
}
