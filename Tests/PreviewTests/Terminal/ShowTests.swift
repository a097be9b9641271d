import Foundation
import Glibc
import ProofKit
import Testing

@testable import QuickPreview

/// `qpreview show`.
@Suite(.serialized) struct `Pictures in the terminal` {
    private func show(_ arguments: String...) throws -> Ended {
        try execute(program("qpreview"), ["show"] + arguments)
    }

    @Test func `fit into the cells that a file manager names`() async throws {
        try await withFixtures { fixtures in
            let picture = try fixtures.png(width: 800, height: 400)
            let ended = try show("--size", "20x30", "--format", "symbols", picture)
            #expect(ended.code == 0, "\(ended.errors)")
            // Twice as wide as high, and cells are twice as high as wide.
            let lines = ended.output.split(separator: "\n")
            #expect(lines.count == 5)
            for line in lines {
                let columns = line.split(separator: "\u{1B}").reduce(0) {
                    $0 + $1.drop { $0 != "m" }.dropFirst().count
                }
                #expect(columns == 20)
                // Nothing but colors: file managers know no more.
                #expect(!line.contains { "bCDG".contains($0) })
            }
        }
    }

    @Test func `are placed where a file manager says, and replace what was there`() async throws {
        try await withFixtures { fixtures in
            let picture = try fixtures.png(width: 800, height: 400)
            let symbols = try show("--place", "20x30@60x2", "--format", "symbols", picture)
            #expect(symbols.output.hasPrefix("\u{1B}7") && symbols.output.hasSuffix("\u{1B}8"))
            #expect(symbols.output.contains("\u{1B}[3;61H\u{1B}[20X"))
            #expect(symbols.output.contains("\u{1B}[32;61H\u{1B}[20X"))
            #expect(!symbols.output.contains("\n"))
            let kitty = try show("--place", "20x30@60x2", "--format", "kitty", picture)
            #expect(kitty.output.contains("\u{1B}_Ga=d,d=p,x=61,y=3,q=2\u{1B}\\"))
            #expect(kitty.output.contains("\u{1B}_Ga=T,f=100,c=20,r=5,q=2,"))
            // As a PNG, and not 200 x 100 pixels of four bytes in base64.
            #expect(kitty.output.utf8.count < 4000)
            let sixels = try show("--size", "20x30", "--format", "sixels", picture)
            #expect(sixels.output.contains("\u{1B}P") && sixels.output.contains("\u{1B}\\"))
        }
    }

    @Test(arguments: [
        ["--size", "0x3"], ["--size", "20"], ["--place", "20x3"], ["--place", "20x3@-1x0"],
        ["--format", "gif"], ["--colors", "8"], ["--size", "2x2", "--place", "2x2@0x0"],
        ["-i", "--size", "2x2"],
    ])
    func `are refused at impossible places`(arguments: [String]) throws {
        let ended = try execute(program("qpreview"), ["show"] + arguments + ["/dev/null"])
        #expect(ended.code == 64, "\(arguments): \(ended.errors)")
    }

    @Test func `show a page of a document that has to be laid out`() async throws {
        try await withFixtures { fixtures in
            let lines = (1...200).map { "Line \($0)" }.joined(separator: "\n")
            let text = try fixtures.write(lines, as: "lines.txt")
            let arguments = ["--size", "40x20", "--format", "symbols"]
            let second = try execute(
                program("qpreview"),
                ["show", "--page", "2"] + arguments + [text]
            )
            #expect(second.code == 0 && !second.output.isEmpty, "\(second.errors)")
            let hundredth = try execute(
                program("qpreview"),
                ["show", "--page", "100"] + arguments + [text]
            )
            #expect(hundredth.code == 4, "\(hundredth.errors)")
        }
    }

    @Test func `turn and grow with keys, and follow the window`() async throws {
        try await withFixtures { fixtures in
            let report = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            try await Tmux.with(
                fixtures,
                columns: 90,
                "stty -echo; qpreview show -i '\(report)'; stty -a | grep -o ' -*echo ' | tr -d '\\n'; echo ended $?; exec cat"
            ) { terminal in
                try await terminal.wait("the first page") {
                    try $0.screen().contains("report.pdf · PDF document · 1 of 6 · n,")
                }
                try terminal.press("n")
                try await terminal.wait("the next page") { try $0.screen().contains("2 of 6 · n,") }
                try terminal.press("PageUp", "PageUp")
                try await terminal.wait("the first page") {
                    try $0.screen().contains("1 of 6 · n,")
                }
                try terminal.press("End")
                try await terminal.wait("the last page") { try $0.screen().contains("6 of 6 · n,") }
                try terminal.press("+", "+")
                try await terminal.wait("a larger page") { try $0.screen().contains("· 156% · n,") }
                // From the top to the bottom in two steps, and on to the top of the next page; back to the bottom.
                try terminal.press("Home", "Down", "Down", "Down")
                try await terminal.wait("the next page") {
                    try $0.screen().contains("2 of 6 · 156% · n,")
                }
                try terminal.press("Up")
                try await terminal.wait("the page before") {
                    try $0.screen().contains("1 of 6 · 156% · n,")
                }
                try terminal.press("0", "Home")
                try await terminal.wait("the first page") {
                    try $0.screen().contains("1 of 6 · n,")
                }
                try terminal.resize(columns: 60, rows: 12)
                try await terminal.wait("the status in the new last line") {
                    let lines = try $0.screen().split(
                        separator: "\n",
                        omittingEmptySubsequences: false
                    )
                    return lines.count >= 12 && lines[11].hasPrefix(" report.pdf")
                        && !lines[11].contains("…")
                }
                try terminal.press("q")
                // The screen as before, and its settings too.
                try await terminal.wait("the end") {
                    try $0.screen().contains("-echo ended 0") && !$0.screen().contains("report.pdf")
                }
            }
        }
    }

