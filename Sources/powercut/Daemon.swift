import CLinux
import FoundationEssentials
import Glibc

/// A `printcenterd` whose disk is recorded, or fails.
final class Daemon {
    /// What the disk does.
    enum DiskMode: Sendable {
        /// It works, and what happens is not written down.
        case well
        /// It works, and every change is recorded.
        case recorded
        /// A call fails.
        case failing(SystemCallFailure)
    }

    /// The folder of everything; `root` below it is the one that counts.
    let folder: String
    private let programs: String
    private let scheduler: String
    private(set) var process: pid_t = -1
    private var output: Int32 = -1

    var socket: String { folder + "/run/socket" }
    var root: String { folder + "/root" }
    var log: String { folder + "/records" }
    /// Made when a call was refused.
    var hit: String { folder + "/hit" }

    /// Makes the folders of a service; it does not run yet.
    init(folder: String, programs: String, scheduler: String) throws {
        self.folder = folder
        self.programs = programs
        self.scheduler = scheduler
        for path in [folder, folder + "/root", folder + "/run", folder + "/config"] {
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw Trouble("\(path) cannot be made: error \(errno)")
            }
        }
    }

    deinit {
        if process > 0 { end(SIGKILL) }
    }

    /// Starts the service; the line that it says: "ready", or why not.
    @discardableResult
    func start(_ mode: DiskMode) throws -> String {
        var ends: [Int32] = [-1, -1]
        guard unsafe clinux_pipe(&ends) == 0 else { throw Trouble("there is no pipe") }
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        let errors = unsafe open(
            folder + "/log",
            O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
            0o600
        )
        defer { for file in [ends[1], null, errors] { close(file) } }
        process = Self.spawn(
            programs + "/printcenterd",
            environment(mode),
            [null, ends[1], errors]
        )
        output = ends[0]
        guard process > 0 else {
            throw Trouble("\(programs)/printcenterd does not start: error \(-process)")
        }
        return try firstLine()
    }

    private func environment(_ mode: DiskMode) -> [String] {
        var variables = [
            "PATH=/usr/bin:/bin", "HOME=\(folder)", "XDG_STATE_HOME=\(root)/state",
            "XDG_CONFIG_HOME=\(folder)/config", "PRINTCENTER_SOCKET=\(socket)",
            "PRINTCENTER_ALLOW_ROOT=1", "PRINTCENTER_IDLE=60", "CUPS_SERVER=\(scheduler)",
            "QPREVIEW_ZYGOTE=\(programs)/qpreview-zygote", "SWIFT_BACKTRACE=enable=no",
        ]
        let recorder = [
            "LD_PRELOAD=\(programs)/libDiskRecorder.so", "DISKRECORDER_FOLDER=\(root)",
        ]
        switch mode {
        case .well: break
        case .recorded: variables += recorder + ["DISKRECORDER_LOG=\(log)"]
        case .failing(let failure):
            variables += recorder + ["DISKRECORDER_FAIL=\(failure)", "DISKRECORDER_HIT=\(hit)"]
        }
        return variables
    }

    private func firstLine() throws -> String {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wanted, 1, Exchange.limit) > 0 else {
                throw Trouble("the service says nothing when it starts")
            }
            guard unsafe read(output, &byte, 1) == 1, byte != 0x0A else { break }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Ends the process, and returns how it ended: its exit code, or 128 and the signal.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        guard process > 0 else { return 0 }
        kill(process, signal)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
        return ended(status)
    }

    /// How the process ended, if it has; `nil` while it runs.
    func endedByItself() -> Int32? {
        var status: Int32 = 0
        guard process > 0, unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
        return ended(status)
    }

    private func ended(_ status: Int32) -> Int32 {
        if output >= 0 { close(output) }
        (process, output) = (-1, -1)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    var isRunning: Bool { process > 0 }

    /// What it wrote to its log.
    var words: String {
        // There may be none.
        let data = (try? Data(contentsOf: URL(filePath: folder + "/log"))) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// Puts words into the recording.
    func note(_ words: String) {
        let file = unsafe open(log, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard file >= 0 else { return }
        let record = Recording.note(words)
        _ = unsafe record.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        close(file)
    }

    private static func spawn(
        _ path: String,
        _ variables: [String],
        _ descriptors: [Int32]
    ) -> pid_t {
        var arguments = unsafe [strdup(path), nil]
        var environment = unsafe variables.map { unsafe strdup($0) }
        unsafe environment.append(nil)
        defer { for unsafe text in unsafe arguments + environment { unsafe free(text) } }
        return unsafe clinux_spawn(path, &arguments, &environment, descriptors, 1, 0, -1)
    }
}

/// A system call that fails.
struct SystemCallFailure: Sendable, Hashable, CustomStringConvertible {
    /// The calls that can.
    enum Kind: String, Sendable, CaseIterable {
        case write, fsync, rename, open, ftruncate, unlink, mkdir
    }

    let kind: Kind
    /// Which of them; 1 is the first.
    let number: Int
    /// Whether all that follow fail too.
    let lasts: Bool
    /// `EIO` or `ENOSPC`.
    let error: Int32

    /// As the recorder reads it.
    var description: String { "\(kind.rawValue):\(number)\(lasts ? "+" : ""):\(error)" }
}
