import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import PrintModel

/// Starts the background service, and waits until it serves.
struct ServiceLauncher: Sendable {
    let environment: [String: String]
    let stateFolder: String
    /// How long the service may take to start.
    var patience = Duration.seconds(10)

    /// Returns when a service serves; that another one already does is as good.
    ///
    /// - Throws: ``ClientError`` with the service's own words where it does not start.
    func start() async throws {
        // Waiting for the service blocks, and the cooperative pool must not.
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { try startAndWait() })
            }
        }
        try result.get()
    }

    private func startAndWait() throws {
        let program = try find()
        var ends: [Int32] = [-1, -1]
        guard unsafe clinux_pipe(&ends) == 0 else { throw failure("no pipe can be made") }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        let log = openLog()
        let result = spawn(program, output: writing, errors: log >= 0 ? log : STDERR_FILENO)
        close(writing)
        if log >= 0 { close(log) }
        guard result == 0 else {
            throw failure("\(program) cannot be run (\(systemWords(-result)))")
        }

        switch readLine(from: reading) {
        case .line("ready"), .line("running"): return
        case .line(let line) where line.hasPrefix("error: "):
            throw ClientError(.serviceUnavailable, String(line.dropFirst("error: ".count)))
        case .line, .end:
            throw failure("it ended before it was ready; see \(stateFolder)/printcenterd.log")
        case .silence:
            throw failure("it is not ready after \(patience); see \(stateFolder)/printcenterd.log")
        }
    }

    private func failure(_ why: String) -> ClientError {
        ClientError(.serviceUnavailable, "The printing service cannot be started: \(why).")
    }

    /// The program: named by `PRINTCENTERD`, beside this one, or in `../libexec/printcenter`.
    private func find() throws -> String {
        if let named = environment["PRINTCENTERD"], !named.isEmpty { return named }
        let own = Self.programFolder()
        let places = ["\(own)/printcenterd", "\(own)/../libexec/printcenter/printcenterd"]
        guard let found = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw failure(
                "printcenterd is neither beside this program nor in ../libexec/printcenter; set PRINTCENTERD to its path"
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

    private func spawn(_ program: String, output: Int32, errors: Int32) -> Int32 {
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
        var process: pid_t = 0
        return unsafe clinux_spawn_service(
            program,
            &arguments,
            &values,
            output,
            errors,
            &process
        )
    }

    /// What the service says of its start.
    private enum Word {
        case line(String)
        /// It let go of its end without a whole line.
        case end
        /// Nothing came in time.
        case silence
    }

    private func readLine(from pipe: Int32) -> Word {
        var line: [UInt8] = []
        let end = ContinuousClock.now + patience
        while line.count < 4096 {
            let left = (end - .now) / .milliseconds(1)
            var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            guard left > 0 else { return .silence }
            let ready = unsafe poll(&waiting, 1, Int32(left.rounded(.up)))
            if ready <= 0 { continue }
            var byte: UInt8 = 0
            guard unsafe read(pipe, &byte, 1) == 1 else { return .end }
            if byte == UInt8(ascii: "\n") { return .line(String(decoding: line, as: UTF8.self)) }
            line.append(byte)
        }
        return .end
    }
}
