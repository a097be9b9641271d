import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewModel

/// The colors of lines: of terminals, patches, and logs.
struct `Colors of lines` {
    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m plain", "red plain"), ("\u{1B}]0;title\u{7}text", "text"),
        ("\u{1B}]8;;https://example.org\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
        ("10%\r99%\r\nnext", "99%\nnext"), ("a\tb", "a       b"), ("b\u{8}bo", "bo"),
        ("\u{1B}(Bx\u{1B}=y", "xy"), ("\u{1B}[2Kkept \u{1B}[?25l", "kept "), ("\u{1B}", ""),
        ("\u{1B}[", ""), ("old\u{1B}[2Knew", "new"), ("\u{202E}x\u{0}", "x\u{2400}"),
    ])
    func `leave no escape sequence`(text: String, clean: String) {
        #expect(ANSIColours(text).text == clean)
    }

    @Test func `are those of the terminal, darker`() throws {
        let line = try #require(
            ANSIText("\u{1B}[1;31mE\u{1B}[22m: \u{1B}[38;2;255;255;90mx").lines.first
        )
        #expect(line.runs.map(\.range) == [0..<1, 1..<3, 3..<4])
        #expect(line.runs[0].look == .bold)
        #expect(line.runs[0].colour == line.runs[1].colour)
        let light = try #require(line.runs[2].colour)
        #expect(light & 0xFF < 90 && light >> 16 < 128)
    }

    @Test func `are those of the lines of a patch`() {
        let colours = PatchColours()
        let lines = [
            "--- a", "+++ b", "@@ -1,2 +1,2 @@", "--- not a header", "+++ an addition", " same",
            "--- c",
        ]
        let found = lines.map { colours.line($0).runs.first?.colour }
        #expect(found[0] == found[1] && found[0] == found[6])
        #expect(found[3] != found[0] && found[4] != found[0] && found[3] != found[4])
        #expect(found[5] == nil)
    }

    @Test(arguments: [
        ("2024-05-06 10:11:12 ERROR no INFO here", "ERROR"), ("[warn] disk", "warn"),
        ("level=debug x", "debug"), ("an error of style", nil), ("INFORMATION", nil),
    ])
    func `are those of the levels of a log`(line: String, level: String?) {
        let styled = LogColours().line(line)
        let words = styled.runs.map { run in
            String(decoding: Array(styled.string.utf8)[run.range], as: UTF8.self)
        }
        #expect(words.last { !$0.contains("2024") } == level)
    }
}
