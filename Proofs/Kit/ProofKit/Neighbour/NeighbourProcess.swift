internal import FoundationEssentials
internal import Glibc

/// A program that the neighbour runs while a test goes on; it is killed when its last owner goes.
package final class NeighbourProcess: Sendable {
    /// The neighbour's own folder, in which its program finds itself at home.
    private let home: TemporaryFolder
    private let program: RunningProgram

    /// Starts a program; the parameters are those of ``Neighbour/run(_:input:environment:as:)``.
    ///
    /// - Throws: ``ProofError``.
    package init(
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:],
        as account: Neighbour.Account = .neighbour
    ) throws {
        home = try TemporaryFolder("neighbour")
        if account == .neighbour {
            _ = unsafe chown(home.path, Neighbour.user, Neighbour.user)
        }
        let place = home.path + "/input"
        try Data(input.utf8).write(to: URL(filePath: place))
        let file = unsafe open(place, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw ProofError("\(place) cannot be opened: \(errno).") }
        defer { close(file) }
        let own = [
            "PATH": "/usr/bin:/bin", "HOME": home.path, "TMPDIR": home.path, "LC_ALL": "C.UTF-8",
        ]
        program = try RunningProgram(
            Neighbour.command(arguments, as: account),
            environment: own.merging(environment) { _, new in new },
            input: file,
            files: home.path + "/program"
        )
    }

    deinit {
        program.kill()
        // It was killed: it ends at once, or never, where the kernel holds it.
        try? waitBlocking(for: "the end of a killed program") { program.endingIfEnded() != nil }
    }

    /// What it has written so far to standard output.
    package var outputSoFar: String { program.outputSoFar }

    /// Waits for its end.
    ///
    /// - Throws: ``ProofError`` where it does not end.
    package func ending() throws -> RunningProgram.Ending {
        var ending: RunningProgram.Ending?
        try waitBlocking(for: "the end of the neighbour's program") {
            ending = program.endingIfEnded()
            return ending != nil
        }
        guard let ending else { throw ProofError("A program has no ending.") }
        return ending
    }
}
