import Glibc
import Synchronization

/// Tells whoever started the service, on standard output, that it serves or why it does not.
final class Readiness: Sendable {
    private let told = Mutex(false)

    /// Whether it has been told.
    var hasTold: Bool { told.withLock { $0 } }

    /// Writes the line, and lets go of standard output, so that nobody waits for its end.
    func tell(_ line: String) {
        told.withLock { $0 = true }
        let bytes = Array("\(line.replacing("\n", with: " "))\n".utf8)
        // Nobody may be listening any more; the service goes on all the same.
        _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        if null >= 0 {
            dup2(null, STDOUT_FILENO)
            close(null)
        }
    }
}
