import FoundationEssentials
import Glibc
import ProofKit

/// A `printcenterd` whose disk operations are recorded, or fail.
final class RecordedService {
    /// The behavior of the disk.
    enum DiskMode: Sendable {
        /// It works, and is not recorded.
        case well
        /// It works, and every change is recorded.
        case recorded
        /// A system call fails.
        case failing(SystemCallFailure)
    }

    /// The folder of the service; only the disk below `root` in it is recorded.
    let folder: String
    private let scheduler: String
    private var service: ServiceProcess?

    var socket: String { folder + "/run/socket" }
    var root: String { folder + "/root" }
    var log: String { folder + "/records" }
    /// The file that the recorder creates when it makes a call fail.
    var hit: String { folder + "/hit" }

    /// Creates the folders of a service, without starting it.
    init(folder: String, scheduler: String) throws {
        self.folder = folder
        self.scheduler = scheduler
        for path in [folder, folder + "/root", folder + "/run", folder + "/config"] {
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw ProofError("\(path) cannot be made: error \(errno)")
            }
        }
    }

    deinit {
        end(SIGKILL)
    }

    /// Starts the service, and returns the line that it prints: "ready", or the reason why it ends.
    @discardableResult
    func start(_ mode: DiskMode) throws -> String {
        let service = try ServiceProcess(environment: environment(mode), log: folder + "/log")
        self.service = service
        return try service.line() ?? ""
    }

    private func environment(_ mode: DiskMode) -> [String: String] {
        var variables = [
            "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": "\(root)/state",
            "XDG_CONFIG_HOME": "\(folder)/config", "PRINTCENTER_SOCKET": socket,
            "PRINTCENTER_ALLOW_ROOT": "1", "PRINTCENTER_IDLE": "3600", "CUPS_SERVER": scheduler,
            "PRINTCENTER_PATIENCE": Duration.servicePatience,
            "QPREVIEW_ZYGOTE": BuiltPrograms.zygote, "SWIFT_BACKTRACE": "enable=no",
        ]
        if case .well = mode { return variables }
        variables["LD_PRELOAD"] = DiskRecorder.library
        variables["DISKRECORDER_FOLDER"] = root
        if case .failing(let failure) = mode {
            variables["DISKRECORDER_FAIL"] = "\(failure)"
            variables["DISKRECORDER_HIT"] = hit
        } else {
            variables["DISKRECORDER_LOG"] = log
        }
        return variables
    }

    /// Ends the process, and returns its exit code, or 128 plus the signal number.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        guard let service else { return 0 }
        self.service = nil
        return service.end(signal).code
    }

    /// The exit code of the process if it has ended; `nil` while it runs.
    func endedByItself() -> Int32? {
        guard let service, service.hasEnded else { return nil }
        self.service = nil
        return service.wait().code
    }

    var isRunning: Bool { service != nil }

    /// The contents of the service's log.
    var words: String {
        // The log may not exist.
        let data = (try? Data(contentsOf: URL(filePath: folder + "/log"))) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// Adds a note to the recording.
    func note(_ words: String) { Self.note(words, in: log) }

    /// Adds a note to a recording.
    static func note(_ words: String, in log: String) {
        let file = unsafe open(log, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard file >= 0 else { return }
        let record = Recording.note(words)
        _ = unsafe record.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        close(file)
    }
}
