import CLinux
import FileAccess
import Glibc

/// The service that has the lock of a socket, although nobody reaches it.
///
/// One that has served claims the file of the lock, and is ended when it is late: it hangs. One that has not served yet is
/// left alone, as it may need long to open its queue. The process is the one that the kernel names, and each has its own
/// time: of several services that wait, the one that comes first is not ended by the others.
struct LockHolder: ~Copyable {
    private let path: String
    private let lateness: Duration
    /// The number of the process; 0 where none has claimed the file.
    private var process: Int32 = 0
    /// The process itself, whatever becomes of its number.
    private var claimant: Int32 = -1
    // A computer that sleeps leaves no time to end.
    private var seen = SuspendingClock.now

    /// The holder of a lock.
    ///
    /// - Parameters:
    ///   - path: The file of the lock.
    ///   - lateness: The time after which a service that nobody reaches is late.
    init(of path: String, lateness: Duration) {
        (self.path, self.lateness) = (path, lateness)
    }

    deinit {
        if claimant >= 0 { close(claimant) }
    }

    /// Looks at the process, and ends it if it is late; only while nobody reaches it.
    mutating func endIfLate() {
        let file = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return }
        defer { close(file) }
        guard FileFacts(descriptor: file)?.owner == geteuid() else { return }
        guard process > 0, clinux_claimant(file) == process else { return look(at: file) }
        guard seen.duration(to: .now) >= lateness else { return }
        guard clinux_kill_claimant(file, process, claimant) == 0 else { return look(at: file) }
        // All of its locks are released before it counts as ended.
        var ended = pollfd(fd: claimant, events: Int16(clamping: POLLIN), revents: 0)
        _ = unsafe poll(&ended, 1, 1000)
    }

    private mutating func look(at file: Int32) {
        if claimant >= 0 { close(claimant) }
        let number = clinux_claimant(file)
        claimant = number > 0 ? clinux_open_claimant(file, number) : -1
        process = claimant >= 0 ? number : 0
        seen = .now
    }
}
