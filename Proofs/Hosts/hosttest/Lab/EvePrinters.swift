import FoundationEssentials
import Glibc
import ProofKit
import Synchronization

/// Real `ippeveprinter`s, which write the name of each job that they print to a file.
final class EvePrinters: Sendable {
    let folder: TemporaryFolder
    let node: NetworkNode
    private let bus: RunningProgram
    private let ports: [String: Int]
    private let programs = Mutex<[String: RunningProgram]>([:])
    /// Since when jobs are known that have no document yet, by printer and number.
    let incomplete = Mutex<[String: [Int: ContinuousClock.Instant]]>([:])
    /// The URIs by the printers' names.
    let uris: [String: String]

    /// Starts printers, and the message bus without which they do not start.
    ///
    /// - Parameters:
    ///   - names: Their names.
    ///   - node: Their network.
    ///   - printingTime: How many seconds each job takes.
    /// - Throws: ``ProofError``.
    init(_ names: [String], on node: NetworkNode, printingTime: Double = 0) throws {
        let folder = try TemporaryFolder("hosttest-eve")
        self.folder = folder
        self.node = node
        bus = try node.perform { try Self.bus(in: folder.path) }
        let socket = folder.path + "/bus"
        try waitBlocking(for: "the message bus of the printers") { acceptsConnections(socket) }
        var (uris, ports): ([String: String], [String: Int]) = ([:], [:])
        for (number, name) in names.enumerated() {
            let home = folder.path + "/" + name
            for path in [home, home + "/spool", home + "/keys"] {
                try FileManager.default.createDirectory(
                    atPath: path,
                    withIntermediateDirectories: true
                )
            }
            let pause = printingTime > 0 ? "sleep \(printingTime)\n" : ""
            func line(_ file: String) -> String {
                "printf '%s\\n' \"$IPP_JOB_NAME\" >>'\(home)/\(file)'\n"
            }
            let script = "#!/bin/sh\n\(line("begun"))\(pause)\(line("printed"))"
            try Data(script.utf8).write(to: URL(filePath: home + "/print"))
            _ = unsafe chmod(home + "/print", 0o755)
            ports[name] = 8631 + number
            uris[name] = "ipp://\(node.address):\(8631 + number)/ipp/print"
        }
        (self.uris, self.ports) = (uris, ports)
        for name in names { try start(name) }
    }

    /// Switches a printer on; one that was on before has forgotten its jobs, and numbers new ones from 1.
    func start(_ name: String) throws {
        let (home, port) = ("\(folder.path)/\(name)", ports[name] ?? 0)
        let socket = folder.path + "/bus"
        let program = try node.perform {
            try RunningProgram(
                Self.tethered + [
                    "/usr/sbin/ippeveprinter", "-p", "\(port)", "-r", "off",
                    "-f", "application/pdf", "-c", home + "/print", "-d", home + "/spool",
                    "-K", home + "/keys", "-s", "60,60", name,
                ],
                environment: [
                    "PATH": "/usr/bin:/bin", "HOME": home, "TMPDIR": home,
                    "LC_ALL": "C.UTF-8", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(socket)",
                ],
                files: home + "/log"
            )
        }
        programs.withLock { $0[name] = program }
    }

    /// Switches a printer on that is not ready before its clock shows a second.
    func startSlowly(_ name: String) throws {
        try start(name)
        guard let process = programs.withLock({ $0[name]?.process }), let port = ports[name] else {
            return
        }
        // The port, in hexadecimal, and the state of one that listens.
        let line = ":" + String(port, radix: 16, uppercase: true) + " 00000000:0000 0A"
        try waitBlocking(for: "the start of \(name)", every: .milliseconds(2)) {
            RunningProgram.read("/proc/\(process)/net/tcp").contains(line)
        }
        kill(process, SIGSTOP)
        // Time: a second of the printer's clock
        usleep(1_200_000)
        kill(process, SIGCONT)
    }

    /// Has a printer do nothing until it is switched off, or goes on.
    func freeze(_ name: String) { send(SIGSTOP, to: name) }

    /// Lets a printer go on.
    func thaw(_ name: String) { send(SIGCONT, to: name) }

    private func send(_ signal: Int32, to name: String) {
        programs.withLock { programs in
            if let process = programs[name]?.process { _ = kill(process, signal) }
        }
    }

    /// Switches a printer off; the paper of a job that it is printing may still come out.
    func stop(_ name: String) throws {
        guard let program = programs.withLock({ $0.removeValue(forKey: name) }) else { return }
        program.kill()
        try waitBlocking(for: "the end of \(name)") { program.endingIfEnded() != nil }
    }

    /// Has the kernel end a program with the thread that starts it.
    private static let tethered = ["/usr/bin/setpriv", "--pdeathsig", "KILL", "--"]

    private static func bus(in folder: String) throws -> RunningProgram {
        try RunningProgram(
            tethered + [
                "/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile",
                "--address=unix:path=\(folder)/bus",
            ],
            environment: ["PATH": "/usr/bin:/bin"],
            files: folder + "/bus-log"
        )
    }

    /// Returns the names of the jobs that a printer has begun to print, or has in its spool.
    func received(by name: String) -> [String] {
        // There is none where the printer is off.
        let spooled =
            (try? FileManager.default.contentsOfDirectory(
                atPath: "\(folder.path)/\(name)/spool"
            )) ?? []
        // The number, the name, in which other characters have become "_", and the suffix.
        return lines(of: "\(name)/begun")
            + spooled.map { file in
                String(file.drop { $0.isNumber }.dropFirst().prefix { $0 != "_" && $0 != "." })
            }
    }

    /// Returns the names of the jobs that a printer has printed.
    func printed(by name: String) -> [String] { lines(of: "\(name)/printed") }

    private func lines(of file: String) -> [String] {
        RunningProgram.read("\(folder.path)/\(file)").split(separator: "\n").map { String($0) }
    }

    /// Throws where one of the programs has ended by itself.
    func check() throws {
        for program in [bus] + programs.withLock({ Array($0.values) }) {
            if let end = program.endingIfEnded() { throw ProofError("a printer ended: \(end)") }
        }
    }

    /// Ends the programs.
    func close() {
        for program in [bus] + programs.withLock({ Array($0.values) }) { program.kill() }
    }
}
