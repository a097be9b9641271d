import CLinux
import Glibc
import PreviewModel
import Synchronization

/// The memory files that a previewer lends to children for their pictures.
///
/// A child sees nothing of an earlier picture: a file is lent again only once the zygote has reaped the child that had it, and
/// after all that this child can have written is gone.
final class LentPictures: Sendable {
    private enum Use {
        case lent
        /// The child that had it may still be running; the zygote reports its end on this socket.
        case ending(Int32)
        case free
    }

    private struct Entry {
        let picture: LentPicture
        var use = Use.lent
        /// The number of bytes whose pages stay allocated: those of the largest picture so far.
        var kept = 0
    }

    private let entries = Mutex<[Entry]>([])

    /// The sizes of files in bytes, for edges of 512, 1024, and 2048 pixels; those of larger pictures are not kept.
    private static let capacities = [1 << 20, 4 << 20, 16 << 20]
    /// The most bytes of all files together.
    private static let sizeLimit = 16 << 20
    /// The most files: the child that had one may still be ending when the next request comes.
    private static let countLimit = 4

    deinit {
        for entry in entries.withLock({ $0 }) { Self.close(entry) }
    }

    /// Lends a file for a picture of at most `size` bytes, which is all zeros.
    ///
    /// The caller gives it back, or discards it.
    ///
    /// - Returns: The file; `nil` for a picture that is too large, and where the system refuses a file.
    func borrow(size: Int) -> LentPicture? {
        guard let capacity = Self.capacities.first(where: { size <= $0 }) else { return nil }
        return entries.withLock { entries in
            for index in entries.indices.reversed()
            where entries[index].picture.capacity == capacity && Self.isFree(&entries[index]) {
                let (picture, kept) = (entries[index].picture, entries[index].kept)
                if picture.wipe(keeping: kept) {
                    entries[index].use = .lent
                    return picture
                }
                entries.remove(at: index)
            }
            guard let picture = LentPicture(capacity: capacity) else { return nil }
            Self.makeRoom(for: capacity, in: &entries)
            entries.append(Entry(picture: picture))
            return picture
        }
    }

    /// Takes a file back from a child that has answered.
    ///
    /// - Parameters:
    ///   - picture: The file.
    ///   - size: The size of the picture in bytes; 0 for none.
    ///   - statuses: The socket on which the zygote reports the end of the child.
    func giveBack(_ picture: LentPicture, used size: Int, after statuses: borrowing Descriptor) {
        // The zygote then kills the child, so that none keeps the file by not ending.
        shutdown(statuses.number, Int32(clamping: SHUT_WR))
        let socket = clinux_duplicate(statuses.number, 3)
        guard socket >= 0 else { return discard(picture) }
        let page = sysconf(Int32(clamping: _SC_PAGESIZE))
        let isKept = entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.picture === picture }) else {
                return false
            }
            entries[index].use = .ending(socket)
            let pages = (size + page - 1) / page
            entries[index].kept = max(entries[index].kept, min(pages * page, picture.capacity))
            return true
        }
        if !isKept { Glibc.close(socket) }
    }

    /// Forgets a file, of whose child nothing is known.
    func discard(_ picture: LentPicture) {
        entries.withLock { entries in entries.removeAll { $0.picture === picture } }
    }

    /// Whether no child has the file any more.
    private static func isFree(_ entry: inout Entry) -> Bool {
        guard case .ending(let socket) = entry.use else {
            if case .free = entry.use { return true }
            return false
        }
        while true {
            var wait = pollfd(fd: socket, events: Int16(clamping: POLLIN), revents: 0)
            guard unsafe poll(&wait, 1, 0) == 1 else { return false }
            // If the zygote is gone, and with it the only one that knows, the file is never lent again.
            guard let message = ReceivedMessage(from: socket, limit: StatusMessage.size),
                let status = StatusMessage(decoding: message.bytes)
            else { return false }
            guard case .ended = status else { continue }
            Glibc.close(socket)
            entry.use = .free
            return true
        }
    }

    /// Forgets the files that were used longest ago, until there is room for another one; those that are lent are gone once
    /// they are no longer used.
    private static func makeRoom(for capacity: Int, in entries: inout [Entry]) {
        var size = entries.reduce(capacity) { $0 + $1.picture.capacity }
        while let first = entries.first, size > sizeLimit || entries.count >= countLimit {
            close(first)
            size -= first.picture.capacity
            entries.removeFirst()
        }
    }

    private static func close(_ entry: Entry) {
        if case .ending(let socket) = entry.use { Glibc.close(socket) }
    }
}
