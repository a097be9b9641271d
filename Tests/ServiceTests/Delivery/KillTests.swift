import FoundationEssentials
import ProofKit
import Testing

@testable import PrintLab

/// The short runs of `make crash`, with a scripted scheduler or scripted printers: one kill at each failpoint, none at a
/// random moment.
@Suite(.serialized) struct `A service that is killed` {
    @Test func `loses nothing and prints nothing twice, wherever it is killed`() throws {
        let outcome = try run("--failpoints")
        #expect(outcome.exitCode == 0, "\(outcome.output)")
    }

    @Test
    func `loses nothing and prints nothing twice straight on printers, wherever it is killed`()
        throws
    {
        let outcome = try run("--direct", "--failpoints")
        #expect(outcome.exitCode == 0, "\(outcome.output)")
    }

    @Test(.enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"))
    func
        `loses nothing and prints nothing twice with a queue in a database, wherever it is killed`()
        throws
    {
        let outcome = try run("--database", "--failpoints")
        #expect(outcome.exitCode == 0, "\(outcome.output)")
    }

    @Test func `has printers print a part where it does not reset connections, which is found out`()
        throws
    {
        let outcome = try run("--direct", "--failpoints", "--without-reset")
        #expect(outcome.exitCode == 1)
        // Whether some are also called done depends on where their printers were at.
        let row = outcome.output.split(separator: "\n").first {
            $0.hasPrefix("cut copies on paper")
        }
        #expect(row?.hasSuffix("NOT MET") == true, "\(outcome.output)")
    }

    @Test func `prints twice for a client without idempotency keys, which is found out`() throws {
        let outcome = try run("--failpoints", "--new-keys")
        #expect(outcome.exitCode == 1)
        let row = outcome.output.split(separator: "\n").first { $0.hasPrefix("jobs printed twice") }
        #expect(row?.hasSuffix("NOT MET") == true, "\(outcome.output)")
    }
}

/// The same, with false replies.
@Suite(.serialized) struct `A service that gets false replies` {
    @Test func `neither prints twice nor loses a job in 20 runs with false replies`() throws {
        let outcome = try run("--false-replies", "20")
        #expect(outcome.exitCode == 0, "\(outcome.output)")
    }

    @Test func `neither prints twice nor loses a job in 20 runs on printers that lie`() throws {
        let outcome = try run("--direct", "--false-replies", "20")
        #expect(outcome.exitCode == 0, "\(outcome.output)")
    }
}

/// Runs the proof.
private func run(_ arguments: String...) throws -> Outcome {
    try Launch(
        path: Programs.crashTest,
        arguments: arguments,
        environment: ProcessInfo.processInfo.environment
    ).outcome()
}
