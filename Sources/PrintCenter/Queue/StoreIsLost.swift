import GRDB
import Glibc

/// The queue is gone, and the documents of its jobs are still there.
public struct StoreIsLost: Error, CustomStringConvertible {
    /// How many documents there are.
    let documents: Int

    /// What is the matter.
    public var description: String {
        "queue.sqlite is missing or empty, but its spool holds documents (\(documents))"
    }

    /// Looks for the queue without making one.
    ///
    /// - Parameters:
    ///   - path: The file of the store.
    ///   - spool: The folder of its documents, which get there only when there is a store.
    /// - Throws: ``StoreIsLost``; what else is wrong with either shows when it is opened.
    static func check(_ path: String, spool: String) throws {
        guard !hasTables(path) else { return }
        // A spool that cannot be read is told of when it is opened.
        let documents = (try? Spool.documents(in: spool)) ?? 0
        if documents > 0 { throw StoreIsLost(documents: documents) }
    }

    private static func hasTables(_ path: String) -> Bool {
        guard size(of: path) > 0 || size(of: path + "-wal") > 0 else { return false }
        var configuration = Configuration()
        configuration.readonly = true
        // What cannot be opened is there all the same.
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
