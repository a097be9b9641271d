internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A program that a test started, whose standard output and standard error are files, so that it never waits for a
/// reader.
package final class RunningProgram: Sendable {
    /// How a program ended, and what it wrote.
    package struct Ending: Sendable, CustomStringConvertible {
        /// The exit code, or 128 and the number of the signal that ended it.
        package var code: Int32
        /// What it wrote to standard output, unless that was connected elsewhere.
        package var output: String
        /// What it wrote to standard error.
        package var errors: String

        /// Creates an ending.
        package init(code: Int32, output: String, errors: String) {
            (self.code, self.output, self.errors) = (code, output, errors)
        }

        /// The lines of standard output, without empty ones.
        package var lines: [String] { output.split(separator: "\n").map { String($0) } }
        /// The lines of standard error, without empty ones.
        package var errorLines: [String] { errors.split(separator: "\n").map { String($0) } }
        package var description: String { "exit \(code)\nout: \(output)\nerr: \(errors)" }
    }

    /// Its process ID.
    package let process: Int32
    private let files: String
    private let ending = Mutex<Ending?>(nil)

    /// Starts a program with exactly this environment.
    ///
    /// - Parameters:
    ///   - arguments: The absolute path of the program, and its arguments.
    ///   - environment: All of its environment.
    ///   - input: Its standard input; /dev/null by default.
    ///   - output: Its standard output; a file by default.
    ///   - files: The beginning of the paths of the files for its output.
    /// - Throws: ``ProofError``.
    package init(
        _ arguments: [String],
        environment: [String: String],
        input: Int32? = nil,
        output: Int32? = nil,
        files: String
    ) throws {
        self.files = files
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let write = O_WRONLY | O_CREAT | O_TRUNC
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        if let output {
            unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 1, files + ".out", write, 0o600)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 2, files + ".err", write, 0o600)
        // The process of the tests may ignore or block signals; the program starts with the defaults.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGPIPE, SIGHUP] { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        let environment = BuiltPrograms.reportingCrashes(environment)
        var values = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe values.indices { unsafe free(values[index]) }
        }
        var process: pid_t = 0
        let result = unsafe posix_spawn(
            &process,
            arguments[0],
            &actions,
            &attributes,
            &words,
            &values
        )
        guard result == 0 else {
            throw ProofError("\(arguments[0]) does not start: error \(result).")
        }
        self.process = process
    }

    /// What it has written so far to standard output.
    package var outputSoFar: String { Self.read(files + ".out") }

    /// What it has written so far to standard error.
    package var errorsSoFar: String { Self.read(files + ".err") }

    /// How it ended; `nil` while it runs.
    package func endingIfEnded() -> Ending? {
        ending.withLock { ending in
            var status: Int32 = 0
            if ending == nil, unsafe waitpid(process, &status, WNOHANG) == process {
                let signal = status & 0x7F
                ending = Ending(
                    code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
                    output: outputSoFar,
                    errors: errorsSoFar
                )
            }
            return ending
        }
    }

    /// Kills it, unless it has ended; ``endingIfEnded()`` returns its ending soon after.
    package func kill() {
        ending.withLock { ending in
            if ending == nil { _ = Glibc.kill(process, SIGKILL) }
        }
    }

    /// Returns the text of a file; empty where there is none.
    package static func read(_ path: String) -> String {
        guard let file = unsafe fopen(path, "r") else { return "" }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
