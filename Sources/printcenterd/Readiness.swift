import Glibc

/// Tells whoever started the service, on standard output, that it serves or why it does not.
struct Readiness {
    /// Writes the line, and lets go of standard output, so that nobody waits for its end.
    func tell(_ line: String) {
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
