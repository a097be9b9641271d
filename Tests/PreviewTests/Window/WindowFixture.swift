import FileAccess
import Foundation
import Glibc
import ProofKit
import SessionBus
import Synchronization
import Testing

/// A screen, a session bus that starts `qpreview-window` on demand, and a client in the place of Nautilus.
final class WindowFixture: Sendable {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardized.path
    private static let name = "org.gnome.NautilusPreviewer"
    /// Between two looks at the window.
    static let glance: Duration = .milliseconds(150)  // Time: between two looks
    /// The numbers of colors of pages with text: the icon of the file, which may come before, has thousands.
    static let pages = 10..<2000
    let folder: String
    let environment: [String: String]
    let bus: BusConnection
    private let moves = Mutex<[Int]>([])

    init(folder: String, environment: [String: String], bus: BusConnection) {
        (self.folder, self.environment, self.bus) = (folder, environment, bus)
    }

    /// A file of the samples.
    static func sample(_ name: String) -> String { "\(root)/samples/\(name)" }

    @discardableResult
    func call(_ member: String, _ arguments: [BusValue] = []) async throws -> [BusValue] {
        try await bus.call(
            Self.name,
            "/org/gnome/NautilusPreviewer",
            "\(Self.name)2",
            member,
            arguments,
            limit: .patience
        )
    }

    /// Asks for a file as Nautilus does.
    func show(_ file: String, closes: Bool = false) async throws {
        // Without a look at the file, which may be on a silent share.
        let uri = FilePath(file).uri
        try await call("ShowFile", [.string(uri), .string("x11:0"), .boolean(closes)])
    }

    /// Whether the window says that it is visible.
    var isVisible: Bool {
        get async throws {
            let reply = try await bus.call(
                Self.name,
                "/org/gnome/NautilusPreviewer",
                "org.freedesktop.DBus.Properties",
                "Get",
                [.string("\(Self.name)2"), .string("Visible")],
                limit: .patience
            )
            return reply == [.variant(.boolean(true))]
        }
    }

    /// Whether the program is on the bus.
    var runs: Bool { get async throws { try await bus.hasOwner(Self.name) } }

    /// The directions that have been emitted so far.
    var directions: [Int] { moves.withLock { $0 } }

    /// Collects signals until the connection ends.
    func collect() async {
        for await signal in bus.signals where signal.member == "SelectionEvent" {
            moves.withLock { $0.append(signal.arguments.first?.integer ?? -1) }
        }
    }

    /// Runs a program on the screen; what it writes.
    @discardableResult
    func run(_ words: String...) throws -> Ended {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let ended = try execute("env", ["-i"] + variables + ["timeout", patienceSeconds] + words)
        try #require(ended.code != 124, "waited in vain for the end of \(words)")
        return ended
    }

    func press(_ keys: String...) throws {
        for key in keys { try run("xdotool", "key", "--clearmodifiers", key) }
    }

    /// The number of the window on the screen; `nil` for none.
    var window: String? {
        get throws {
            let found = try run("xdotool", "search", "--onlyvisible", "--name", ".")
            return found.output.split(separator: "\n").first.map(String.init)
        }
    }

    /// The title of the window.
    var title: String {
        get throws {
            guard let window = try window else { return "" }
            return try run("xdotool", "getwindowname", window).output
                .trimmingCharacters(in: .newlines)
        }
    }

    /// Gives the window the keyboard, which a window manager would do.
    func focus() throws {
        let window = try #require(try window)
        try run("xdotool", "windowfocus", "--sync", window)
    }

    func type(_ text: String) throws { try run("xdotool", "type", text) }

    /// The signature of what the window shows below its header, or in another part of it, and the number of its colors.
    func picture(of part: String = "+0+60") throws -> (signature: String, colors: Int) {
        guard let window = try window else { return ("", 0) }
        let said = try run(
            "sh",
            "-c",
            "import -window \(window) -crop \(part) png:- | identify -format '%# %k' -"
        ).output.split(separator: " ")
        return said.count == 2 ? (String(said[0]), Int(said[1]) ?? 0) : ("", 0)
    }

    /// Waits until the window has another picture than before, with so many colors, and the same at the next look; returns it.
    func next(after last: String, colors: some RangeExpression<Int>) async throws -> String {
        var seen = last
        try await wait(for: "another picture", every: Self.glance) {
            let now = try picture()
            defer { seen = now.signature }
            return now.signature != last && now.signature == seen
                && colors.contains(now.colors)
        }
        return seen
    }

