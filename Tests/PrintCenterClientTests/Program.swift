import FoundationEssentials
import Glibc
import Testing

/// A program that runs, and what it wrote, in files of a test's folder.
struct Program: Sendable {
    /// How a program ended.
    struct End: Sendable {
        /// The exit code; 128 and the signal's number where a signal ended it.
        var code: Int32
        var output: String
        var errors: String

        /// What it wrote to standard output, line by line.
        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: true).map { String($0) }
        }
    }

    /// The `printq` that was built with the tests; it lies beside them.
    static let printq: String = {
        // Without /proc no test of programs can run.
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return ([own] + CommandLine.arguments).lazy
            .map { $0.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/printq" }
            .first { unsafe access($0, X_OK) == 0 } ?? "printq"
    }()

    let process: pid_t
    private let files: String

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
        files = "\(folder)/run-\(UInt32.random(in: 0 ... .max))"
        try makeFile(files + ".out", [])
        try makeFile(files + ".err", [])
        let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        let out = unsafe open(files + ".out", O_WRONLY | O_CLOEXEC)
        let err = unsafe open(files + ".err", O_WRONLY | O_CLOEXEC)
        defer { for descriptor in [null, out, err] { close(descriptor) } }

        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (index, descriptor) in [input ?? null, output ?? out, err].enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
        }
        var words = unsafe ([Self.printq] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe variables.indices { unsafe free(variables[index]) }
        }
        var process: pid_t = 0
        let result = unsafe posix_spawn(&process, Self.printq, &actions, nil, &words, &variables)
        try #require(result == 0, "\(Self.printq) cannot be run: build the product printq")
        self.process = process
    }

    /// What it has said on standard error so far.
    var errors: String { text(".err") }

    /// Waits until it has ended; one that does not is killed.
    func end(limit: Duration = .seconds(20)) async throws -> End {
        var status: Int32 = 0
        let end = ContinuousClock.now + limit
        while unsafe waitpid(process, &status, WNOHANG) == 0 {
            if ContinuousClock.now > end {
                kill(process, SIGKILL)
                _ = unsafe waitpid(process, &status, 0)
                Issue.record("printq has not ended within \(limit): \(text(".err"))")
                break
            }
            try await Task.sleep(for: .milliseconds(2))
        }
        let signal = status & 0x7F
        return End(
            code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
            output: text(".out"),
            errors: text(".err")
        )
    }

    private func text(_ ending: String) -> String {
        // A file that is not there says nothing.
        let data = (try? Data(contentsOf: URL(filePath: files + ending))) ?? Data()
        return String(decoding: data, as: UTF8.self)
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
