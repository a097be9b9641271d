import GRDB
public import PrintModel

/// Why the queue could not be read, or written down.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What programs decide by.
    public enum Code: Sendable {
        /// The disk, or the user's share of it, is full.
        case full
        /// A sync failed, so that a change may be on the disk or not: nobody knows before the next start.
        case inDoubt
        /// Anything else that the system refused.
        case failed
    }

    /// What programs decide by.
    public let code: Code
    /// What happened, without anything of a job.
    public let description: String

    /// Reads an error of SQLite; `nil` for one that is no trouble with the disk.
    init?(_ error: any Error) {
        guard let error = error as? DatabaseError else { return nil }
        // The statement that failed has the names of documents in it.
        let words = error.message ?? "error \(error.extendedResultCode.rawValue)"
        switch error.extendedResultCode {
        case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC: code = .inDoubt
        default:
            switch error.resultCode {
            case .SQLITE_FULL: code = .full
            case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM,
                .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_PROTOCOL, .SQLITE_BUSY:
                code = .failed
            default: return nil
            }
        }
        description = words
    }
}

extension Problem {
    /// Says that the queue could not be written down, and what to do.
    ///
    /// - Parameter error: What the store says.
    public init(_ error: StoreError) {
        switch error.code {
        case .full:
            self.init(
                status: 507,
                title: "Insufficient Storage",
                code: .storageFailed,
                detail: "The disk is full. Make room and try again; nothing was changed."
            )
        case .inDoubt, .failed:
            self.init(
                status: 500,
                title: "Internal Server Error",
                code: .storageFailed,
                detail: "The queue could not be written: \(error). Nothing was changed."
            )
        }
    }
}
