import PrintCenter
import PrintModel

extension StartProblem {
    /// The problem of a queue in a database.
    ///
    /// - Parameter problem: What is wrong.
    init(_ problem: DatabaseProblem) {
        switch problem {
        case .libraryMissing: self.init(.databaseLibraryMissing)
        case .unreadable: self.init(.databaseUnreadable)
        case .password: self.init(.databasePassword)
        case .unreachable(let database, let detail):
            self.init(.databaseUnreachable, ["database": database, "detail": detail])
        case .refused(let database, let reason, let detail):
            let cause: StartProblem.Cause =
                switch reason {
                case .password: .databasePasswordWrong
                case .role: .databaseRoleRefused
                case .missing: .databaseMissing
                }
            self.init(cause, ["database": database, "detail": detail])
        case .unsuitable(let database, let detail):
            self.init(.databaseUnsuitable, ["database": database, "detail": detail])
        case .newer(let database): self.init(.databaseNewer, ["database": database])
        case .taken(let database, let host, let since):
            self.init(.databaseTaken, ["database": database, "host": host, "since": since])
        case .foreign(let database, let host, let folder):
            self.init(.databaseForeign, ["database": database, "host": host, "path": folder])
        case .other(let database, let folder):
            self.init(.databaseOther, ["database": database, "path": folder])
        case .lost(let database, let documents, let folder):
            self.init(
                .databaseLost,
                ["database": database, "documents": "\(documents)", "path": folder]
            )
        case .missed(let database, let folder, let files):
            let list = files.joined(separator: ", ")
            self.init(.databaseMissed, ["database": database, "path": folder, "files": list])
        case .jobsInFile(let count): self.init(.queueHasJobs, ["jobs": "\(count)"])
        case .folder(let path, .ofUser(let owner)):
            self.init(.documentsForeign, ["path": path, "owner": "\(owner)"])
        case .folder(let path, let reason):
            let cause: StartProblem.Cause =
                switch reason {
                case .relative: .documentsRelative
                case .missing: .documentsMissing
                case .notPrivate, .ofUser: .documentsNotPrivate
                case .withoutStore: .documentsWithoutStore
                }
            self.init(cause, ["path": path])
        case .unset(let path): self.init(.databaseUnset, ["path": path])
        }
    }
}
