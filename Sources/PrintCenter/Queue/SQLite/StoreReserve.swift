import Glibc
import Synchronization

/// A file of up to 4 MiB that reserves disk space, so that jobs can be changed and canceled on a full disk.
final class StoreReserve: Sendable {
    /// The sizes of the reserve, in bytes: each change of a job adds an event of some kilobytes.
    private static let sizes: [off_t] = [1 << 22, 1 << 21, 1 << 20, 1 << 19]

    private let path: String
    private struct State {
        /// Whether the file exists in full size.
        var isFull = false
        /// Whether its space was freed, and was not there again since.
        var isUsed = false
        /// The free space when it had been freed: only with more of it somebody has made room.
        var roomAfterUse: off_t = 0
    }

    private let state = Mutex(State())

    /// Whether its space was freed, and is not there again: what is left of it is for changes, not for new jobs.
    var isUsed: Bool { state.withLock(\.isUsed) }

    /// Creates a reserve at a path; ``fill()`` creates the file.
    init(path: String) {
        self.path = path
    }

    /// Creates the file unless it exists; the next call retries where there is no space.
    func fill() {
        state.withLock { state in
            guard !state.isFull else { return }
            // On an almost full disk the reserve would use up what is left.
            let room = room()
            let made = room.subtracting(clamping: state.roomAfterUse)
            guard !state.isUsed || made >= Self.sizes[Self.sizes.count - 1] else { return }
            guard let size = Self.sizes.first(where: { room / 2 >= $0 }) else { return }
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
            let file = unsafe open(path, flags, 0o600)
            guard file >= 0 else { return }
            defer { close(file) }
            state.isFull = posix_fallocate(file, 0, size) == 0
            if state.isFull { state.isUsed = false }
            // A part of the reserve is of no use.
            if !state.isFull { _ = unsafe unlink(path) }
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
        state.withLock { state in
            guard state.isFull else { return false }
            state.isFull = false
            state.isUsed = true
            let isFreed = unsafe unlink(path) == 0
            state.roomAfterUse = room()
            return isFreed
        }
    }
}
