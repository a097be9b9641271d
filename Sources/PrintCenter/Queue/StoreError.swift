import FoundationEssentials
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
        /// The file does not make sense any more.
        case damaged
        /// The file was removed or replaced while the service had it open.
        case gone
        /// Anything else that the system refused.
        case failed
    }

    /// What programs decide by.
    public let code: Code
    /// What happened, without anything of a job.
    public let description: String

    /// Says that the file is not where it was.
    static func gone(_ path: String) -> StoreError {
        StoreError(code: .gone, description: path)
    }

    private init(code: Code, description: String) {
        self.code = code
        self.description = description
    }

    /// Reads an error of SQLite; `nil` for one that is no trouble with the disk.
    init?(_ error: any Error) {
        if error is RowDecodingError || error is DecodingError {
            // A row that this program did not write so: what stands in it does not go into a log.
            self.init(code: .damaged, description: "a row cannot be read")
            return
        }
        guard let error = error as? DatabaseError else { return nil }
        // The statement that failed has the names of documents in it.
        let words = error.message ?? "error \(error.extendedResultCode.rawValue)"
        let found: Code
        switch error.extendedResultCode {
        case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC: found = .inDoubt
        default:
            switch error.resultCode {
            case .SQLITE_FULL: found = .full
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: found = .damaged
            case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM,
                .SQLITE_PROTOCOL, .SQLITE_BUSY:
                found = .failed
            default: return nil
            }
        }
        self.init(code: found, description: words)
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
        case .damaged:
            self.init(
                status: 500,
                title: "Internal Server Error",
                code: .storageFailed,
                detail:
                    "The queue file is damaged: \(error). Stop the service (printq service stop), then restore the file or move its folder away to begin with an empty queue; nothing was changed."
            )
        case .gone:
            self.init(
                status: 500,
                title: "Internal Server Error",
                code: .storageFailed,
                detail:
                    "The queue file \(error) was removed or replaced while the service was running. Put it back, or stop the service (printq service stop) to begin with an empty queue; nothing was queued."
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
