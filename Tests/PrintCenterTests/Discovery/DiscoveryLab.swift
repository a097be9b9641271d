import FoundationEssentials
import Glibc
import PrintLab
import ProofKit
import Testing

/// A lab with an Avahi daemon of its own, and programs beside it.
final class DiscoveryLab: Sendable {
    /// The lab of this process, which ends with it; `nil` where none starts.
    static let shared: DiscoveryLab? = try? DiscoveryLab()

    /// Why tests with it are skipped.
    static let whySkipped: Comment =
        "no lab with discovery starts here; see: printlab run --discovery -- true"

    /// The lab, whose only printer is `office`.
    let lab: RunningLab

    private init() throws {
        let programs = ["/usr/sbin/avahi-daemon", "/usr/bin/avahi-publish"]
        guard programs.allSatisfy({ unsafe access($0, X_OK) == 0 }) else {
            throw ProofError("Avahi is not installed: apt install avahi-daemon avahi-utils")
        }
        lab = try RunningLab(
            printers: "office",
            parts: .discovery,
            program: BuiltPrograms.lab
        )
    }

    /// The path of the lab's message bus.
    var bus: String { lab.folder.path + "/bus" }

    /// A path for a file that no other has.
    func newPath() -> String { lab.folder.path + "/test-\(UInt32.random(in: 0 ... .max))" }

    /// Starts a program whose bus is that of the lab, or another one.
    func start(
        _ arguments: [String],
        bus: String? = nil,
        input: Int32? = nil
    ) throws -> RunningProgram {
        var environment = lab.environment
        if let bus { environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(bus)" }
        return try RunningProgram(
            arguments,
            environment: environment,
            input: input,
            files: newPath()
        )
    }

    /// Calls `body` with a browser in a process of its own, and ends it afterwards.
    func withProbe(bus: String? = nil, _ body: (Probe) throws -> Void) throws {
        let path = BuiltPrograms.folder + "/discoveryprobe"
        let seconds = Duration.patience.components.seconds * 100
        let program = try start([path, "watch", "\(seconds)"], bus: bus)
        defer { program.end() }
        try body(Probe(program: program))
    }

    /// Calls `body` while a service is announced by `avahi-publish`.
    func publishing(_ arguments: [String], _ body: () throws -> Void) throws {
        let program = try start(["/usr/bin/avahi-publish"] + arguments)
        defer { program.end() }
        try body()
    }

    /// Calls `body` while services are announced, with a closure that changes the TXT record of the
    /// first one.
    func announcing(
        _ count: Int,
        _ name: String,
        _ strings: [String] = [],
        _ body: ((String) throws -> Void) throws -> Void
    ) throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        // The program itself must not keep the end open that ends it.
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        let program = try start(
            [BuiltPrograms.folder + "/announce", "\(count)", name, "9"] + strings,
            input: ends[0]
        )
        defer { program.end() }
        try waitBlocking(for: "\(count) services to be announced") {
            if let ending = program.endingIfEnded() { throw ProofError("\(ending)") }
            return program.outputSoFar.contains("established")
        }
        try body { text in
            let line = Array((text + "\n").utf8)
            try #require(unsafe write(ends[1], line, line.count) == line.count)
        }
    }
}

/// A browser in a process of its own.
struct Probe {
    let program: RunningProgram

    /// All snapshots so far.
    var snapshots: [AnnouncementLine] {
        get throws { try AnnouncementLine.all(in: program.outputSoFar) }
    }

    /// A service of the latest snapshot.
    func service(_ name: String) throws -> AnnouncementLine.Service? {
        try snapshots.last?.services.first { $0.name == name }
    }

    /// Waits until the latest snapshot meets a condition.
    func wait(
        for what: String,
        until condition: (AnnouncementLine) throws -> Bool
    ) throws {
        do {
            try waitBlocking(for: what) {
                if let ending = program.endingIfEnded() { throw ProofError("\(ending)") }
                return try snapshots.last.map(condition) ?? false
            }
        } catch {
            throw ProofError("\(error)\n\(program.outputSoFar.suffix(2_000))")
        }
    }

    /// Waits until a service is there, and returns it.
    @discardableResult
    func find(_ name: String) throws -> AnnouncementLine.Service {
        try wait(for: "\(name) to appear") { $0.services.contains { $0.name == name } }
        return try #require(try service(name))
    }
}

extension RunningProgram {
    /// Kills the program, and waits for its end.
    fileprivate func end() {
        kill()
        // It has been killed, so it ends.
        try? waitBlocking(for: "a program to end") { endingIfEnded() != nil }
    }
}
