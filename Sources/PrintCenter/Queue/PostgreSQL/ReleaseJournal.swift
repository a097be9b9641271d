import Glibc
import PrintModel

/// The jobs that hosts have released to their printers, in files beside the documents.
///
/// A database that was restored to an earlier point does not know of what was released after it, and would print that
/// again. Each line has the number of transactions that the host had committed then, and the `job-uuid`: where the
/// database has a lower number, the jobs of the later lines may have been printed.
///
/// A line is written before the release, and after the database has its phase.
package struct ReleaseJournal: Sendable {
    /// The folder of the files, one for each host.
    let folder: String
    /// Whether other hosts have to see a line at once.
    let isShared: Bool

    /// A file of this size becomes the older one of a host, which replaces the one before: 16 MiB, some 300,000 jobs.
    static let limit = 16 << 20

    package init(folder: String, isShared: Bool) {
        self.folder = folder
        self.isShared = isShared
    }

    private func path(_ host: Int64) -> String { "\(folder)/\(host)" }

    /// Notes that a job is about to be released.
    ///
    /// - Parameters:
    ///   - job: The `job-uuid`.
    ///   - host: The number of the host.
    ///   - changes: The transactions that the host has committed.
    /// - Throws: ``SpoolError``; the job must not be released then.
    func note(_ job: SubmissionID, host: Int64, changes: Int64) throws(SpoolError) {
        if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw .system("making the journal of releases")
        }
        let path = path(host)
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let file = unsafe open(path, flags, 0o600)
        guard file >= 0 else { throw .system("opening the journal of releases") }
        defer { close(file) }
        let line = Array("\(changes) \(job.rawValue)\n".utf8)
        guard unsafe write(file, line, line.count) == line.count, !isShared || fdatasync(file) == 0
        else { throw .system("writing the journal of releases") }
        var facts = stat()
        if unsafe fstat(file, &facts) == 0, facts.st_size >= Self.limit {
            _ = unsafe rename(path, path + ".older")
        }
    }

    /// Returns the jobs that a host released after a number of transactions.
    func jobs(of host: Int64, after changes: Int64) -> [SubmissionID] {
        let lines = lines(path(host))
        // Usually the database has all of them.
        guard let last = lines.last, last.changes > changes else { return [] }
        return (Self.parse(Self.read(path(host) + ".older")) + lines)
            .filter { $0.changes > changes }.map(\.job)
    }

    private func lines(_ path: String) -> [(changes: Int64, job: SubmissionID)] {
        Self.parse(Self.read(path))
    }

    private static func parse(_ text: String) -> [(changes: Int64, job: SubmissionID)] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            // A crash may have cut the last line off: its job was not released.
            guard words.count == 2, let changes = Int64(words[0]) else { return nil }
            return SubmissionID(rawValue: String(words[1])).map { (changes, $0) }
        }
    }

    private static func read(_ path: String) -> String {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }
}