    /// Whether the program has a text in its memory.
    func remembers(_ text: String) async throws -> Bool {
        let name = "org.freedesktop.DBus"
        let reply = try await bus.call(
            name,
            "/org/freedesktop/DBus",
            name,
            "GetConnectionUnixProcessID",
            [.string(Self.name)],
            limit: .patience
        )
        let process = try #require(reply.first?.integer)
        let memory = unsafe open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        try #require(memory >= 0, "The memory of the program cannot be read: error \(errno).")
        defer { close(memory) }
        let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
        return maps.split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            guard words[1].hasPrefix("rw"), ends.count == 2 else { return false }
            var bytes = Data(count: ends[1] - ends[0])
            let count = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe pread(memory, bytes.baseAddress, bytes.count, ends[0])
            }
            // Memory of the screen cannot be read this way.
            return count > 0 && bytes.prefix(count).range(of: Data(text.utf8)) != nil
        }
    }

    /// The words on the clipboard.
    var clipboard: [Substring] {
        get throws {
            try run("xclip", "-selection", "clipboard", "-out").output
                .split(whereSeparator: \.isWhitespace)
        }
    }
}

/// Makes a screen and a session bus.
///
/// - Parameters:
///   - isReadOut: Whether there is a bus for screen readers.
///   - body: The test.
/// - Throws: What the test throws.
func withWindow(
    isReadOut: Bool = false,
    _ body: (WindowFixture) async throws -> Void
) async throws {
    try await withFixtures { fixtures in
        let folder = fixtures.folder.path
        for name in ["services", "run", "home"] {
            try run("mkdir", "-p", "-m", "700", "\(folder)/\(name)")
        }
        let screen = try RunningProgram(
            [
                "/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "900x1000x24", "-nolisten",
                "tcp",
                // No key that is pressed for long is pressed again.
                "-r",
            ],
            environment: [:],
            files: "\(folder)/screen"
        )
        defer { screen.kill() }
        try await wait(for: "the screen") { screen.outputSoFar.contains("\n") }
        let service = "org.printcenter.NautilusPreviewer.service"
        let installed = try String(
            contentsOfFile: "\(WindowFixture.root)/share/dbus-1/services/\(service)",
            encoding: .utf8
        )
        let path = "/usr/local/libexec/printcenter/qpreview-window --service"
        let own = installed.replacing(
            path,
            with: "\(try program("qpreview-window")) --service --idle 2"
        )
        #expect(own != installed)
        _ = try fixtures.write(own, as: "services/\(service)")
        if isReadOut {
            _ = try fixtures.write(
                "[D-BUS Service]\nName=org.a11y.Bus\nExec=/usr/libexec/at-spi-bus-launcher\n",
                as: "services/org.a11y.Bus.service"
            )
        }
        let address = "unix:path=\(folder)/bus"
        let configuration = try fixtures.write(
            """
            <busconfig><type>session</type><listen>\(address)</listen>
            <servicedir>\(folder)/services</servicedir><policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/></policy>\(patientBus)</busconfig>
            """,
            as: "bus.conf"
        )
        var environment = [
            "DISPLAY": ":" + screen.outputSoFar.filter(\.isNumber), "GDK_BACKEND": "x11",
            "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory",
            "HOME": "\(folder)/home", "XDG_RUNTIME_DIR": "\(folder)/run", "QPREVIEW_IDLE": "2",
            "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": address,
            neverMetLimit.name: neverMetLimit.value,
        ]
        if isReadOut { environment["GTK_A11Y"] = nil }
        let daemon = try RunningProgram(
            ["/usr/bin/dbus-daemon", "--nofork", "--config-file=\(configuration)"],
            environment: environment,
            files: "\(folder)/daemon"
        )
        defer { daemon.kill() }
        try await wait(for: "the bus") { acceptsConnections("\(folder)/bus") }
        let bus = try await BusConnection(address: address)
        let fixture = WindowFixture(folder: folder, environment: environment, bus: bus)
        try await bus.listen("type='signal',interface='org.gnome.NautilusPreviewer2'")
        let signals = Task { await fixture.collect() }
        do {
            try await body(fixture)
        } catch {
            await bus.close()
            throw error
        }
        await bus.close()
        await signals.value
        // Nothing is left: neither the window nor the helper that it has started.
        try await wait(for: "the helper to leave") {
            unsafe access("\(folder)/run/qpreview/socket", F_OK) != 0
        }
    }
}
