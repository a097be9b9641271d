import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintLab

/// Another user of the computer on which a lab runs.
@Suite(
    .serialized,
    .enabled(if: Fixture.hasPrograms, Fixture.programs),
    .enabled(if: Neighbour.isAvailable, "\(Neighbour.whySkipped)")
)
struct `A neighbour of a lab` {
    @Test func `reaches nothing but its printers`() throws {
        let lab = try RunningLab("office")
        defer { lab.stop() }
        try lab.printPDF(pages: 1, on: "office")
        let document = try lab.receive(by: "office").document
        #expect(try Neighbour.openings(in: lab.folder.path) == [])
        let ask = [lab.folder.schedulerSocket, lab.folder.busSocket, lab.folder.controlSocket].map {
            Neighbour.Act.ask(socket: $0)
        }
        for outcome in try Neighbour.attempt([.read(document)] + ask) {
            #expect(outcome.isForbidden, "\(outcome)")
        }
        #expect(try Neighbour.attempt(.read(document), as: .owner).text.hasPrefix("%PDF"))
        // He may print, as on a network: the port of the printer is the only one, and for this computer alone.
        let uri = try lab.deviceURI(of: "office")
        let port = try #require(uri.split(separator: "/")[1].split(separator: ":").last)
        let own = Fixture.processes(naming: lab.folder.path)
        let listeners = try own.flatMap { try Self.listeners(of: $0) }
        #expect(!listeners.isEmpty)
        let hex = String(UInt16(port) ?? 0, radix: 16, uppercase: true)
        let digits = String(repeating: "0", count: 4 - hex.count) + hex
        let loopback = ["0100007F", "00000000000000000000000001000000"]
        for address in listeners {
            #expect(loopback.contains { address == "\($0):\(digits)" }, "\(address)")
        }
        let asked = try Neighbour.run([
            "/usr/bin/ipptool", "-tv", uri, "get-printer-attributes.test",
        ])
        // The printer names an attribute twice, which the program finds fault with.
        #expect(asked.output.contains("status-code = successful-ok"), "\(asked)")
    }

    /// The addresses at which a process listens for TCP, as the kernel writes them.
    private static func listeners(of process: pid_t) throws -> [String] {
        let folder = "/proc/\(process)/fd"
        // A process may end while it is looked at.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let sockets = Set(
            names.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            }
        )
        return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
            RunningProgram.read(path).split(separator: "\n").compactMap { line -> String? in
                let fields = line.split(separator: " ")
                guard fields.count > 9, fields[3] == "0A",
                    sockets.contains("socket:[\(fields[9])]")
                else { return nil }
                return String(fields[1])
            }
        }
    }
}
