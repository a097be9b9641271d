internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import PrintLab
internal import Synchronization

/// A running `printcenterd`.
package final class ServiceProcess: Sendable {
    /// How a process ended.
    package enum End: Equatable, Sendable {
        /// It ended itself with this exit code.
        case exited(Int32)
        /// A signal ended it.
        case signaled(Int32)

        /// The exit code as a shell reports it: 128 and the signal's number for a signal.
        package var code: Int32 {
            switch self {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        }
    }

    private struct State {
        var end: End?
        var wasKilled = false
    }

    /// Its process ID.
    package let process: Int32
    private let output: Int32
    private let state = Mutex(State())

    /// Starts the service.
    ///
    /// - Parameters:
    ///   - environment: All of its environment.
    ///   - log: The file to which its standard error is appended.
    ///   - endsWithCaller: Whether the kernel kills it with the thread that starts it.
    /// - Throws: ``ProofError``.
    package init(
        environment: [String: String],
        log: String,
        endsWithCaller: Bool = false
    ) throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe clinux_pipe(&ends) == 0 else { throw ProofError("There is no pipe.") }
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        let errors = unsafe open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { for file in [ends[1], null, errors] { close(file) } }
        process = Launch(
            path: BuiltPrograms.service,
            arguments: [],
            environment: BuiltPrograms.reportingCrashes(environment),
            descriptors: [null, ends[1], errors],
            deathSignal: endsWithCaller ? SIGKILL : 0,
            // The service must not rely on a umask to keep its files private.
            fileMask: 0
        ).start()
        output = ends[0]
        // deinit closes the pipe: all properties have their values.
        guard process > 0 else {
            throw ProofError("\(BuiltPrograms.service) does not start: error \(-process).")
        }
    }

    deinit {
        close(output)
    }

    /// Reads the line that the service prints when it has started: "ready", or the reason why it ends.
    ///
    /// - Returns: The line, or its beginning where the service ends within it; `nil` where it prints nothing.
    /// - Throws: ``ProofError`` where it prints nothing for so many milliseconds.
    package func line(
        within milliseconds: Int32 = Duration.patience.wholeMilliseconds
    ) throws -> String? {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&ready, 1, milliseconds) > 0 else {
                throw ProofError("The service prints nothing for \(milliseconds) ms.")
            }
            let count = unsafe read(output, &byte, 1)
            if count == 1, byte != 0x0A {
                text.append(byte)
            } else if count == 1 || !text.isEmpty {
                return String(decoding: text, as: UTF8.self)
            } else {
                return nil
            }
        }
    }

    /// Sends a signal, unless the process has ended.
    package func kill(_ signal: Int32 = 9) {
        state.withLock { state in
            // Once it is reaped, its number may be that of another process.
            guard state.end == nil, !hasStopped else { return }
            state.wasKilled = true
            _ = Glibc.kill(process, signal)
        }
    }

    /// Whether ``kill(_:)`` has sent a signal.
    package var wasKilled: Bool { state.withLock(\.wasKilled) }

    /// Whether the process has ended.
    package var hasEnded: Bool { state.withLock { $0.end != nil || hasStopped } }

    /// Whether the process has ended and was not reaped.
    private var hasStopped: Bool {
        var facts = unsafe siginfo_t()
        // The number stays 0 where none has ended.
        let result = unsafe waitid(P_PID, id_t(process), &facts, WEXITED | WNOHANG | WNOWAIT)
        return unsafe (result == 0 && facts._sifields._sigchld.si_pid != 0)
    }

    /// Waits for the end of the process.
    @discardableResult
    package func wait() -> End {
        if let end = state.withLock(\.end) { return end }
        // The lock is not held meanwhile: the process may end only because another thread kills it.
        var facts = unsafe siginfo_t()
        unsafe waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT)
        return state.withLock { state in
            if let end = state.end { return end }
            var status: Int32 = 0
            unsafe waitpid(process, &status, 0)
            let signal = status & 0x7F
            let end = signal == 0 ? End.exited((status >> 8) & 0xFF) : .signaled(signal)
            state.end = end
            return end
        }
    }

    /// Sends a signal and waits for the end.
    @discardableResult
    package func end(_ signal: Int32) -> End {
        kill(signal)
        return wait()
    }
}
