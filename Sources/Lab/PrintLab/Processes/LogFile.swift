internal import FoundationEssentials
internal import Glibc

/// The log file for a daemon's output, and an empty standard input for it.
final class LogFile {
    let path: String
    let descriptor: CInt
    let null: CInt

    init(_ path: String) throws {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, null >= 0 else {
            throw LabError(.system, "\(path) cannot be written: \(reason(of: errno)).")
        }
    }

    deinit {
        close(descriptor)
        close(null)
    }

    /// The last lines of the log, for an error message.
    func tail() -> String { Self.tail(of: path) }

    /// The last lines of a file; an empty string where it does not exist.
    static func tail(of path: String) -> String {
        // A missing log only makes the message shorter.
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(8).joined(separator: "\n")
    }
}
