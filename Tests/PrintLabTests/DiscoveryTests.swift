import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintLab

extension Fixture {
    /// Whether a lab with discovery starts here.
    fileprivate static let hasDiscovery =
        (try? printlab("run", "--discovery", "--no-scheduler", "--", "true").exitCode) == 0

    /// The reason of a test that is skipped.
    fileprivate static let whyNoDiscovery: Comment =
        "no lab with discovery starts here: printlab run --discovery -- true"
}

@Suite(.enabled(if: Fixture.hasDiscovery, Fixture.whyNoDiscovery))
struct `A lab with discovery` {
    private static let options = ["run", "--discovery", "--no-scheduler", "--printers", "office"]

    @Test func `has a network of its own, where its printers announce themselves`() throws {
        let lab = try RunningLab(
            printers: "office,mono",
            parts: [.discovery, .scheduler],
            program: Fixture.program
        )
        let interfaces = try lab.run("cat", "/proc/net/dev").output.split(separator: "\n")
        #expect(interfaces.count { $0.contains(":") } == 1)
        #expect(interfaces.contains { $0.contains("lo:") })
        let found = try lab.run("avahi-browse", "--resolve", "--terminate", "-p", "_ipps._tcp")
            .output
        for printer in ["office", "mono"] {
            #expect(found.contains("=;lo;IPv4;\(printer);"), "\(found)")
            let uri = try lab.deviceURI(of: printer).replacing("localhost", with: "printlab.local")
            let answer = try lab.run("ipptool", "-T", "5", uri, "get-printer-attributes.test")
            #expect(answer.exitCode == 0, "\(answer.output)")
        }
        lab.stop()
        try Fixture.expectNothingLeft(of: lab.folder.path)
    }

    @Test func `may have no scheduler`() throws {
        let lab = try RunningLab(printers: "mono", parts: .discovery, program: Fixture.program)
        defer { lab.stop() }
        #expect(try lab.run("lpstat", "-r").output.contains("not running"))
        #expect(try lab.run("avahi-browse", "-tp", "_ipp._tcp").output.contains(";mono;"))
        #expect(unsafe access(lab.folder.schedulerSocket, F_OK) != 0)
    }

    @Test(.enabled(if: getuid() == 0, "only root can become an ordinary user"))
    func `is for ordinary users, too`() throws {
        try Fixture.withFolder { home in
            unsafe chmod(home, 0o755)
            let program = home + "/printlab"
            try FileManager.default.copyItem(atPath: Fixture.program, toPath: program)
            let outcome = try Launch(
                path: "/usr/bin/setpriv",
                arguments: ["--reuid=65534", "--regid=65534", "--clear-groups", program]
                    + Self.options + ["--", "sh", "-c", "id -u; avahi-browse -tp _ipp._tcp"],
                environment: ["PATH": Launch.systemPath]
            ).outcome()
            // The kernel may refuse user namespaces, and then the lab says so.
            if outcome.exitCode == 69 {
                #expect(outcome.output.contains("network of its own"))
            } else {
                #expect(outcome.output.hasPrefix("65534\n"), "\(outcome.output)")
                #expect(outcome.output.contains(";office;"), "\(outcome.output)")
            }
        }
    }

    @Test(.enabled(if: getuid() == 0, "only root can give up what it may"))
    func `says what it lacks where it is refused`() throws {
        let outcome = try Launch(
            path: "/usr/bin/setpriv",
            arguments: ["--bounding-set=-sys_admin", Fixture.program] + Self.options
                + ["--", "true"],
            environment: ["PATH": Launch.systemPath]
        ).outcome()
        #expect(outcome.exitCode == 69)
        #expect(outcome.output.contains("Run it as root"), "\(outcome.output)")
    }
}
