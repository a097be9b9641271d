import CLinux
import Glibc
import PrintLab
import Testing

/// How a program ended, and what it said.
struct Ending: CustomStringConvertible {
    var code: Int32
    var output: String
    var errors: String

    /// The lines of standard output.
    var lines: [String] { Self.lines(output) }
    /// The lines of standard error.
    var errorLines: [String] { Self.lines(errors) }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
            .filter { !$0.isEmpty }
    }

    var description: String { "exit \(code)\nout: \(output)\nerr: \(errors)" }
}

/// A program that a test started: its standard streams are files, so that nobody waits for a
/// reader.
final class Running {
    let process: pid_t
    private let files: String
    private var ending: Ending?

    /// What its standard output is connected to.
    enum Output {
        case file
        /// A pipe whose reader has gone.
        case closedPipe
    }

    /// Starts a program with exactly this environment.
    init(
        _ arguments: [String],
        environment: [String: String],
        input: String = "/dev/null",
        output: Output = .file,
        files: String
    ) throws {
        self.files = files
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let write = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, files + ".out", write, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, files + ".err", write, 0o600)
        var ends: [Int32] = [-1, -1]
        if output == .closedPipe {
            try #require(unsafe clinux_pipe(&ends) == 0)
            close(ends[0])
            unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        }
        defer { if ends[1] >= 0 { close(ends[1]) } }
        // Whoever runs the tests may ignore or block signals; a program begins with none of that.
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
        try #require(result == 0, "\(arguments[0]) cannot be run: error \(result)")
        self.process = process
    }

    /// What it has written so far to standard output.
    var outputSoFar: String { Self.read(files + ".out") }

    /// What it has said so far on standard error.
    var errorsSoFar: String { Self.read(files + ".err") }

    /// Waits for its end; one that does not come is an error.
    func end(
        limit: Duration = .seconds(40),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Ending {
        if let ending { return ending }
        var status: Int32 = 0
        let deadline = ContinuousClock.now + limit
        while unsafe waitpid(process, &status, WNOHANG) == 0 {
            if ContinuousClock.now > deadline {
                kill(process, SIGKILL)
                unsafe waitpid(process, &status, 0)
                Issue.record(
                    "it did not end: \(Self.read(files + ".out"))\(errorsSoFar)",
                    sourceLocation: sourceLocation
                )
                break
            }
            usleep(3000)
        }
        // As a shell tells it: 128 and the signal.
        let signal = status & 0x7F
        let ending = Ending(
            code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
            output: Self.read(files + ".out"),
            errors: errorsSoFar
        )
        self.ending = ending
        return ending
    }

    static func read(_ path: String) -> String {
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

/// Waits until a condition is true, or fails with what it waited for.
func wait(
    for what: Comment,
    limit: Duration = .seconds(30),
    sourceLocation: SourceLocation = #_sourceLocation,
    until condition: () throws -> Bool
) throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        try #require(
            ContinuousClock.now < deadline,
            "waited in vain for \(what)",
            sourceLocation: sourceLocation
        )
        usleep(10_000)
    }
}
