import Glibc
import Synchronization

/// The documents that crashed their reader, by the hash of their bytes.
///
/// One that has done so three times is not opened any more, until the program or a library of its helper
/// is replaced: an update is what mends it. The bytes of a document are hashed when it has crashed, and
/// when a recorded one has just as many; any other costs nothing.
///
/// Where it has a file, the record outlives the process, and processes share it.
final class CrashRecord: Sendable {
    /// One document.
    struct Entry: Hashable {
        /// The edition of the helper that it crashed.
        let edition: UInt64
        let hash: String
        let size: Int
        var count: Int

        /// The entry as a line of the file.
        var line: String { "\(String(edition, radix: 16)) \(hash) \(size) \(count)\n" }
    }

    private struct State {
        var entries: [Entry] = []
        /// The file as it was read: nothing is read again that has not changed.
        var seen: [Int]?
    }

    /// How many crashes make a document one that is not opened.
    static let limit = 3
    /// The most documents that are remembered; the oldest make room.
    static let capacity = 256
    private static let head = "crashed documents 1\n"
    /// No file that was written here is larger.
    private static let sizeLimit = capacity * 128

    private let path: String?
    private let state = Mutex(State())

    /// The record in a file, which need not be there; in memory alone where there is no path.
    init(path: String?) { self.path = path }

    /// Whether a document is not to be opened.
    func refuses(_ document: Int32, edition: UInt64) -> Bool {
        let size = Self.size(document)
        let suspects = state.withLock { state in
            read(&state)
            return state.entries.filter {
                $0.edition == edition && $0.size == size && $0.count >= Self.limit
            }
        }
        guard !suspects.isEmpty, let hash = Self.hash(document) else { return false }
        return suspects.contains { $0.hash == hash }
    }

    /// Remembers that a document has crashed its reader.
    func add(_ document: Int32, edition: UInt64) {
        guard let hash = Self.hash(document) else { return }
        let size = Self.size(document)
        state.withLock { state in
            // What cannot be written is remembered all the same, as long as this process lives.
            withFile { file in
                if let file { Self.read(file, &state) }
                Self.count(Entry(edition: edition, hash: hash, size: size, count: 1), &state)
                if let file { Self.write(file, &state) }
            }
        }
    }

    private static func count(_ new: Entry, _ state: inout State) {
        var new = new
        let known = state.entries.firstIndex { $0.edition == new.edition && $0.hash == new.hash }
        if let known { new.count += state.entries.remove(at: known).count }
        state.entries.append(new)
        if state.entries.count > capacity {
            state.entries.removeFirst(state.entries.count - capacity)
        }
    }

    /// Takes over what other processes have written, if anything.
    private func read(_ state: inout State) {
        guard let path else { return }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        guard state.seen != Self.look(of: status) else { return }
        guard let file = Descriptor(takingOwnership: unsafe open(path, O_RDONLY | O_CLOEXEC)) else {
            return
        }
        flock(file.number, LOCK_SH)
        Self.read(file.number, &state)
    }

    /// Calls `body` with the locked file, or with none.
    private func withFile(_ body: (Int32?) -> Void) {
        guard let path else { return body(nil) }
        if let slash = path.lastIndex(of: "/") { Self.makeFolder(String(path[..<slash])) }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        guard let file = Descriptor(takingOwnership: unsafe open(path, flags, 0o600)) else {
            return body(nil)
        }
        flock(file.number, LOCK_EX)
        body(file.number)
    }

    private static func makeFolder(_ path: String) {
        guard !path.isEmpty, unsafe mkdir(path, 0o700) != 0, errno == ENOENT,
            let slash = path.lastIndex(of: "/")
        else { return }
        makeFolder(String(path[..<slash]))
        _ = unsafe mkdir(path, 0o700)
    }

    private static func read(_ file: Int32, _ state: inout State) {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return }
        state.seen = look(of: status)
        var bytes = [UInt8](repeating: 0, count: sizeLimit)
        let count = unsafe pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { return }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        // Of another version, or cut by a full disk: what can be read counts.
        guard text.hasPrefix(head) else {
            state.entries = []
            return
        }
        state.entries = text.dropFirst(head.count).split(separator: "\n").compactMap(Entry.init)
    }

    private static func write(_ file: Int32, _ state: inout State) {
        let bytes = Array((head + state.entries.map(\.line).joined()).utf8)
        guard ftruncate(file, 0) == 0, unsafe pwrite(file, bytes, bytes.count, 0) == bytes.count
        else { return }
        var status = stat()
        if unsafe fstat(file, &status) == 0 { state.seen = look(of: status) }
    }

    private static func look(of status: stat) -> [Int] {
        [Int(status.st_ino), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    private static func size(_ document: Int32) -> Int {
        var status = stat()
        return unsafe fstat(document, &status) == 0 ? status.st_size : -1
    }

    /// The hash of a document, or `nil` when it cannot be read to its end.
    static func hash(_ document: Int32) -> String? {
        var hash = SHA256()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var position = 0
        while true {
            let count = unsafe pread(document, &bytes, bytes.count, position)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return hash.finish() }
            hash.update(bytes[..<count])
            position += count
        }
    }
}

extension CrashRecord.Entry {
    /// The entry of a line, or `nil` when it is none.
    fileprivate init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count == 4, let edition = UInt64(words[0], radix: 16), words[1].count == 64,
            let size = Int(words[2]), let count = Int(words[3])
        else { return nil }
        self.init(edition: edition, hash: String(words[1]), size: size, count: count)
    }
}
