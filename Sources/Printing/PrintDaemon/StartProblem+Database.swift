import PrintCenter
import PrintModel

extension StartProblem {
    /// The problem of a queue in a database.
    ///
    /// - Parameters:
    ///   - problem: What is wrong.
    ///   - path: The state folder.
    init(_ problem: DatabaseProblem, path: String) {
        switch problem {
        case .libraryMissing: self.init(.databaseLibraryMissing)
        case .unreadable: self.init(.databaseUnreadable)
        case .password: self.init(.databasePassword)
        case .unreachable(let database, let detail):
            self.init(.databaseUnreachable, ["database": database, "detail": detail])
        case .unsuitable(let database, let detail):
            self.init(.databaseUnsuitable, ["database": database, "detail": detail])
        case .newer(let database): self.init(.databaseNewer, ["database": database])
        case .taken(let database, let host, let since):
            self.init(.databaseTaken, ["database": database, "host": host, "since": since])
        case .foreign(let database, let host):
            self.init(.databaseForeign, ["database": database, "host": host, "path": path])
        case .lost(let database, let documents):
            self.init(
                .databaseLost,
                ["database": database, "documents": "\(documents)", "path": path]
            )
        case .jobsInFile(let count): self.init(.queueHasJobs, ["jobs": "\(count)"])
        case .folder(let path, let reason):
            let cause: StartProblem.Cause =
                switch reason {
                case .relative: .documentsRelative
                case .missing: .documentsMissing
                case .notPrivate: .documentsNotPrivate
                case .withoutStore: .documentsWithoutStore
                }
            self.init(cause, ["path": path])
        case .unset(let path): self.init(.databaseUnset, ["path": path])
        }
    }
}
