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

    /// Gives the documents to a new queue; returns its id once it is on disk.
    func make() throws -> String {
        let id = SubmissionID.random().rawValue
        try write(id)
        return id
    }

    /// Returns the id, and makes one where there is none.
    func idOrNew() throws -> String { try id ?? make() }

    /// Notes that the queue has been there.
    func markOpened() throws {
        if let id, !wasOpened { try write(id + " opened") }
    }

    /// Notes the same queue in another file.
    func copy(to other: QueueIdentity) throws {
        if let id, other.id != id { try other.write(id + " opened") }
    }

    private func write(_ line: String) throws {
        let part = path + ".part"
        let file = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SpoolError.system("writing \(path)") }
        defer { close(file) }
        let bytes = Array((line + "\n").utf8)
        guard unsafe Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0,
            unsafe rename(part, path) == 0
        else { throw SpoolError.system("writing \(path)") }
        // Only now does a power cut leave the new name, too.
        let end = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let folder = unsafe open(end, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        close(folder)
    }
}
