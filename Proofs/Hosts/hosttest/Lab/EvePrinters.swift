import FoundationEssentials
import Glibc
import ProofKit

/// Real `ippeveprinter`s, which write the name of each job that they print to a file.
final class EvePrinters: Sendable {
    private let folder: TemporaryFolder
    private let programs: [RunningProgram]
    /// The URIs by the printers' names.
    let uris: [String: String]

    /// Starts printers, and the message bus without which they do not start.
    init(_ names: [String], on node: NetworkNode) throws {
        let folder = try TemporaryFolder("hosttest-eve")
        self.folder = folder
        var programs = [try node.perform { try Self.bus(in: folder.path) }]
        let socket = folder.path + "/bus"
        try waitBlocking(for: "the message bus of the printers") { acceptsConnections(socket) }
        var uris: [String: String] = [:]
        for (number, name) in names.enumerated() {
            let home = folder.path + "/" + name
            for path in [home, home + "/spool", home + "/keys"] {
                try FileManager.default.createDirectory(
                    atPath: path,
                    withIntermediateDirectories: true
                )
            }
            let script = "#!/bin/sh\nprintf '%s\\n' \"$IPP_JOB_NAME\" >>'\(home)/printed'\n"
            try Data(script.utf8).write(to: URL(filePath: home + "/print"))
            _ = unsafe chmod(home + "/print", 0o755)
            let port = 8631 + number
            let address = node.address
            programs.append(
                try node.perform {
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
            )
            uris[name] = "ipp://\(address):\(port)/ipp/print"
        }
        self.programs = programs
        self.uris = uris
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

    /// Returns the names of the jobs that a printer has printed.
    func printed(by name: String) -> [String] {
        RunningProgram.read("\(folder.path)/\(name)/printed").split(separator: "\n")
            .map { String($0) }
    }

    /// Throws where one of the programs has ended.
    func check() throws {
        for program in programs {
            if let end = program.endingIfEnded() { throw ProofError("a printer ended: \(end)") }
        }
    }

    /// Ends the programs.
    func close() {
        for program in programs { program.kill() }
    }
}
