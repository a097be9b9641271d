import Glibc

/// The log of the program: standard error, which is the journal or the service's log.
enum DesktopLog {
    /// Writes a line.
    static func write(_ line: String) {
        let bytes = Array("printcenter-desktop: \(line)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }
}
