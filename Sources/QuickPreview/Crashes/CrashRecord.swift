import Glibc
import Synchronization

/// The record of documents that crashed the library that reads them, by the hash of their contents.
///
/// A document with three crashes is not opened again until the helper program or one of its libraries is
/// replaced, since an update may fix the crash, or until the user removes it. A document is hashed when it has
/// crashed, and when a recorded one has the same size; other documents cost nothing.
///
/// With a file, the record outlives the process, and all processes of the user share it.
final class CrashRecord: Sendable {
    private struct State {
        var entries: [Entry] = []
        /// The status of the file when it was last read: an unchanged file is not read again.
        var seen: [Int]?
    }

    /// The number of crashes after which a document is not opened again.
    static let limit = 3
    /// The most documents in the record; the oldest are dropped.
    static let capacity = 256
    private static let head = "crashed documents 2\n"
    /// The first line before names and times were recorded.
    private static let oldHead = "crashed documents 1\n"
    /// The largest file that this code writes, in bytes.
    private static let sizeLimit = capacity * 1200

    private let path: String?
    private let state = Mutex(State())

    /// A record in a file, which need not exist; in memory only where `path` is `nil`.
    init(path: String?) { self.path = path }

    /// The entries, the newest last.
    var entries: [Entry] {
        state.withLock { state in
            read(&state)
            return state.entries
        }
    }

    /// Whether a document is refused, after that many crashes.
    func refuses(_ document: Int32, edition: UInt64, after limit: Int = CrashRecord.limit) -> Bool {
        let size = DocumentHash.size(document)
        let suspects = state.withLock { state in
            read(&state)
            return state.entries.filter {
                $0.edition == edition && $0.size == size && $0.count >= limit
            }
        }
        guard !suspects.isEmpty, let hash = DocumentHash.of(document) else { return false }
        return suspects.contains { $0.hash == hash }
    }

    /// Records a crash, of a library or of a program that lays documents out.
    func add(
        _ document: Int32,
        edition: UInt64,
        name: String = "",
        end: PreviewEnd = .crashed(signal: 0),
        isLayout: Bool = false
    ) {
        guard let hash = DocumentHash.of(document) else { return }
        let new = Entry(
            edition: edition,
            hash: hash,
            size: DocumentHash.size(document),
            count: 1,
            time: time(nil),
            end: (isLayout ? Entry.layoutMark : "") + Self.word(end),
            name: name
        )
        // An entry that cannot be written stays in memory for the life of this process.
        _ = change { Self.count(new, &$0) }
    }

    /// Removes the entries for which `isForgotten` is true.
    ///
    /// Returns their number, or `nil` where the file cannot be written.
    func forget(_ isForgotten: (Entry) -> Bool) -> Int? {
        var count = 0
        let isWritten = change { entries in
            let before = entries.count
            entries.removeAll(where: isForgotten)
            count = before - entries.count
        }
        return isWritten || count == 0 ? count : nil
    }

    /// Changes the entries; false where they cannot be written.
    private func change(_ body: (inout [Entry]) -> Void) -> Bool {
        state.withLock { state in
            withFile { file in
                if let file { Self.read(file, &state) }
                body(&state.entries)
                guard let file else { return path == nil }
                return Self.write(file, &state)
            }
        }
    }

    private static func word(_ end: PreviewEnd) -> String {
        switch end {
        case .crashed(let signal): "\(end.name):\(signal)"
        case .forbiddenCall(let call): "\(end.name):\(call)"
        default: end.name
        }
    }

    private static func count(_ new: Entry, _ entries: inout [Entry]) {
        var new = new
        let known = entries.firstIndex { $0.edition == new.edition && $0.hash == new.hash }
        if let known { new.count += entries.remove(at: known).count }
        entries.append(new)
        if entries.count > capacity { entries.removeFirst(entries.count - capacity) }
    }

