import ProofKit
import Testing

/// A `printq` that runs with the environment of a test, and what it wrote, in files of the test's folder.
struct Program: Sendable {
    typealias End = RunningProgram.Ending

    private let running: RunningProgram

    var process: Int32 { running.process }

    /// Starts `printq`.
    ///
    /// `input` is its standard input, and `output` its standard output where
    /// that is no file of the test's folder.
    init(
        _ arguments: [String],
        in folder: String,
        _ environment: [String: String],
        input: Int32? = nil,
        output: Int32? = nil
    ) throws {
        running = try RunningProgram(
            [BuiltPrograms.printq] + arguments,
            environment: environment,
            input: input,
            output: output,
            files: "\(folder)/run-\(UInt32.random(in: 0 ... .max))"
        )
    }

    /// What it has written to standard error so far.
    var errors: String { running.errorsSoFar }

    /// Waits until it has ended; one that does not is killed.
    func end() async throws -> End {
        do {
            // Time: between two looks
            try await wait(for: "the end of printq", every: .milliseconds(2)) {
                running.endingIfEnded() != nil
            }
        } catch {
            Issue.record("\(error): \(errors)")
            running.kill()
            try await wait(for: "the end of printq") { running.endingIfEnded() != nil }
        }
        return try #require(running.endingIfEnded())
    }

    /// Runs `printq` to its end.
    static func run(
        _ arguments: [String],
        _ service: FakeService,
        _ variables: [String: String] = [:],
        input: Int32? = nil,
        output: Int32? = nil
    ) async throws -> End {
        try await Program(
            arguments,
            in: service.folder,
            service.environment.merging(variables) { $1 },
            input: input,
            output: output
        ).end()
    }
}
