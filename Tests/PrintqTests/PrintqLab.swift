import CLinux
import FoundationEssentials
import Glibc
import PrintLab
import PrintModel
import ProofKit
import Testing

/// The lab that all tests of this target print in; it ends with the process of the tests.
enum TestLab {
    static let printers = "office,mono,slow,empty,broken"

    static let programs = BuiltPrograms.folder
    static let samples = Repository.samples

    /// What a lab is made of, and where it may lie.
    static let hasParts = ["cupsd", "ippeveprinter", "dbus-daemon", "lpadmin"].allSatisfy { name in
        ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
            .contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
    }
    static let parts: Comment =
        "no lab here: apt install cups cups-client cups-filters cups-ipp-utils dbus-daemon"

    private static let started = Result {
        try RunningLab(printers: printers, program: programs + "/printlab")
    }

    static func lab() throws -> RunningLab { try started.get() }
}

/// A user's surroundings in the lab: a queue and a service of its own, and the programs to use.
final class PrintqLab {
    let lab: RunningLab
    let folder: String
    var environment: [String: String]
    private var count = 0

    var state: String { folder + "/state/printcenter" }
    var spool: String { state + "/spool" }

    private init(_ name: String, in lab: RunningLab) throws {
        self.lab = lab
        folder = lab.folder.path + "/" + name
        environment = lab.environment
        for part in ["", "/run", "/state"] {
            try FileManager.default.createDirectory(
                atPath: folder + part,
                withIntermediateDirectories: true
            )
        }
        _ = unsafe chmod(folder + "/run", 0o700)
        environment["XDG_RUNTIME_DIR"] = folder + "/run"
        environment["XDG_STATE_HOME"] = folder + "/state"
        environment["LC_ALL"] = "C.UTF-8"
        // The service shall not leave between two commands of a slow machine.
        environment["PRINTCENTER_IDLE"] = "3600"
        // All printers reply, and shall not be missed there.
        environment["PRINTCENTER_PATIENCE"] = Duration.servicePatience
        for name in [
            "PRINTER", "LPDEST", "PRINTCENTERD", "QPREVIEW_ZYGOTE", "LANG", "LC_MESSAGES",
            "SSH_CONNECTION",
        ] {
            environment[name] = nil
        }
    }

    /// Has `body` work with a queue of its own in a lab, and ends its service afterwards.
    ///
    /// - Parameters:
    ///   - name: The name of the folder.
    ///   - lab: The lab; `nil` for that of all tests.
    ///   - body: The work.
    /// - Throws: What the body throws, or an error of the lab.
    static func with(
        _ name: String,
        in lab: RunningLab? = nil,
        _ body: (PrintqLab) throws -> Void
    ) throws {
        let lab = try PrintqLab(name, in: lab ?? TestLab.lab())
        defer {
            _ = try? lab.start(["cancel", "--all"]).end()
            _ = try? lab.start(["service", "stop"]).end()
            KeptLogs.keep(lab.state + "/printcenterd.log", of: Test.current?.name)
        }
        try body(lab)
    }

    /// The same for work that waits for other programs.
    static func with(
        _ name: String,
        _ body: (PrintqLab) async throws -> Void
    ) async throws {
        let lab = try PrintqLab(name, in: try TestLab.lab())
        defer {
            _ = try? lab.start(["cancel", "--all"]).end()
            _ = try? lab.start(["service", "stop"]).end()
            KeptLogs.keep(lab.state + "/printcenterd.log", of: Test.current?.name)
        }
        try await body(lab)
    }

    /// What the standard output of a program is connected to.
    enum Output {
        case file
        /// A pipe whose reader has gone.
        case closedPipe
    }

    /// Starts printq.
    func start(
        _ arguments: [String],
        input: String = "/dev/null",
        output: Output = .file,
        more: [String: String] = [:]
    ) throws -> RunningProgram {
        count += 1
        let descriptor = unsafe open(input, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0, "\(input) cannot be opened")
        defer { close(descriptor) }
        var ends: [Int32] = [-1, -1]
        if output == .closedPipe {
            try #require(unsafe clinux_pipe(&ends) == 0)
            close(ends[0])
        }
        defer { if ends[1] >= 0 { close(ends[1]) } }
        return try RunningProgram(
            lab.launch(TestLab.programs + "/printq", arguments).words,
            environment: environment.merging(more) { $1 },
            input: descriptor,
            output: output == .closedPipe ? ends[1] : nil,
            files: "\(folder)/\(count)"
        )
    }

    /// Runs printq to its end.
    func printq(
        _ arguments: String...,
        input: String = "/dev/null",
        more: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Ending {
        try start(arguments, input: input, more: more).end(sourceLocation: sourceLocation)
    }

    /// Runs a line of shell, in which `printq` is ours.
    func shell(_ line: String) throws -> Ending {
        count += 1
        let path = TestLab.programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        return try RunningProgram(
            ["/bin/sh", "-c", line],
            environment: environment.merging(["PATH": path]) { $1 },
            files: "\(folder)/\(count)"
        ).end()
    }

    /// The path of a sample.
    func sample(_ name: String) -> String { TestLab.samples + "/" + name }

    /// Writes a file at this lab.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = folder + "/" + name
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0, "\(path) cannot be made")
        defer { close(file) }
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.write(file, $0.baseAddress, $0.count)
        }
        try #require(count == bytes.count)
        return path
    }

    /// The files in the spool.
    func spooled() -> [String] {
        // A spool that is not there yet has no files.
        ((try? FileManager.default.contentsOfDirectory(atPath: spool)) ?? []).sorted()
    }

    /// All jobs, as they stand in JSON.
    func allJobs() throws -> String { try printq("jobs", "--all", "--json").output }

    /// Those of the jobs that this lab queued, among those of other desks.
    func ownJobs() throws -> [PrintJob] {
        try printq("jobs", "--all", "--json").value([PrintJob].self).filter { $0.id != nil }
    }

    /// The processes of this lab's services.
    func services() -> [pid_t] {
        let mine = "XDG_STATE_HOME=\(folder)/state\0"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { process in
            let name = RunningProgram.read("/proc/\(process)/comm")
            return name == "printcenterd\n"
                && RunningProgram.read("/proc/\(process)/environ").contains(mine)
        }
    }

    /// The jobs that a printer has received.
    func received(by printer: String) throws -> [ReceivedJob] {
        try ReceivedJob.all(from: printer, in: lab.folder)
    }
}

extension Ending {
    /// Its standard output, a JSON value a line.
    func values<T: Decodable>(_ type: T.Type) throws -> [T] {
        try lines.map { try WireFormat.decode(type, from: Data($0.utf8)) }
    }

    /// Its standard output, one JSON value.
    func value<T: Decodable>(
        _ type: T.Type,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> T {
        let all = try values(type)
        try #require(all.count == 1, "\(self)", sourceLocation: sourceLocation)
        return all[0]
    }
}

/// All tests of printq: one after the other, because they share a scheduler and two cores.
@Suite(.serialized, .enabled(if: TestLab.hasParts, TestLab.parts), .timeLimit(.minutes(60)))
struct Printq {}
