import Foundation
import ProofKit
import Testing

@testable import QuickPreview

/// Real file managers in a real terminal, with the scripts that are installed for them.
@Suite(.serialized) struct `File managers of the terminal` {
    /// Red, green, blue, and white, of 256 colors.
    private static let quarters: Set<Int> = [196, 46, 21, 231]

    /// A folder with a picture, a text, a PDF, and a document that takes all the time it gets.
    private func withFiles(_ body: (Fixtures) async throws -> Void) async throws {
        try await withFixtures { fixtures in
            let files = fixtures.folder.appendingPathComponent("files")
            try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
            _ = try fixtures.png(width: 400, height: 400, as: "files/a picture.png")
            let lines = (1...99).map { "Line \($0)\n" }.joined()
            _ = try fixtures.write("Words of the text.\n" + lines, as: "files/b.txt")
            _ = try fixtures.write(PDFMaker.report.text, as: "files/c.pdf")
            _ = try fixtures.write("%!PS\n{} loop\n", as: "files/d.ps")
            try await body(fixtures)
        }
    }

    private func showsPicture(_ terminal: Tmux) throws -> Bool {
        try terminal.colors().isSuperset(of: Self.quarters)
    }

    private func showsText(_ terminal: Tmux) throws -> Bool {
        let isThere = try terminal.screen().contains("Words of the text.")
        return try isThere && terminal.colors().isDisjoint(with: [196, 46])
    }

    /// Waits for the work for a slow document to start, moves the selection on, and sees it end.
    private func endsWork(in terminal: Tmux, by key: String) async throws {
        var found: Int32?
        try await terminal.wait("a child that draws") {
            found = $0.drawing()
            return found != nil
        }
        let child = try #require(found)
        try terminal.press(key)
        // Left alone, it goes on to its limit, which is far away.
        try await terminal.wait("the end of that work") { _ in !isRunning(child) }
    }

    @Test func `ranger shows pictures and texts`() async throws {
        try await withFiles { fixtures in
            let settings = fixtures.folder.appendingPathComponent(".config/ranger")
            try FileManager.default.createDirectory(
                at: settings,
                withIntermediateDirectories: true
            )
            _ = try fixtures.write(
                "set use_preview_script true\nset preview_script \(Tmux.shared)/ranger-scope\n",
                as: ".config/ranger/rc.conf"
            )
            try await Tmux.with(
                fixtures,
                // As root, it switches previews off, unless a command switches them on.
                // What a terminal of 24 bits says: ranger takes those colors for noise.
                "COLORTERM=truecolor TERM=xterm-256color ranger --cmd='set preview_files true' --cmd='set use_preview_script true' files"
            ) { terminal in
                try await terminal.wait("the picture", until: showsPicture)
                try terminal.press("Down")
                try await terminal.wait("the text", until: showsText)
                try terminal.press("Up")
                try await terminal.wait("the picture again", until: showsPicture)
            }
        }
    }

    @Test func `lf shows pictures and texts`() async throws {
        try await withFiles { fixtures in
            _ = try fixtures.write(
                """
                set previewer \(Tmux.shared)/lf-preview
                set cleaner \(Tmux.shared)/lf-clean
                cmd on-select &exec \(Tmux.shared)/lf-select

                """,
                as: "lfrc"
            )
            try await Tmux.with(fixtures, "lf -single -config lfrc files") { terminal in
                try await terminal.wait("the picture", until: showsPicture)
                try terminal.press("j")
                try await terminal.wait("the text", until: showsText)
                // A slow document; the picture, which is not shown before that has ended.
                try terminal.press("G")
                try await endsWork(in: terminal, by: "gg")
                try await terminal.wait("the picture again", until: showsPicture)
            }
        }
    }

    @Test func `fzf shows what is selected`() async throws {
        try await withFiles { fixtures in
            try await Tmux.with(
                fixtures,
                """
                cd files && ls | fzf --preview \
                '$FILES/preview {} $FZF_PREVIEW_COLUMNS $FZF_PREVIEW_LINES'
                """
            ) { terminal in
                try await terminal.wait("the picture", until: showsPicture)
                try terminal.press("Up")
                try await terminal.wait("the text", until: showsText)
                try terminal.press("Up", "Up")
                try await endsWork(in: terminal, by: "Down")
            }
        }
    }

