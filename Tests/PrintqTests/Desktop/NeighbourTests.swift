import FoundationEssentials
import Glibc
import PrintLab
import ProofKit
import SessionBus
import Testing

extension Printq {
    /// Another user of the same computer, who knows every path.
    @Suite(.serialized, .enabled(if: Neighbour.isAvailable, "\(Neighbour.whySkipped)"))
    struct `A neighbour of the session` {
        @Test(
            .enabled(
                if: unsafe access("/usr/bin/dbus-daemon", X_OK) == 0,
                "not installed: dbus-daemon"
            )
        )
        func `cannot use the session bus, under his name or another`() async throws {
            try await withBus { address in
                let socket = String(address.dropFirst("unix:path=".count))
                for (user, answer) in [(Neighbour.user, "OK "), (0, "REJECTED ")] {
                    let name = "\(user)".utf8.map { String($0, radix: 16) }.joined()
                    let words = "\0AUTH EXTERNAL \(name)\r\nBEGIN\r\n"
                    let outcome = try Neighbour.attempt(.ask(socket: socket, words))
                    // The bus knows him, and closes the connection before his first message.
                    #expect(outcome.isDone && outcome.text.hasPrefix(answer), "\(outcome)")
                    #expect(outcome.text.split(separator: "\r\n").count == 1, "\(outcome)")
                }
                let own = try await BusConnection(address: address)
                #expect(try await own.hasOwner("org.freedesktop.DBus"))
                await own.close()
            }
        }

        @Test func `reaches nothing that printq, its service, and the desktop have made`() throws {
            try PrintqLab.with("neighbour") { lab in
                let desktop = TestDesktop.missing.isEmpty ? try TestDesktop(for: lab) : nil
                defer { desktop?.end() }
                #expect(
                    try lab.printq("print", "-d", "office", lab.sample("report.pdf")).code == 0
                )
                let (run, log) = (lab.folder + "/run/printcenter", lab.state + "/printcenterd.log")
                if desktop != nil {
                    try waitBlocking(for: "the picture of a notice") {
                        unsafe access(run + "/notice-1.png", F_OK) == 0
                    }
                }
                // It shall not be the folders above that keep him out.
                for path in [
                    lab.lab.folder.path, lab.folder, lab.folder + "/run", lab.folder + "/state",
                ] {
                    #expect(unsafe chmod(path, 0o755) == 0)
                }
                #expect(try Neighbour.openings(in: run) == [])
                #expect(try Neighbour.openings(in: lab.state) == [])
                #expect(try Neighbour.attempt(.read(log)).isForbidden)
                #expect(try Neighbour.attempt(.read(log), as: .owner).isDone)
            }
        }
    }
}
