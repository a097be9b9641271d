import FoundationEssentials
import Glibc
import PrintModel

/// The file that says to which queue in a database the documents of a folder belong.
///
/// Its line has the id of the queue, and `opened` once the queue has been there: before, the making of a queue may
/// have been interrupted.
package struct QueueIdentity: Sendable {
    /// The file.
    let path: String

    package init(path: String) { self.path = path }

    private var words: [Substring] {
        // A file that is missing or damaged names no queue, and the one in the database is then refused.
        guard let data = try? Data(contentsOf: URL(filePath: path)), data.count < 200 else {
            return []
        }
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    }

    /// The id of the queue; `nil` where the documents belong to none in a database.
    var id: String? { words.first.map { String($0) } }

    /// Whether the queue has been there.
    package var wasOpened: Bool { words.dropFirst().first == "opened" }

    /// Whether the documents belong to a queue, or may: a file that is there and cannot be read counts as such, and one
    /// of a queue whose making was interrupted does not.
    var isTaken: Bool { unsafe access(path, F_OK) == 0 && (id == nil || wasOpened) }

    /// The folder of the file.
    var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    /// An id that no other queue has.
    static func newID() -> String { SubmissionID.random().rawValue }

    /// Gives the documents to a new queue, unless they belong to one.
    ///
    /// - Parameter id: The id of the queue.
    /// - Throws: ``SpoolError``, also where another host has written the file meanwhile.
    func give(to id: String) throws { try write(id, isFirst: self.id == nil) }

    /// Writes an id, unless the file has it.
    func keep(_ id: String) throws { if self.id != id { try write(id) } }

    /// Notes that the queue has been there.
    func markOpened() throws {
        if let id, !wasOpened { try write(id + " opened") }
    }

    /// Notes the same queue in another file.
    func copy(to other: QueueIdentity) throws {
        if let id, other.id != id { try other.write(id + " opened") }
    }

    /// Writes the line, and returns once it is on disk.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - isFirst: Whether a file that is there is left as it is.
    /// - Throws: ``SpoolError``.
    private func write(_ line: String, isFirst: Bool = false) throws {
        // Hosts that share the folder may write at the same time.
        let part = "\(path).\(Self.newID()).part"
        let file = unsafe open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SpoolError.system("writing \(path)") }
        defer { close(file) }
        let bytes = Array((line + "\n").utf8)
        guard unsafe Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0,
            place(part, isFirst: isFirst)
        else {
            let number = errno
            _ = unsafe unlink(part)
            throw SpoolError.system("writing \(path)", number)
        }
        // Only now does a power cut leave the new name, too.
        let folder = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        close(folder)
    }

    /// Gives the written file its name; on failure, `errno` has the cause.
    private func place(_ part: String, isFirst: Bool) -> Bool {
        guard isFirst else { return unsafe rename(part, path) == 0 }
        if unsafe link(part, path) == 0 {
            _ = unsafe unlink(part)
            return true
        }
        // A file system without links has no way to leave what came just now.
        return unsafe errno != EEXIST && rename(part, path) == 0
    }
}
