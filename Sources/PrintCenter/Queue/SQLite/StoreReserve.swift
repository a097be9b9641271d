import Glibc
import Synchronization

/// A file of 512 KiB that reserves disk space, so that jobs can be canceled and released on a full disk.
final class StoreReserve: Sendable {
    /// The size of the reserve, in bytes.
    private static let size: off_t = 1 << 19

    private let path: String
    /// Whether the file exists in full size.
    private let isFull = Mutex(false)

    /// Creates a reserve at a path; ``fill()`` creates the file.
    init(path: String) {
        self.path = path
    }

    /// Creates the file unless it exists; the next call retries where there is no space.
    func fill() {
        isFull.withLock { isFull in
            // On an almost full disk the reserve would use up what is left.
            guard !isFull, room() >= 2 * Self.size else { return }
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
            let file = unsafe open(path, flags, 0o600)
            guard file >= 0 else { return }
            defer { close(file) }
            isFull = posix_fallocate(file, 0, Self.size) == 0
            // A part of the reserve is of no use.
            if !isFull { _ = unsafe unlink(path) }
        }
    }

    /// The free space for this user on the disk of the file, in bytes.
    private func room() -> off_t {
        var facts = statvfs()
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        guard unsafe statvfs(folder, &facts) == 0 else { return 0 }
        return off_t(clamping: UInt64(facts.f_bavail) * UInt64(facts.f_frsize))
    }

    /// Frees the reserved space; returns whether there was any.
    func use() -> Bool {
        isFull.withLock { isFull in
            guard isFull else { return false }
            isFull = false
            return unsafe unlink(path) == 0
        }
    }
}
