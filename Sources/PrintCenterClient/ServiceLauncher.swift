import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import PrintModel
import Synchronization

/// Starts the background service, and waits until it serves.
struct ServiceLauncher: Sendable {
    /// Services that this process has started: whoever starts a process must take note of its end,
    /// or it stays in the system's table.
    private static let children = Mutex<[pid_t]>([])

    let environment: [String: String]
    let stateFolder: String
    /// How long the service may take to start.
    var patience: Duration = .seconds(10)

    /// The service was ended from outside before it was ready; another start may do better.
    private struct EndedFromOutside: Error {}

    /// How often a service is started that is ended from outside before it is ready.
    private static let attempts = 5

    /// Returns when a service serves; that another one already does is as good.
    ///
    /// - Throws: ``ClientError`` with the service's own words where it does not start.
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
        guard unsafe clinux_pipe(&ends) == 0 else { throw failure("no pipe can be made") }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        let log = openLog()
        let errors = log >= 0 ? log : STDERR_FILENO
        var process: pid_t = 0
        var result = spawn(program, output: writing, errors: errors, &process)
        // A program that is being copied into its place can be run a moment later.
        for _ in 0..<50 where result == -ETXTBSY {
            usleep(20_000)
            result = spawn(program, output: writing, errors: errors, &process)
        }
        close(writing)
        if log >= 0 { close(log) }
        guard result == 0 else {
            throw failure("\(program) cannot be run (\(systemWords(-result)))")
        }

        switch readLine(from: reading) {
        case .line("ready"), .line("running"): return
        case .line(let line) where line.hasPrefix("error: "):
            throw ClientError(.serviceUnavailable, String(line.dropFirst("error: ".count)))
        case .end where wasEndedFromOutside(process): throw EndedFromOutside()
        case .line, .end: throw endedEarly
        case .late:
            throw failure(
                "it is not ready after \(patience); see \(stateFolder)/printcenterd.log"
            )
        }
    }

    private var endedEarly: ClientError {
        failure("it ended before it was ready; see \(stateFolder)/printcenterd.log")
    }

    /// Whether somebody has ended a child with a signal, as opposed to a crash of its own.
    private func wasEndedFromOutside(_ process: pid_t) -> Bool {
        var status: Int32 = 0
        // Its output is closed a moment before its end can be seen.
        for _ in 0..<20 {
            switch unsafe waitpid(process, &status, WNOHANG) {
            case process:
                Self.children.withLock { children in children.removeAll { $0 == process } }
                return [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(status & 0x7F)
            case 0: usleep(5000)
            default: return false
            }
        }
        return false
    }

    private func failure(_ why: String) -> ClientError {
        ClientError(.serviceUnavailable, "The printing service cannot be started: \(why).")
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
                "printcenterd is not found beside this program, beside a printq in PATH, or in /usr/local/libexec/printcenter; install Print Center, or set PRINTCENTERD to its path"
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

    /// The file that takes what the service says of itself; without one it goes to our own errors.
    private func openLog() -> Int32 {
        var folder = ""
        for part in stateFolder.split(separator: "/") {
            folder += "/\(part)"
            _ = unsafe mkdir(folder, 0o700)
        }
        return unsafe open(
            "\(stateFolder)/printcenterd.log",
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
        let result = unsafe clinux_spawn_service(
            program,
            &arguments,
            &values,
            output,
            errors,
            &process
        )
        if result == 0 {
            let child = process
            Self.children.withLock { $0.append(child) }
        }
        return result
    }

    /// What a service that starts has said.
    private enum FirstWord {
        case line(String)
        /// It has closed its standard output without a line.
        case end
        /// Nothing has come in time.
        case late
    }

    private func readLine(from pipe: Int32) -> FirstWord {
        var line: [UInt8] = []
        let end = ContinuousClock.now + patience
        while line.count < 4096 {
            let left = max(0, (end - .now) / .milliseconds(1))
            var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&waiting, 1, Int32(left))
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
