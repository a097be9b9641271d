import CLinux
import Dispatch
public import FoundationEssentials
import Glibc

/// What an administrator does to the scheduler's queues: as far as the user may, and else the command
/// that an administrator runs.
///
/// It is done by the scheduler's own commands (`lpadmin`, `cupsenable`, `cupsdisable`), which find the
/// scheduler, and prove who asks, as they do at a terminal.
public struct SchedulerAdministration: Sendable {
    /// What one of the commands said, and how it ended.
    private struct Outcome {
        let status: Int32
        let words: String
    }

    /// How long a command may take; `lpadmin` waits for a printer for half a minute.
    private static let patience = Duration.seconds(60)

    private let environment: [String: String]

    /// Prepares to ask the scheduler that the environment names.
    ///
    /// - Parameter environment: The variables of the user's surroundings.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// Makes a queue for a printer that speaks IPP (IPP Everywhere).
    ///
    /// - Parameters:
    ///   - uri: Its address: `ipp://…` or `ipps://…`.
    ///   - name: The name of the queue, which must not be there yet.
    /// - Throws: ``ClientError`` with what the scheduler says, and what to do.
    public func add(_ uri: String, as name: String) async throws {
        try await run("lpadmin", ["-p", name, "-E", "-v", uri, "-m", "everywhere"])
    }

    /// Removes the queue of a printer, and the jobs in it.
    ///
    /// - Parameter name: The name of the queue.
    /// - Throws: ``ClientError`` with what the scheduler says, and what to do.
    public func remove(_ name: String) async throws {
        try await run("lpadmin", ["-x", name])
    }

    /// Pauses a queue: its jobs wait.
    ///
    /// - Parameters:
    ///   - name: The name of the queue.
    ///   - reason: Why, in words that other users see.
    /// - Throws: ``ClientError`` with what the scheduler says, and what to do.
    public func pause(_ name: String, reason: String? = nil) async throws {
        try await run("cupsdisable", (reason.map { ["-r", $0] } ?? []) + [name])
    }

    /// Resumes a queue that is paused.
    ///
    /// - Parameter name: The name of the queue.
    /// - Throws: ``ClientError`` with what the scheduler says, and what to do.
    public func resume(_ name: String) async throws {
        try await run("cupsenable", [name])
    }

    // MARK: Commands

    private func run(_ tool: String, _ arguments: [String]) async throws {
        guard let path = find(tool) else {
            throw ClientError(
                .schedulerRefused,
                "The command \(tool) is not installed. Install the package cups-client."
            )
        }
        let outcome = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { try start(path, arguments) })
            }
        }
        let done = try outcome.get()
        guard done.status != 0 else { return }
        let said = done.words.isEmpty ? "\(tool) ended with code \(done.status)" : done.words
        let command = ([tool] + arguments).map { Self.quoted($0) }.joined(separator: " ")
        throw ClientError(
            .schedulerRefused,
            "The scheduler refused: \(said)."
                + (geteuid() == 0 ? "" : " An administrator can run: sudo \(command)")
        )
    }

    private func find(_ tool: String) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map { String($0) }
        return (folders + ["/usr/sbin", "/usr/bin", "/sbin", "/bin"])
            .filter { $0.hasPrefix("/") }.map { "\($0)/\(tool)" }
            .first { unsafe access($0, X_OK) == 0 }
    }

    /// Runs a command to its end; it has no terminal, so that it asks for no password.
    private func start(_ path: String, _ arguments: [String]) throws -> Outcome {
        var ends: [Int32] = [-1, -1]
        guard unsafe clinux_pipe(&ends) == 0 else {
            throw ClientError(.schedulerRefused, "No pipe can be made: \(systemWords(errno)).")
        }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        let variables = environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var values = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe values.indices { unsafe free(values[index]) }
        }
        var process: pid_t = 0
        let result = unsafe clinux_spawn_service(
            path,
            &words,
            &values,
            writing,
            writing,
            &process
        )
        close(writing)
        guard result == 0 else {
            throw ClientError(.schedulerRefused, "\(path) cannot be run: \(systemWords(-result)).")
        }
        let said = read(reading, process)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return Outcome(
            status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
            words: Self.sentence(said)
        )
    }

    /// What a process says until it ends; one that takes too long is ended.
    private func read(_ pipe: Int32, _ process: pid_t) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        let end = ContinuousClock.now + Self.patience
        while true {
            var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let left = max(0, (end - .now) / .milliseconds(1))
            let ready = unsafe poll(&waiting, 1, Int32(left))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else {
                kill(process, SIGKILL)
                return Array("it took too long".utf8)
            }
            let count = unsafe Glibc.read(pipe, &piece, piece.count)
            guard count > 0 else { return bytes }
            if bytes.count < 4096 { bytes += piece.prefix(count) }
        }
    }

    /// The last line of what was said, without its full stop.
    private static func sentence(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        var last = String(lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) ?? "")
        while last.hasSuffix(".") { last.removeLast() }
        return last
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+:@%=".contains($0))
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
