import CLinux
import FoundationEssentials
import Glibc
import PrintLab
import Synchronization

/// The folders of a service, in a place that is removed.
final class House: Sendable {
    let folder: String

    init(below parent: String) throws {
        var bytes = Array("\(parent)/crashtest-XXXXXX".utf8CString)
        // mkdtemp writes the name it found into the template.
        folder = unsafe bytes.withUnsafeMutableBufferPointer { buffer -> String in
            guard let start = buffer.baseAddress, let name = unsafe mkdtemp(start) else {
                return ""
            }
            return unsafe String(cString: name)
        }
        guard folder != "" else { throw Trouble("no folder below \(parent)") }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var scheduler: String { folder + "/cups.sock" }
    var socket: String { folder + "/run/socket" }
    var spool: String { folder + "/state/printcenter/spool" }
    var log: String { folder + "/log" }

    func environment(failpoint: String?) -> [String: String] {
        var variables = [
            "PATH": "/usr/bin:/bin",
            "HOME": folder,
            "LC_ALL": "C.UTF-8",
            "CUPS_SERVER": scheduler,
            "PRINTCENTER_SOCKET": socket,
            "PRINTCENTER_ALLOW_ROOT": "1",
            "XDG_STATE_HOME": folder + "/state",
            "XDG_CONFIG_HOME": folder + "/config",
            "XDG_CACHE_HOME": folder + "/cache",
            "QPREVIEW_ZYGOTE": Programs.zygote,
        ]
        variables["PRINTCENTER_FAILPOINT"] = failpoint
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return variables
    }
}

/// What stands in the way of a run.
struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The programs beside this one.
enum Programs {
    static let folder =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        .map { $0.split(separator: "/").dropLast().map { "/\($0)" }.joined() } ?? "."
    static let service = folder + "/printcenterd"
    static let zygote = folder + "/qpreview-zygote"
}

/// A `printcenterd` from its start to its end.
final class Daemon: Sendable {
    /// How a service ended.
    enum End: Equatable {
        /// By itself, at the failpoint.
        case failpoint
        /// By a kill from here.
        case killed
        /// In any other way: its exit code, or 128 and the signal.
        case other(Int32)
    }

    private struct State {
        var isReaped = false
        var wasKilled = false
    }

    let process: pid_t
    private let output: CInt
    private let state = Mutex(State())

    init(_ house: House, failpoint: String? = nil) throws {
        var ends: [CInt] = [-1, -1]
        guard unsafe clinux_pipe(&ends) == 0 else { throw Trouble("no pipe") }
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        let log = unsafe open(house.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { for file in [ends[1], null, log] { close(file) } }
        process = Launch(
            path: Programs.service,
            arguments: [],
            environment: house.environment(failpoint: failpoint),
            descriptors: [null, ends[1], log],
            // The thread that starts it stays to its end; nothing is left behind a killed run.
            deathSignal: SIGKILL,
            fileMask: 0o077
        ).start()
        output = ends[0]
        guard process > 0 else {
            close(output)
            throw Trouble("\(Programs.service) does not start: \(process)")
        }
    }

    deinit {
        close(output)
    }

    /// The line that the service says when it serves; nil where it ends before.
    func line() throws -> String? {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wanted, 1, 60_000) > 0 else {
                throw Trouble("the service says nothing for a minute")
            }
            guard unsafe read(output, &byte, 1) == 1 else { return nil }
            if byte == 0x0A { return String(decoding: text, as: UTF8.self) }
            text.append(byte)
        }
    }

    /// Kills it, as a crash would.
    func kill() {
        state.withLock { state in
            // Its number may be that of another process once it was waited for.
            guard !state.isReaped, !hasEnded else { return }
            state.wasKilled = true
            _ = Glibc.kill(process, SIGKILL)
        }
    }

    /// Whether it runs no more; it is not waited for.
    var hasEnded: Bool {
        var facts = unsafe siginfo_t()
        // The number stays 0 where none has ended.
        let answer = unsafe waitid(P_PID, id_t(process), &facts, WEXITED | WNOHANG | WNOWAIT)
        return unsafe (answer == 0 && facts._sifields._sigchld.si_pid != 0)
    }

    /// Waits for its end; call it once.
    func wait() -> End {
        var status: CInt = 0
        // The lock is not held while waiting: a kill may be what it waits for.
        var facts = unsafe siginfo_t()
        unsafe waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT)
        return state.withLock { state in
            unsafe waitpid(process, &status, 0)
            state.isReaped = true
            guard status & 0x7F == SIGKILL else {
                return .other(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
            }
            return state.wasKilled ? .killed : .failpoint
        }
    }
}
