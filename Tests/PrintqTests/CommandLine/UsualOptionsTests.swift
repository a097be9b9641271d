import ArgumentParser
import PrintModel
import ProofKit
import Testing

@testable import printq

@Suite struct `The usual options` {
    private static let words = [
        "-d", "office", "--json", "a.pdf", "-n", "2", "--pages", "2-3,1", "--duplex", "-t", "-",
        "--wait", "--media", "A4", "b c.pdf", "--when-possible", "0", "-doffice", "--", "-q", "",
        "--sides", "long-edge", "--help", "Letter", "--printer", "--preset", "一.pdf", "--copies",
        "-1", "3-1",
    ]

    /// What the argument parser makes of a command line; `nil` where it refuses.
    private func parsed(_ arguments: [String]) throws -> Printing? {
        guard let verb = (try? printq.Printq.parseAsRoot(arguments)) as? printq.Printq.Print else {
            return nil
        }
        return try verb.printing(Phrases(language: .english))
    }

    @Test func `are read as the argument parser reads them`() throws {
        var dice = SeededGenerator(seed: 11)
        var understood = 0
        // The argument parser takes most of the time, so the number of its runs is bounded.
        for _ in 0..<10_000 where understood < 60 {
            let count = Int.random(in: 0...6, using: &dice)
            let arguments =
                ["print"] + (0..<count).map { _ in Self.words.randomElement(using: &dice) ?? "" }
            guard let usual = Printing(usual: arguments) else { continue }
            understood += 1
            let words = try #require(try parsed(arguments), "only one refuses \(arguments)")
            #expect(usual == words, "\(arguments)")
        }
        #expect(understood == 60, "the words of this test no longer make command lines")
    }

    @Test(arguments: [
        ["print", "a.pdf"], ["submit", "a.pdf", "-d", "office"],
        ["print", "-d", "office", "--pages", "1", "a.pdf"],
        ["print", "-n", "2", "--duplex", "--media", "A4", "-t", "b", "--json", "--wait", "a", "b"],
    ])
    func `need no argument parser`(_ arguments: [String]) throws {
        let usual = try #require(Printing(usual: arguments))
        #expect(try parsed(arguments) == usual)
    }

    @Test(arguments: [
        [], ["jobs"], ["print"], ["print", "-"], ["print", "a.pdf", "-n", "0"], ["--help"],
        ["print", "a.pdf", "--pages", "0"], ["print", "a.pdf", "-d"], ["print", "a.pdf", "--pin"],
        ["print", "a.pdf", "--reverse", "true"], ["print", "-s", "a.pdf"],
        ["print", "a.pdf", "-d", "x", "-d", "y"], ["print", "a.pdf", "--duplex", "--sides", "x"],
        ["print", "--", "a.pdf"], ["print", "a.pdf", "--help"],
    ])
    func `leave the rest to the argument parser`(_ arguments: [String]) {
        #expect(Printing(usual: arguments) == nil)
    }
}
