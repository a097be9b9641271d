import ProofKit
import Testing

@testable import PrintLab

/// Short runs of `make hosts`.
@Suite(
    .serialized,
    .enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed")
)
struct `Hosts that fail` {
    @Test(.enabled(if: Programs.allowsNetworks, "neither root nor user namespaces"))
    func `lose nothing and print nothing twice`() throws {
        let outcome = try run(
            "run",
            "--seed",
            "1",
            "--kills",
            "20",
            "--stops",
            "1",
            "--cuts",
            "2",
            "--slow",
            "1",
            "--terminations",
            "2",
            "--restarts",
            "1",
            "--deaths",
            "0",
            "--ends",
            "0",
            "--drains",
            "0"
        )
        #expect(outcome.exitCode == 0, "\(outcome.output)")
    }

    @Test func `store no step for a printer that another one has taken`() throws {
        let outcome = try run("races", "--count", "300")
        #expect(outcome.exitCode == 0, "\(outcome.output)")
    }

    private func run(_ arguments: String...) throws -> Outcome {
        let environment = ["PATH": "/usr/bin:/bin"]
        return try Launch(path: Programs.hostTest, arguments: arguments, environment: environment)
            .outcome()
    }
}
