internal import FoundationEssentials
internal import Glibc

/// The temporary folder of a lab, which `PRINTLAB_DIR` names.
public struct LabFolder: Hashable, Sendable {
    /// The absolute path.
    public let path: String

    /// The folder at an absolute path, which need not exist yet.
    public init(path: String) { self.path = path }

    /// The folder of the lab in which this process runs.
    ///
    /// - Throws: ``LabError`` with ``LabError/Code/noLab`` where `PRINTLAB_DIR` is not set.
    public static func current() throws -> LabFolder {
        guard let path = ProcessInfo.processInfo.environment["PRINTLAB_DIR"], !path.isEmpty else {
            throw LabError(
                .noLab,
                "PRINTLAB_DIR is not set. Run this inside 'printlab run -- COMMAND', or set it to the lab's folder."
            )
        }
        return LabFolder(path: path)
    }

    /// The folder of received documents, with a subfolder per printer, and one per job in it.
    public var received: String { path + "/received" }
    /// The path of the scheduler's Unix domain socket, which `CUPS_SERVER` names.
    public var schedulerSocket: String { path + "/cups.sock" }
    /// The path of the scheduler's error log.
    public var schedulerLog: String { path + "/log/error_log" }

    var busSocket: String { path + "/bus" }
    var controlSocket: String { path + "/control" }
    var settings: String { path + "/etc" }
    var logs: String { path + "/log" }
    var home: String { path + "/home" }
    var runtime: String { path + "/run" }
    func printer(_ name: String) -> String { "\(path)/printers/\(name)" }
    /// The path of the file to which a printer on PAPPL adds a line for each side that it prints.
    func sides(of name: String) -> String { "\(received)/\(name)/sides" }
    /// The path of the file whose presence means that the printer is out of paper.
    func paperOut(_ name: String) -> String { printer(name) + "/paper-out" }

    /// Creates an empty folder in `TMPDIR`.
    ///
    /// The folder is in `/tmp` instead where socket paths would exceed 107 bytes, where the path
    /// contains special characters of the scheduler's configuration, or where root's filters, which
    /// run as `lp`, could not traverse it.
    static func make() throws -> LabFolder {
        var base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        let isPlain = base.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0))
        }
        let isWritable = unsafe access(base, W_OK | X_OK) == 0
        let isUsable = base.hasPrefix("/") && base.utf8.count <= 60 && isPlain && isWritable
        if !isUsable || (getuid() == 0 && !isOpenToAll(base)) { base = "/tmp" }
        var template = Array("\(base)/printlab-XXXXXX".utf8CString)
        // `mkdtemp` writes the name that it chose into the template.
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer -> String? in
            guard let start = buffer.baseAddress, let name = unsafe mkdtemp(start) else {
                return nil
            }
            return unsafe String(cString: name)
        }
        guard let made else {
            throw LabError(.system, "No folder can be made in \(base): \(reason(of: errno)).")
        }
        return LabFolder(path: made)
    }

    /// Whether every user may traverse a folder and its ancestors.
    private static func isOpenToAll(_ path: String) -> Bool {
        var information = stat()
        var prefix = ""
        for part in path.split(separator: "/") {
            prefix += "/" + part
            guard unsafe stat(prefix, &information) == 0, information.st_mode & S_IXOTH != 0 else {
                return false
            }
        }
        return true
    }

    /// Creates a folder in the lab, with its ancestors.
    func makeFolder(_ path: String, mode: mode_t = 0o755) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
        } catch {
            throw LabError(.system, "\(path) cannot be made: \(error)")
        }
        guard unsafe chmod(path, mode) == 0 else {
            throw LabError(.system, "\(path) cannot be made: \(reason(of: errno)).")
        }
    }

    /// Writes a file in the lab.
    func write(_ text: String, to path: String, mode: mode_t = 0o644) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw LabError(.system, "\(path) cannot be written: \(error)")
        }
        guard unsafe chmod(path, mode) == 0 else {
            throw LabError(.system, "\(path) cannot be written: \(reason(of: errno)).")
        }
    }

    /// Removes the folder and its contents, as far as possible.
    func remove() {
        // The folder may already be gone, which is not an error.
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// The message for an `errno` value.
func reason(of code: CInt) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
