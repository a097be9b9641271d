import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import PrintModel
import Synchronization

/// Starts the background service, and waits until it is ready.
struct ServiceLauncher: Sendable {
    /// Services that this process has started: a process has to wait for each of its children,
    /// or it stays in the system's table.
    private static let children = Mutex<[pid_t]>([])

    let environment: [String: String]
    let stateFolder: String
    /// The time limit for the start of the service.
    var patience: Duration = .seconds(10)

    /// The time limit for what usually takes no time: a tenth of that for the start, and a second at least.
    private var moment: Duration { max(.seconds(1), patience / 10) }

    /// The service was killed from outside before it was ready; a retry may succeed.
    private struct EndedFromOutside: Error {}

    /// How often a service is started again that was killed before it was ready.
    private static let attempts = 5

    /// Returns when a service is ready, including one that is already running.
    ///
    /// - Throws: ``ClientError`` with the service's own message if it does not start.
    func start() async throws {
        for attempt in 1...Self.attempts {
            // Waiting for the service blocks, and the cooperative pool must not.
            let result = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(returning: Result { try startAndWait() })
                }
            }
            do {
                return try result.get()
            } catch is EndedFromOutside {
                guard attempt < Self.attempts else { break }
                try await Task.sleep(for: .milliseconds(20 * attempt))
            }
        }
        throw endedEarly
    }

    private func startAndWait() throws {
        Self.children.withLock { children in
            children.removeAll { waitpid($0, nil, WNOHANG) != 0 }
        }
        let program = try find()
        var ends: [Int32] = [-1, -1]
        guard unsafe clinux_pipe(&ends) == 0 else {
            throw failure("a pipe cannot be created", "无法创建管道")
        }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        let log = openLog()
        let errors = log >= 0 ? log : STDERR_FILENO
        var process: pid_t = 0
        var result = spawn(program, output: writing, errors: errors, &process)
        // A program that is being installed can be run a moment later.
        let end = ContinuousClock.now + moment
        while result == -ETXTBSY, ContinuousClock.now < end {
            usleep(20_000)
            result = spawn(program, output: writing, errors: errors, &process)
        }
        close(writing)
        if log >= 0 { close(log) }
        guard result == 0 else {
            throw failure(
                "\(program) cannot be run (\(systemWords(-result)))",
                "无法运行 \(program)（\(systemWords(-result))）"
            )
        }

        var isReaped = false
        // From now on another start may take its exit status.
        defer { if !isReaped { Self.children.withLock { $0.append(process) } } }
        switch readLine(from: reading) {
        case .line("ready"), .line("running"): return
        case .line(let line) where line.hasPrefix(StartProblem.beginning(of: .english)):
            throw ClientError(
                .serviceUnavailable,
                String(line.dropFirst(StartProblem.beginning(of: .english).count)),
                chinese: readTranslation(.simplifiedChinese, from: reading)
            )
        case .end where wasEndedFromOutside(process, &isReaped): throw EndedFromOutside()
        case .line, .end: throw endedEarly
        case .late:
            throw failure(
                "it was not ready after \(patience); its log is \(stateFolder)/printcenterd.log",
                "\(patience) 后仍未就绪；其日志为 \(stateFolder)/printcenterd.log"
            )
        }
    }

    private var endedEarly: ClientError {
        failure(
            "it exited before it was ready; its log is \(stateFolder)/printcenterd.log",
            "它在就绪之前已退出；其日志为 \(stateFolder)/printcenterd.log"
        )
    }

    /// Whether another process ended a child with a signal, as opposed to a crash of its own.
    private func wasEndedFromOutside(_ process: pid_t, _ isReaped: inout Bool) -> Bool {
        var status: Int32 = 0
        // Its output is closed a moment before its end can be seen; on a busy computer, that takes longer than 0.1 s.
        let end = ContinuousClock.now + moment
        while ContinuousClock.now < end {
            switch unsafe waitpid(process, &status, WNOHANG) {
            case process:
                isReaped = true
                return [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(status & 0x7F)
            case 0: usleep(5000)
            default: return false
            }
        }
        return false
    }

    private func failure(_ why: String, _ chinese: String) -> ClientError {
        ClientError(
            .serviceUnavailable,
            "The printing service cannot be started: \(why).",
            chinese: "无法启动打印服务：\(chinese)。"
        )
    }

    /// The program of the service, as ``ServiceProgram`` finds it.
    func find() throws -> String {
        if let named = environment["PRINTCENTERD"], !named.isEmpty { return named }
        let program = ServiceProgram(
            environment: environment,
            programFolder: Self.programFolder(),
            home: accountHome()
        )
        guard let found = program.places.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw failure(
                "printcenterd is not beside this program, beside a printq in PATH, or in /usr/local/libexec/printcenter; install Print Center, or set PRINTCENTERD to its path",
                "本程序所在目录、PATH 中 printq 所在目录以及 /usr/local/libexec/printcenter 中都没有 printcenterd；请安装 Print Center，或将 PRINTCENTERD 设为其路径"
            )
        }
        return found
    }

    private static func programFolder() -> String {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe readlink("/proc/self/exe", start, buffer.count)
        }
        guard count > 0 else { return "." }
        let path = String(decoding: bytes.prefix(count), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// The size in bytes from which on a log is put aside at the next start.
    private static let longestLog = 4 << 20

    /// The log file of the service; without one, it writes to the standard error of this process.
    private func openLog() -> Int32 {
        var folder = ""
        for part in stateFolder.split(separator: "/") {
            folder += "/\(part)"
            _ = unsafe mkdir(folder, 0o700)
        }
        let path = "\(stateFolder)/printcenterd.log"
        // One older part is kept.
        var facts = stat()
        if unsafe lstat(path, &facts) == 0, facts.st_size > Self.longestLog {
            _ = unsafe rename(path, path + ".1")
        }
        return unsafe open(
            path,
            O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
            0o600
        )
    }

    private func spawn(
        _ program: String,
        output: Int32,
        errors: Int32,
        _ process: inout pid_t
    ) -> Int32 {
        var variables = environment
        // A dump of a crash would hold bytes of documents.
        variables["SWIFT_BACKTRACE"] = variables["SWIFT_BACKTRACE"] ?? "enable=no"
        var arguments = unsafe [strdup(program), nil]
        var values = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") }
        unsafe values.append(nil)
        defer {
            unsafe free(arguments[0])
            for index in unsafe values.indices { unsafe free(values[index]) }
        }
        return unsafe clinux_spawn_service(
            program,
            &arguments,
            &values,
            output,
            errors,
            &process
        )
    }

    /// The line that a service writes when it starts.
    private enum FirstLine {
        case line(String)
        /// It has closed its standard output without a line.
        case end
        /// No line in time.
        case late
    }

    /// Reads the message in another language, which follows that in English; `nil` from a service
    /// that is older than these lines.
    private func readTranslation(_ language: Language, from pipe: Int32) -> String? {
        let beginning = StartProblem.beginning(of: language)
        while case .line(let line) = readLine(from: pipe) {
            if line.hasPrefix(beginning) { return String(line.dropFirst(beginning.count)) }
        }
        return nil
    }

    private func readLine(from pipe: Int32) -> FirstLine {
        var line: [UInt8] = []
        let end = ContinuousClock.now + patience
        while line.count < 4096 {
            let left = max(0, (end - .now) / .milliseconds(1))
            var waiting = pollfd(fd: pipe, events: Int16(clamping: POLLIN), revents: 0)
            let ready = unsafe poll(&waiting, 1, Int32(clamping: left))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return .late }
            var byte: UInt8 = 0
            guard unsafe read(pipe, &byte, 1) == 1 else { return .end }
            if byte == UInt8(ascii: "\n") { return .line(String(decoding: line, as: UTF8.self)) }
            line.append(byte)
        }
        return .end
    }
}
