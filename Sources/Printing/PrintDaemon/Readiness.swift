import Glibc
import Synchronization

/// Reports to the program that started the service, on standard output, that it is ready or why not.
final class Readiness: Sendable {
    private let reported = Mutex(false)

    /// Whether it has reported.
    var hasReported: Bool { reported.withLock { $0 } }

    /// Writes the lines, and closes standard output, so that no reader waits for its end.
    func report(_ lines: [String]) {
        reported.withLock { $0 = true }
        let bytes = lines.flatMap { "\($0.replacing("\n", with: " "))\n".utf8 }
        // The reader may be gone; the service continues.
        _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        if null >= 0 {
            dup2(null, STDOUT_FILENO)
            close(null)
        }
    }
}
