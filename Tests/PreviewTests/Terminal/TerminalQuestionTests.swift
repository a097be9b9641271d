import Foundation
import Testing

@testable import TerminalDisplay

/// A terminal that the environment says little of is asked.
@Suite(.serialized) struct `A terminal that is asked` {
    private struct Shown: Decodable {
        let asked: Bool
        let code: Int32
        let same: Bool
        let text: String
    }

    /// Shows a file in a terminal that gives some answers.
    private func show(_ answers: String, _ arguments: [String]) throws -> Shown {
        let script = URL(filePath: #filePath).deletingLastPathComponent().path + "/terminal.py"
        let ended = try execute(
            "python3",
            [script, answers, "80", "24", program("qpreview"), "show"] + arguments
        )
        try #require(ended.code == 0, "\(ended.errors)")
        return try JSONDecoder().decode(Shown.self, from: Data(ended.output.utf8))
    }

    @Test(arguments: [
        ("kitty,attributes", "\u{1B}_Ga=T,f=100"), ("sixels", "\u{1B}P"),
        ("attributes", "\u{1B}[0m"),
        // It answers nothing at all: what every terminal shows, after a while.
        ("nothing", "\u{1B}[0m"),
    ])
    func `gets pictures as it shows them`(answers: String, beginning: String) async throws {
        try await withFixtures { fixtures in
            let shown = try show(answers, [fixtures.png()])
            #expect(shown.asked && shown.code == 0)
            #expect(shown.text.contains(beginning), "\(shown.text.prefix(80).debugDescription)")
            #expect(shown.same, "the settings of the terminal are others")
        }
    }

    @Test(arguments: [
        ("kitty,cells,attributes", "c=6,r=2,"), ("kitty,area,attributes", "c=8,r=2,"),
    ])
    func `says how large its cells are`(answers: String, cells: String) async throws {
        try await withFixtures { fixtures in
            // 80 x 40 pixels, in cells of 15 x 30, and of 10 x 25.
            let shown = try show(answers, [fixtures.png()])
            #expect(shown.text.contains(cells), "\(shown.text.prefix(80).debugDescription)")
        }
    }

    @Test func `is not asked where a file manager names the place`() async throws {
        try await withFixtures { fixtures in
            let shown = try show("kitty,attributes", ["--size", "20x10", fixtures.png()])
            #expect(!shown.asked && shown.code == 0)
        }
    }

    @Test func `is as before after an interrupt`() async throws {
        try await withFixtures { fixtures in
            let shown = try show("interrupt", [fixtures.png()])
            #expect(shown.asked && shown.same)
            #expect(shown.code == -2 || shown.code == 130, "\(shown.code)")
        }
    }

    @Test(arguments: [
        ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c", true, true, true),
        ("\u{1B}_Gi=31;ENOTSUPPORTED:x\u{1B}\\\u{1B}[?62;22c", false, false, true),
        ("q\u{1B}[A\u{1B}[?4c", false, false, true), ("\u{1B}[?62;4", false, false, false),
        ("\u{1B}_Gi=31;OK", false, false, false), ("\u{1B}", false, false, false),
    ])
    func `is understood`(answer: String, hasKitty: Bool, hasSixels: Bool, isComplete: Bool) {
        let answers = TerminalAnswers(Array(answer.utf8))
        #expect(answers.hasKitty == hasKitty && answers.hasSixels == hasSixels)
        #expect(answers.isComplete == isComplete)
    }

    @Test func `may claim any size`() {
        let sizes =
            "\u{1B}[6;20;10t\u{1B}[4;0;800t\u{1B}[4;99999999999999999999;3t\u{1B}[4;1t"
            + "\u{1B}[?1c"
        let answers = TerminalAnswers(Array(sizes.utf8))
        #expect(answers.cell == TerminalAnswers.Size(width: 10, height: 20) && answers.area == nil)
    }
}
