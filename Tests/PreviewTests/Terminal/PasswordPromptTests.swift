import Foundation
import ProofKit
import Testing

/// The password of an encrypted PDF, typed at the terminal.
@Suite(.serialized) struct `A password at the terminal` {
    /// Runs a command of `qpreview` that ends with the name of an encrypted PDF, whose password is "sesame".
    private func run(
        _ command: String,
        _ body: (Tmux) async throws -> Void
    ) async throws {
        try await withFixtures { fixtures in
            let samples = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../samples").standardized.path
            try PreviewTests.run("cp", "\(samples)/locked.pdf", fixtures.path("locked.pdf"))
            let line = "qpreview \(command); echo \"ended with $?\"; cat"
            try await Tmux.with(fixtures, line) { terminal in
                try await terminal.asks(1)
                try await body(terminal)
            }
        }
    }

    @Test(arguments: [
        ("info locked.pdf", "2 pages"), ("text locked.pdf", "Page 2 of 2"),
        ("thumbnail locked.pdf out.png", ""), ("pages locked.pdf out.pdf", ""),
        ("show --format symbols --size 20x10 locked.pdf", ""),
    ])
    func `is asked for again where it is wrong`(command: String, output: String) async throws {
        try await run(command) { terminal in
            try terminal.press("Sesame", "Enter")
            try await terminal.asks(2)
            #expect(try terminal.screen().contains("qpreview: That password is wrong.\n"))
            try terminal.press("sesame", "Enter")
            try await terminal.wait("the end") { try $0.screen().contains("ended with 0") }
            let screen = try terminal.screen()
            if !output.isEmpty { #expect(screen.contains(output), "\(screen)") }
            #expect(!screen.localizedCaseInsensitiveContains("sesame"))
        }
    }

    @Test func `is asked for three times`() async throws {
        try await run("text locked.pdf") { terminal in
            for attempt in 1...3 {
                try await terminal.asks(attempt)
                try terminal.press("\(attempt)", "Enter")
            }
            try await terminal.wait("the end") { try $0.screen().contains("ended with 4") }
            let screen = try terminal.screen()
            #expect(
                screen.contains("'locked.pdf': That password is wrong. Check it, and try again.")
            )
        }
    }

    @Test(arguments: [
        ("info", "Enter", 4), ("thumbnail --card", "Enter", 0), ("show -i", "Enter", 0),
        ("info", "C-c", 130),
        ("pages", "C-c", 130),
    ])
    func `is not needed to go on`(command: String, key: String, code: Int) async throws {
        let output = ["info", "show -i"].contains(command) ? "" : "out"
        try await run("\(command) locked.pdf \(output)") { terminal in
            try terminal.press(key)
            if command == "show -i" {
                // The viewer shows the card.
                try await terminal.wait("the card") { try !$0.screen().contains("Password of") }
                try terminal.press("q")
            }
            try await terminal.wait("the end") {
                try $0.screen().contains("ended with \(code)")
            }
            guard code == 4 else { return }
            let screen = try terminal.screen()
            #expect(screen.contains("Pass the password with --password-fd N."), "\(screen)")
            #expect(screen.contains("locked.pdf: PDF document, application/pdf"), "\(screen)")
        }
    }
}

extension Tmux {
    /// Waits for a question.
    fileprivate func asks(_ count: Int) async throws {
        try await wait("question \(count)") {
            try $0.screen().components(separatedBy: "Password of locked.pdf:").count == count + 1
        }
    }
}
