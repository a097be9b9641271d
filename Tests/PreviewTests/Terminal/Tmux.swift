import Foundation
import ProofKit
import Testing

/// A terminal: a server of tmux with one window.
struct Tmux {
    /// The process of the server.
    let server: RunningProgram
    private let socket: String
    /// The environment of the clients, whose path the panes get.
    private let environment: [String: String]

    /// Runs a test with a command of sh in a new terminal, which ends with it; nothing that ran in there may stay.
    static func with(
        _ fixtures: Fixtures,
        columns: Int = 120,
        rows: Int = 30,
        _ command: String,
        _ body: (Tmux) async throws -> Void
    ) async throws {
        // In a short path: that of a socket has 107 bytes at most.
        let socket = "\(TemporaryFolder.usual)/qpreview-tmux-\(UUID().uuidString.prefix(8))"
        // In the foreground, and with no signal blocked or ignored.
        let environment = try environment(fixtures)
        let server = try RunningProgram(
            ["/usr/bin/tmux", "-S", socket, "-D", "-f", "/dev/null"],
            environment: environment,
            files: fixtures.path("tmux-server")
        )
        let terminal = Tmux(server: server, socket: socket, environment: environment)
        do {
            try await terminal.open(fixtures, columns: columns, rows: rows, command)
            try await body(terminal)
        } catch {
            try await terminal.close()
            throw error
        }
        try await terminal.close()
    }

    private func open(
        _ fixtures: Fixtures,
        columns: Int,
        rows: Int,
        _ command: String
    ) async throws {
        let arguments = [
            "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", fixtures.folder.path,
            command,
        ]
        try await ProofKit.wait(for: "a session of tmux") {
            (try? tmux(arguments)) != nil
        }
    }

    /// Ends the server and what still runs in its panes; a program that survives its terminal is an issue.
    private func close() async throws {
        let programs = descendants(of: server.process)
        server.kill()
        defer {
            _ = unsafe unlink(socket)
            for program in programs where isRunning(program) { kill(program, SIGKILL) }
        }
        try await ProofKit.wait(for: "the programs in the terminal to end") {
            server.endingIfEnded() != nil && !programs.contains { isRunning($0) }
        }
    }

    /// The variables in the terminal: the folder of the test is its home, and our programs are in its path.
    static func environment(_ fixtures: Fixtures) throws -> [String: String] {
        let programs = try URL(fileURLWithPath: program("qpreview")).deletingLastPathComponent()
        return [
            "HOME": fixtures.folder.path, "PATH": "\(programs.path):/usr/bin:/bin",
            "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh",
            "XDG_RUNTIME_DIR": fixtures.folder.path, "FILES": shared,
            neverMetLimit.name: neverMetLimit.value,
        ]
    }

    /// The folder of the scripts that are installed for file managers.
    static let shared = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../share/qpreview/file-managers").standardized.path

    /// Presses keys, by their names in tmux; a semicolon would separate its commands.
    func press(_ keys: String...) throws {
        try tmux(["send-keys"] + keys.map { $0 == ";" ? "\\;" : $0 })
    }

    /// Changes the size of the window.
    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The panes of the window, the oldest first.
    func panes() throws -> [String] {
        try tmux(["list-panes", "-F", "#{pane_id}"]).split(separator: "\n").map(String.init)
    }

    /// The characters on the screen, with the sequences for their colors if those are asked for; of one pane, or of all
    /// of them, one after the other.
    func screen(pane: String? = nil, colors: Bool = false) throws -> String {
        let panes = try pane.map { [$0] } ?? panes()
        return panes.compactMap { pane in
            // A pane may close at any moment.
            try? tmux(["capture-pane", "-p", "-t", pane] + (colors ? ["-e"] : []))
        }.joined(separator: "\n")
    }

    /// The numbers of the colors on the screen, of 256.
    func colors(pane: String? = nil) throws -> Set<Int> {
        var found: Set<Int> = []
        for sequence in try screen(pane: pane, colors: true).split(separator: "\u{1B}") {
            let parts = sequence.prefix { $0 != "m" }.dropFirst().split(separator: ";")
            for (index, part) in parts.enumerated() where part == "5" && index + 1 < parts.count {
                if let number = Int(parts[index + 1]) { found.insert(number) }
            }
        }
        return found
    }

    /// The child of a helper in this terminal that draws a PostScript document, with at least 0.1 seconds of its processor time.
    func drawing() -> Int32? { PreviewTests.drawing(below: server.process) }

    /// Waits until the screen is as it should be.
    func wait(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        until isTrue: (Tmux) throws -> Bool
    ) async throws {
        do {
            // Time: between two looks
            try await ProofKit.wait(for: what, every: .milliseconds(50)) { try isTrue(self) }
        } catch {
            Issue.record(
                "\(what) did not happen:\n\(try screen())",
                sourceLocation: sourceLocation
            )
            throw error
        }
    }

    /// What tmux says against a command.
    struct Refused: Error { let message: String }

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> String {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let client = ["timeout", "-s", "KILL", patienceSeconds, "tmux", "-N", "-S", socket]
        let ended = try execute("env", ["-i"] + variables + client + arguments)
        guard ended.code == 0 else { throw Refused(message: "tmux \(arguments): \(ended.errors)") }
        return ended.output
    }
}