    @Test func `nnn shows what is under the cursor, in a pane`() async throws {
        try await withFiles { fixtures in
            try linkPlugin(fixtures)
            let command = "NNN_PLUG='p:nnn-preview' nnn -a files; echo ended; exec cat"
            try await Tmux.with(fixtures, command) { terminal in
                try await terminal.wait("the files") { try $0.screen().contains("a picture.png") }
                try terminal.press(";", "p")
                try await terminal.wait("the pane") { try $0.panes().count == 2 }
                let pane = try terminal.panes()[1]
                // The file that is under the cursor before it moves.
                try await terminal.wait("the picture") {
                    try $0.colors(pane: pane).isSuperset(of: Self.quarters)
                }
                try terminal.press("j")
                try await terminal.wait("the text") {
                    try $0.screen(pane: pane).hasPrefix("Words of the text.\n")
                }
                // A line for each row, but the last.
                try terminal.resize(columns: 100, rows: 10)
                try await terminal.wait("the text in the new size") {
                    let lines = try $0.screen(pane: pane).split(separator: "\n")
                    return lines.count == 9 && lines[8] == "Line 8"
                }
                try terminal.press("G")
                try await endsWork(in: terminal, by: "g")
                try await terminal.wait("the picture again") {
                    try $0.colors(pane: pane).isSuperset(of: Self.quarters)
                }
                try terminal.press(";", "p")
                try await terminal.wait("no pane") { try $0.panes().count == 1 }
                try terminal.press(";", "p")
                try await terminal.wait("a pane") { try $0.panes().count == 2 }
                try terminal.press("q")
                try await terminal.wait("the end of both") {
                    try $0.panes().count == 1 && $0.screen().contains("ended")
                }
            }
        }
    }

    @Test func `nnn without a pipe, or without tmux, says what is missing`() async throws {
        try await withFiles { fixtures in
            try linkPlugin(fixtures)
            let command = "NNN_PLUG='p:nnn-preview' nnn files"
            try await Tmux.with(fixtures, command) { terminal in
                try await terminal.wait("the files") { try $0.screen().contains("a picture.png") }
                try terminal.press(";", "p")
                try await terminal.wait("the reason") {
                    try $0.screen().contains("start nnn with -a")
                }
                try terminal.press("Enter")
                try await terminal.wait("the files") { try $0.screen().contains("a picture.png") }
            }
            try await Tmux.with(fixtures, "unset TMUX; \(command)") { terminal in
                try await terminal.wait("the files") { try $0.screen().contains("a picture.png") }
                try terminal.press(";", "p")
                try await terminal.wait("the reason") {
                    try $0.screen().contains("start nnn in tmux")
                }
            }
        }
    }

    private func linkPlugin(_ fixtures: Fixtures) throws {
        let plugins = fixtures.folder.appendingPathComponent(".config/nnn/plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: plugins.appendingPathComponent("nnn-preview").path,
            withDestinationPath: "\(Tmux.shared)/nnn-preview"
        )
    }

    /// Not yazi itself, which Debian 12 does not have.
    @Test func `the plug-in of yazi draws pages within what the manual of yazi has`() async throws {
        try await withFixtures { fixtures in
            _ = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            _ = try fixtures.write(
                `Pictures in the terminal`.pages(3, said: 10),
                as: "counted.pdf"
            )
            let tests = URL(filePath: #filePath).deletingLastPathComponent().path
            let shown = try RunningProgram(
                [
                    "/usr/bin/lua5.4", "\(tests)/yazi.lua",
                    "\(Tmux.shared)/yazi/qpreview.yazi/main.lua", fixtures.folder.path,
                ],
                environment: try Tmux.environment(fixtures),
                files: fixtures.path("lua")
            )
            defer { shown.kill() }
            try await wait(for: "the plug-in to end") { shown.endingIfEnded() != nil }
            let ending = try #require(shown.endingIfEnded())
            try #require(ending.code == 0, "\(ending)")
            // The pages of the report that it says it has shown, by the colors of their pictures.
            let colors = ["1": "red", "2": "green", "3": "blue", "6": "magenta"]
            var found: Set<String> = []
            try await withPreviewer { previewer in
                for line in ending.lines {
                    let words = line.split(separator: "\t").map(String.init)
                    try #require(words.count == 3, "\(line)")
                    guard words[0] != "counted.pdf" else { continue }
                    let picture = try await thumbnail(previewer, words[2])
                    #expect(picture.colour(0.9, 0.1) == colors[words[1]], "\(line)")
                    found.insert(words[1])
                }
            }
            #expect(found == Set(colors.keys))
        }
    }
}
