import FoundationEssentials
import Glibc
import ProofKit
import SessionBus
import Testing

/// A desktop of its own for a lab: a session bus, a screen, and a notification daemon that people use.
final class TestDesktop {
    static let missing = ["dbus-daemon", "Xvfb", "dunst"]
        .filter { unsafe access("/usr/bin/\($0)", X_OK) != 0 }

    static let hasPortal = unsafe access("/usr/libexec/xdg-desktop-portal", X_OK) == 0

    let lab: PrintqLab
    let address: String
    private var programs: [RunningProgram] = []

    /// Starts a desktop, and has the programs of the lab use it.
    ///
    /// - Parameters:
    ///   - lab: The lab.
    ///   - hasNotifications: Whether there is a notification daemon.
    /// - Throws: An error of a program that does not start.
    init(for lab: PrintqLab, hasNotifications: Bool = true) throws {
        self.lab = lab
        address = "unix:path=\(lab.folder)/bus"
        let services = lab.folder + "/services"
        _ = unsafe mkdir(services, 0o700)
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
            "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>\(address)</listen>
            <servicedir>\(services)</servicedir>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/></policy></busconfig>
            """
        let file = try lab.write(Array(configuration.utf8), to: "bus.conf")
        lab.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        lab.environment["PRINTCENTER_DESKTOP"] = TestLab.programs + "/printcenter-desktop"
        lab.environment["PATH"] = lab.folder + ":" + (lab.environment["PATH"] ?? "/usr/bin:/bin")
        // A browser that notes where the file leads.
        try script(
            "xdg-open",
            "sed -n 's/.*; url=\\([^\"]*\\)\".*/\\1/p' \"$1\" >> '\(lab.folder)/opened'"
        )
        // The menu of actions that the daemon shows: here it chooses what a file names.
        try script("choose", "grep -F \"$(cat '\(lab.folder)/choice')\" | head -n 1")
        try start(["/usr/bin/dbus-daemon", "--nofork", "--config-file=\(file)"])
        let bus = lab.folder + "/bus"
        try waitBlocking(for: "the bus") { acceptsConnections(bus) }
        guard hasNotifications else { return }
        let screen = try start(["/usr/bin/Xvfb", "-displayfd", "1", "-nolisten", "tcp"])
        try waitBlocking(for: "the screen") { screen.outputSoFar.contains("\n") }
        lab.environment["DISPLAY"] = ":" + screen.outputSoFar.filter(\.isNumber)
        let settings = "[global]\ndmenu = \(lab.folder)/choose\nsort = false\nidle_threshold = 0\n"
        let rules = try lab.write(Array(settings.utf8), to: "dunstrc")
        try start(["/usr/bin/dunst", "-config", rules])
        try waitBlocking(for: "the notification daemon") {
            try lab.shell("dunstctl count displayed").code == 0
        }
    }

    /// Starts a program of the desktop, which ends with it.
    @discardableResult
    func start(_ words: [String], more: [String: String] = [:]) throws -> RunningProgram {
        let program = try RunningProgram(
            words,
            environment: lab.environment.merging(more) { $1 },
            files: "\(lab.folder)/desktop-\(programs.count)"
        )
        programs.append(program)
        return program
    }

    /// Has a program of ours be started by the bus for a name.
    func activate(_ name: String) throws {
        let text =
            "[D-BUS Service]\nName=\(name)\nExec=\(TestLab.programs)/printcenter-desktop\n"
        _ = try lab.write(Array(text.utf8), to: "services/\(name).service")
        try #require(
            lab.shell(
                "busctl --user --address='\(address)' call org.freedesktop.DBus / org.freedesktop.DBus ReloadConfig"
            ).code == 0
        )
    }

    /// Ends all programs of the desktop.
    func end() {
        for program in programs.reversed() {
            // Not a kill: the screen removes its lock.
            if program.endingIfEnded() == nil { kill(program.process, SIGTERM) }
            try? waitBlocking(for: "the end") { program.endingIfEnded() != nil }
        }
    }

    private func script(_ name: String, _ line: String) throws {
        let path = try lab.write(Array("#!/bin/sh\n\(line)\n".utf8), to: name)
        try #require(unsafe chmod(path, 0o755) == 0)
    }

    /// What the bus knows of the program that tells about jobs.
    func owner() throws -> String {
        try lab.shell("busctl --user --address='\(address)' status org.printcenter.PrintCenter")
            .output
    }

    /// The process of that program.
    func process() throws -> pid_t {
        let line = try owner().split(separator: "\n").first { $0.hasPrefix("PID=") }
        return try #require(line.flatMap { pid_t($0.dropFirst(4)) })
    }

    // MARK: What is on the screen

    /// The number of notifications on the screen.
    func shown() throws -> Int {
        let count = try lab.shell("dunstctl count displayed; dunstctl count waiting").output
        return count.split(separator: "\n").compactMap { Int($0) }.reduce(0, +)
    }

    /// The notifications of the daemon, which leave the screen: titles and texts, the newest first.
    func notifications() throws -> String {
        try lab.shell("dunstctl close-all; dunstctl history").output
    }

    /// Chooses an action of the notification on the screen.
    func choose(_ action: String) throws {
        _ = try lab.write(Array(action.utf8), to: "choice")
        try #require(lab.shell("dunstctl context").code == 0)
    }

    /// The addresses that were opened in the browser.
    func opened() -> [Substring] {
        RunningProgram.read(lab.folder + "/opened").split(separator: "\n")
    }
}