    /// Reads what other processes have written since.
    private func read(_ state: inout State) {
        guard let path else { return }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        guard state.seen != Self.fingerprint(of: status) else { return }
        guard let file = Descriptor(takingOwnership: unsafe open(path, O_RDONLY | O_CLOEXEC)) else {
            return
        }
        flock(file.number, LOCK_SH)
        Self.read(file.number, &state)
    }

    /// Calls `body` with the locked file, or with `nil` where there is none.
    private func withFile(_ body: (Int32?) -> Bool) -> Bool {
        guard let path else { return body(nil) }
        if let slash = path.lastIndex(of: "/") { Self.makeFolder(String(path[..<slash])) }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        guard let file = Descriptor(takingOwnership: unsafe open(path, flags, 0o600)) else {
            return body(nil)
        }
        flock(file.number, LOCK_EX)
        return body(file.number)
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
        state.seen = fingerprint(of: status)
        guard let bytes = BoundedFile.bytes(of: file, limit: sizeLimit) else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        // The file may be of another version, or cut off by a full disk: every valid line counts.
        guard text.hasPrefix(head) || text.hasPrefix(oldHead) else {
            state.entries = []
            return
        }
        state.entries = text.dropFirst(head.count).split(separator: "\n").compactMap(Entry.init)
    }

    private static func write(_ file: Int32, _ state: inout State) -> Bool {
        let bytes = Array((head + state.entries.map(\.line).joined()).utf8)
        guard ftruncate(file, 0) == 0, unsafe pwrite(file, bytes, bytes.count, 0) == bytes.count
        else { return false }
        var status = stat()
        if unsafe fstat(file, &status) == 0 { state.seen = fingerprint(of: status) }
        return true
    }

    private static func fingerprint(of status: stat) -> [Int] {
        [
            Int(truncatingIfNeeded: status.st_ino), status.st_size, status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec,
        ]
    }
}

extension CrashRecord {
    /// The record of one document.
    struct Entry: Hashable {
        /// The edition of the helper that crashed.
        let edition: UInt64
        let hash: String
        let size: Int
        var count: Int
        /// The time of the last crash in seconds since 1970; 0 where it was not recorded.
        var time = 0
        /// How the child ended: a name of ``PreviewEnd/name``, and its number.
        var end = "crashed:0"
        /// The file name at the last crash.
        var name = ""

        /// What precedes the end of a program that lays documents out.
        static let layoutMark = "layout-"

        /// The entry as a line of the file.
        var line: String {
            let known = "\(String(edition, radix: 16)) \(hash) \(size) \(count) \(time) \(end)"
            return "\(known) \(Self.escaped(name))\n"
        }

        /// A name with separators, control characters, and percent signs encoded as two digits.
        private static func escaped(_ name: String) -> String {
            var text = ""
            for byte in name.utf8.prefix(255) {
                if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
                    text.unicodeScalars.append(Unicode.Scalar(byte))
                } else {
                    text += byte < 16 ? "%0" : "%"
                    text += String(byte, radix: 16)
                }
            }
            return text
        }

        private static func unescaped(_ text: Substring) -> String {
            var bytes: [UInt8] = []
            var rest = Array(text.utf8)[...]
            while let byte = rest.popFirst() {
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                if byte == UInt8(ascii: "%"), let number = UInt8(digits, radix: 16) {
                    bytes.append(number)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// An entry.
        init(
            edition: UInt64,
            hash: String,
            size: Int,
            count: Int,
            time: Int,
            end: String,
            name: String
        ) {
            (self.edition, self.hash, self.size, self.count) = (edition, hash, size, count)
            (self.time, self.end, self.name) = (time, end, name)
        }

        /// The entry of a line; `nil` where the line is invalid.
        init?(_ line: Substring) {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 4 || words.count == 7,
                let edition = UInt64(words[0], radix: 16), words[1].count == 64,
                let size = Int(words[2]), let count = Int(words[3])
            else { return nil }
            (self.edition, self.hash, self.size) = (edition, String(words[1]), size)
            self.count = count
            guard words.count == 7 else { return }
            time = Int(words[4]) ?? 0
            end = String(words[5])
            name = Self.unescaped(words[6])
        }
    }
}
