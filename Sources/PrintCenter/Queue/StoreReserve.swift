import Glibc
import Synchronization

/// A little room on the disk that is kept for the end of jobs: on a full disk a cancel has to be
/// written down, too.
final class StoreReserve: Sendable {
    /// Room for some changes.
    private static let size: off_t = 1 << 19

    private let path: String
    /// Whether the file is there and has all of its room.
    private let isFull = Mutex(false)

    /// Names the file; ``fill()`` makes it.
    init(path: String) {
        self.path = path
    }

    /// Makes the file where it is not there; without room it is tried again later.
    func fill() {
        isFull.withLock { isFull in
            // On a disk with little more than that it would be in the way.
            guard !isFull, room() >= 2 * Self.size else { return }
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
            let file = unsafe open(path, flags, 0o600)
            guard file >= 0 else { return }
            defer { close(file) }
            isFull = posix_fallocate(file, 0, Self.size) == 0
            // Half of it would be in the way of others, and help nobody.
            if !isFull { _ = unsafe unlink(path) }
        }
    }

    /// How much is free for this user where the file is, or would be.
    private func room() -> off_t {
        var facts = statvfs()
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        guard unsafe statvfs(folder, &facts) == 0 else { return 0 }
        return off_t(clamping: UInt64(facts.f_bavail) * UInt64(facts.f_frsize))
    }

    /// Gives the room away; whether there was any.
    func use() -> Bool {
        isFull.withLock { isFull in
            guard isFull else { return false }
            isFull = false
            return unsafe unlink(path) == 0
        }
    }
}
