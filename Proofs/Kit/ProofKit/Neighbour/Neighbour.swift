internal import FoundationEssentials
internal import Glibc

/// Another user of the same computer: a number that owns nothing, without groups.
///
/// Only root can act as somebody else, so that suites with a neighbour are
/// `.enabled(if: Neighbour.isAvailable, "\(Neighbour.whySkipped)")`. The process of the tests has many threads, and
/// stays what it is: whatever the neighbour does is done by a process of its own.
///
/// What is refused to the neighbour shows something only where the same is granted to the owner. So each test tries
/// both, or compares the very error that the kernel gives.
package enum Neighbour {
    /// Who acts.
    package enum Account: Sendable {
        /// The other user.
        case neighbour
        /// The user who runs the tests.
        case owner
    }

    /// The neighbour's user ID, and the ID of its only group.
    package static let user: UInt32 = 61234

    /// Why tests with a neighbour are skipped.
    package static let whySkipped = "only root can act as another user, by setpriv and python3"

    /// Whether tests can act as the neighbour.
    package static let isAvailable: Bool = {
        guard geteuid() == 0 else { return false }
        // Where it does not work, as in some containers, there is no neighbour.
        let outcomes = try? attempt(.read("/proc/self/status"))
        return outcomes?.text.contains("Uid:\t\(user)\t\(user)\t\(user)\t\(user)\n") == true
    }()

    /// Returns a command that runs a program as the neighbour, in the folder `/`.
    ///
    /// - Parameters:
    ///   - program: The absolute path of the program, and its arguments.
    ///   - account: Who runs it.
    /// - Returns: The absolute path of a program, and its arguments.
    package static func command(_ program: [String], as account: Account = .neighbour) -> [String] {
        let prefix = [
            "/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups",
            "--bounding-set=-all", "--inh-caps=-all", "--",
        ]
        return ["/usr/bin/env", "-C", "/"] + (account == .neighbour ? prefix : []) + program
    }

    /// Runs a program as the neighbour, and waits for its end.
    ///
    /// - Parameters:
    ///   - program: The absolute path of the program, and its arguments.
    ///   - input: What it reads from standard input.
    ///   - environment: More of its environment, which has `PATH`, `HOME`, `TMPDIR`, and `LC_ALL`.
    ///   - account: Who runs it.
    /// - Returns: How it ended, and what it wrote.
    /// - Throws: ``ProofError`` where it does not start or does not end.
    package static func run(
        _ program: [String],
        input: String = "",
        environment: [String: String] = [:],
        as account: Account = .neighbour
    ) throws -> RunningProgram.Ending {
        let process = try NeighbourProcess(
            program,
            input: input,
            environment: environment,
            as: account
        )
        return try process.ending()
    }

    /// Does some acts, one after the other, and returns the outcome of each.
    ///
    /// - Throws: ``ProofError`` where they cannot even be tried.
    package static func attempt(
        _ acts: [Act],
        as account: Account = .neighbour
    ) throws -> [Outcome] {
        let input = String(decoding: try JSONEncoder().encode(acts), as: UTF8.self)
        let ending = try run(
            ["/usr/bin/python3", "-I", "-S", "-c", script],
            input: input,
            as: account
        )
        guard ending.code == 0 else { throw ProofError("The neighbour failed: \(ending)") }
        return try JSONDecoder().decode([Outcome].self, from: Data(ending.output.utf8))
    }

    /// Does one act.
    ///
    /// - Throws: ``ProofError`` where it cannot even be tried.
    package static func attempt(_ act: Act, as account: Account = .neighbour) throws -> Outcome {
        let outcomes = try attempt([act], as: account)
        guard outcomes.count == 1 else { throw ProofError("\(outcomes.count) outcomes of 1 act.") }
        return outcomes[0]
    }

    /// Returns what can be read, written, or connected to in a folder, itself included: lines such as `read /a/path`.
    ///
    /// The neighbour is told every path, and guesses none.
    ///
    /// - Throws: An error where there is no such folder.
    package static func openings(in folder: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        let paths = [folder] + names.map { folder + "/" + $0 }
        return try attempt(.openings(paths)).text.split(separator: "\n").map { String($0) }
    }
}
