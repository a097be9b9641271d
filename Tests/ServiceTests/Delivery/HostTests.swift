import ProofKit
import Testing

@testable import PrintLab

/// A short run of `make hosts`.
@Suite(
    .serialized,
    .enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"),
    .enabled(
        if: Programs.allowsNetworks,
        "no networks of one's own: neither root nor user namespaces"
    )
)
struct `Hosts that fail` {
    @Test func `lose nothing and print nothing twice`() throws {
        let outcome = try Launch(
            path: Programs.hostTest,
            arguments: [
                "run", "--seed", "1", "--kills", "20", "--stops", "1", "--cuts", "2", "--slow", "1",
                "--terminations", "2", "--restarts", "1", "--deaths", "1", "--ends", "1",
                "--drains",
                "0",
            ],
            environment: ["PATH": "/usr/bin:/bin"]
        ).outcome()
        #expect(outcome.exitCode == 0, "\(outcome.output)")
    }
}
