import CLinux
import Dispatch
public import FoundationEssentials
import Glibc

/// Administration of the scheduler's queues.
///
/// If the user lacks the permission, the error names the command for an administrator. The
/// scheduler's own commands (`lpadmin`, `cupsenable`, `cupsdisable`) do the work; they find the
/// scheduler and authenticate the user as they do at a terminal.
public struct SchedulerAdministration: Sendable {
    /// The output and the exit status of a command.
    private struct Outcome {
        let status: Int32
        let words: String
    }

    /// The time limit of a command.
    private static let patience = Duration.seconds(60)

    private let environment: [String: String]

    /// Creates an administration of the scheduler that the environment names.
    ///
    /// - Parameter environment: The user's environment variables.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// Removes the queue of a printer, and the jobs in it.
    ///
    /// - Parameter name: The name of the queue.
    /// - Throws: ``ClientError`` with the message of the scheduler, and what to do.
    public func remove(_ name: String) async throws {
        try await run("lpadmin", ["-x", name])
    }

    /// Pauses a queue: its jobs wait.
    ///
    /// - Parameters:
    ///   - name: The name of the queue.
    ///   - reason: The reason, which other users see.
    /// - Throws: ``ClientError`` with the message of the scheduler, and what to do.
    public func pause(_ name: String, reason: String? = nil) async throws {
        try await run("cupsdisable", (reason.map { ["-r", $0] } ?? []) + [name])
    }

    /// Resumes a queue that is paused.
    ///
    /// - Parameter name: The name of the queue.
    /// - Throws: ``ClientError`` with the message of the scheduler, and what to do.
    public func resume(_ name: String) async throws {
        try await run("cupsenable", [name])
    }

    // MARK: Commands

    private func run(_ tool: String, _ arguments: [String]) async throws {
        guard let path = find(tool) else {
            throw ClientError(
                .schedulerRefused,
                "The command \(tool) is not installed. Install the package cups-client.",
                chinese: "未安装命令 \(tool)。请安装软件包 cups-client。"
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
                + (geteuid() == 0 ? "" : " An administrator can run: sudo \(command)"),
            chinese: "调度程序拒绝了操作：\(said)。"
                + (geteuid() == 0 ? "" : "管理员可以运行：sudo \(command)")
        )
    }

    private func find(_ tool: String) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map { String($0) }
        return (folders + ["/usr/sbin", "/usr/bin", "/sbin", "/bin"])
            .filter { $0.hasPrefix("/") }.map { "\($0)/\(tool)" }
            .first { unsafe access($0, X_OK) == 0 }
    }

    /// Runs a command to its end, without a terminal, so that it prompts for no password.
    private func start(_ path: String, _ arguments: [String]) throws -> Outcome {
        var ends: [Int32] = [-1, -1]
        guard unsafe clinux_pipe(&ends) == 0 else {
            throw ClientError(
                .schedulerRefused,
                "A pipe cannot be created: \(systemWords(errno)).",
                chinese: "无法创建管道：\(systemWords(errno))。"
            )
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
            throw ClientError(
                .schedulerRefused,
                "\(path) cannot be run: \(systemWords(-result)).",
                chinese: "无法运行 \(path)：\(systemWords(-result))。"
            )
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

    /// The output of a process until it ends; one that exceeds the time limit is killed.
    private func read(_ pipe: Int32, _ process: pid_t) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        let end = ContinuousClock.now + Self.patience
        while true {
            var waiting = pollfd(fd: pipe, events: Int16(clamping: POLLIN), revents: 0)
            let left = max(0, (end - .now) / .milliseconds(1))
            let ready = unsafe poll(&waiting, 1, Int32(clamping: left))
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

    /// The last line of the output, without its full stop.
    private static func sentence(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        var last = String(lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) ?? "")
        while last.hasSuffix(".") { last.removeLast() }
        return last
    }

    /// Quotes a word for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+:@%=".contains($0))
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
