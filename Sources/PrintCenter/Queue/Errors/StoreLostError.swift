import GRDB
import Glibc

/// The error of a queue that is gone while the documents of its jobs are still in the spool.
public struct StoreLostError: Error {
    /// The number of documents in the spool.
    public let documents: Int

    /// Checks whether the queue exists, without creating it.
    ///
    /// - Parameters:
    ///   - path: The file of the store.
    ///   - spool: The folder of its documents, which only a queue can have put there.
    /// - Throws: ``StoreLostError``. Other errors show when store and spool are opened.
    static func check(_ path: String, spool: String) throws {
        guard !hasTables(path) else { return }
        // Opening the spool reports that it cannot be read.
        let documents = (try? Spool.documents(in: spool)) ?? 0
        if documents > 0 { throw StoreLostError(documents: documents) }
    }

    private static func hasTables(_ path: String) -> Bool {
        guard size(of: path) > 0 || size(of: path + "-wal") > 0 else { return false }
        var configuration = Configuration()
        configuration.readonly = true
        // A file that cannot be opened exists nevertheless.
        let count = try? DatabaseQueue(path: path, configuration: configuration).read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master")
        }
        return count != 0
    }

    private static func size(of path: String) -> off_t {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? facts.st_size : 0
    }
}