    /// A PDF with some pages, of which it may say that they are more.
    static func pages(_ count: Int, said: Int? = nil) -> String {
        PDFMaker(pages: Array(repeating: PDFMaker.Page(), count: count)).text
            .replacing("/Count \(count)", with: "/Count \(said ?? count)")
    }

    @Test func `say which pages there are, whatever the document says`() async throws {
        try await withFixtures { fixtures in
            // Three pages, of which the document says that they are ten.
            let counted = try fixtures.write(Self.pages(3, said: 10), as: "counted.pdf")
            try await Tmux.with(fixtures, columns: 90, "qpreview show -i '\(counted)'") {
                terminal in
                try await terminal.wait("the first page") { try $0.shows("1 of 10 · n,") }
                try terminal.press("End")
                // Its card, not the end of the program.
                try await terminal.wait("the last page") { try $0.shows("10 of 10 · n,") }
                try terminal.press("Home", "n")
                try await terminal.wait("the second page") { try $0.shows("2 of 10 · n,") }
            }
        }
    }

    @Test func `turn back where a document has become shorter`() async throws {
        try await withFixtures { fixtures in
            let file = try fixtures.write(Self.pages(9), as: "file.pdf")
            try await Tmux.with(fixtures, columns: 90, "qpreview show -i '\(file)'") { terminal in
                try await terminal.wait("the first page") { try $0.shows("1 of 9 · n,") }
                // In the same file, which the program has open.
                try await withFile(file, flags: O_WRONLY | O_TRUNC) { descriptor in
                    let shorter = Array(Self.pages(2).utf8)
                    #expect(unsafe Glibc.write(descriptor, shorter, shorter.count) == shorter.count)
                }
                try terminal.press("End")
                try await terminal.wait("the page that is the last one now") {
                    try $0.shows("2 of 2 · n,")
                }
            }
        }
    }

    /// How a program is ended.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case terminate, hangUp, interrupt, kill, closedPipe

        var testDescription: String { rawValue }

        /// The signal that its exit code names.
        var signal: Int32 {
            switch self {
            case .terminate: SIGTERM
            case .hangUp: SIGHUP
            case .interrupt: SIGINT
            case .kill: SIGKILL
            case .closedPipe: SIGPIPE
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `end at once, with the work for them`(way: Way) async throws {
        try await withFixtures { fixtures in
            let slow = try fixtures.write("%!PS\n{} loop\n", as: "slow.ps")
            let path = fixtures.path("pipe")
            let made = unsafe mkfifo(path, 0o600)
            try #require(made == 0)
            // No other program that a test starts may have it, or it stays open.
            let reader = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            let writer = unsafe open(path, O_WRONLY | O_CLOEXEC)
            try #require(reader >= 0 && writer >= 0)
            let shown = try RunningProgram(
                [try program("qpreview"), "show", "--size", "20x20", slow],
                environment: try Tmux.environment(fixtures),
                output: writer,
                files: fixtures.path("show")
            )
            defer { shown.kill() }
            close(writer)
            defer { if way != .closedPipe { close(reader) } }
            try await wait(for: "a child that draws") { drawing(below: shown.process) != nil }
            let work = descendants(of: shown.process)
            #expect(work.count > 1)
            if way == .closedPipe { close(reader) } else { kill(shown.process, way.signal) }
            try await wait(for: "the program and its helpers to end") {
                shown.endingIfEnded() != nil && !work.contains { isRunning($0) }
            }
            // Left alone, the work goes on to its limit, which is far away.
            #expect(shown.endingIfEnded()?.code == 128 + way.signal)
        }
    }

    @Test(arguments: [Way.terminate, .hangUp])
    func `end at once while pages are leafed through`(way: Way) async throws {
        try await withFixtures { fixtures in
            let slow = try fixtures.write("%!PS\n{} loop\n", as: "slow.ps")
            let command = "qpreview show -i '\(slow)'; echo ended $?; exec cat"
            try await Tmux.with(fixtures, columns: 90, command) { terminal in
                try await terminal.wait("a child that draws") { $0.drawing() != nil }
                let work = descendants(of: terminal.server.process).filter {
                    let name = try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)
                    return name?.hasPrefix("qpreview") ?? false
                }
                let shown = try #require(work.first)
                kill(shown, way.signal)
                try await wait(for: "the program and its helpers to end") {
                    !work.contains { isRunning($0) }
                }
                // The screen is the one before it.
                try await terminal.wait("the screen of before") {
                    try $0.shows("ended \(128 + way.signal)") && !$0.shows("slow.ps ·")
                }
            }
        }
    }
}

extension Tmux {
    /// Whether the screen has a text.
    fileprivate func shows(_ text: String) throws -> Bool { try screen().contains(text) }
}
