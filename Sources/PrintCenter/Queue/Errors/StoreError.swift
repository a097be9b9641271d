import FoundationEssentials
import GRDB
public import PrintModel

/// An error of reading or writing the queue.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The code, for programs.
    public enum Code: Sendable {
        /// The disk is full, or the quota of the user is used up.
        case full
        /// A sync failed: whether the change is on disk is unknown until the next start.
        case inDoubt
        /// The file is damaged.
        case damaged
        /// The file was removed or replaced while it was open.
        case gone
        /// The database cannot be reached, and nothing was changed.
        case unreachable
        /// The other hosts have given this one up, or another service has its name.
        case taken
        /// Another host has the lane of the job, and nothing was changed.
        case stale
        /// The system reported another error.
        case failed
    }

    /// The code, for programs.
    public let code: Code
    /// A message without data of any job.
    public let description: String

    /// The error of a file that was removed or replaced.
    static func gone(_ path: String) -> StoreError {
        StoreError(code: .gone, description: path)
    }

    /// The error of a row without a value that each has.
    ///
    /// The contents of a row do not belong in a log.
    static let damagedRow = StoreError(code: .damaged, description: "a row cannot be read")

    init(code: Code, description: String) {
        self.code = code
        self.description = description
    }

    /// Maps an error of SQLite or of decoding; `nil` for an error that has other causes.
    init?(_ error: any Error) {
        if error is RowDecodingError || error is DecodingError {
            self = .damagedRow
            return
        }
        guard let error = error as? DatabaseError else { return nil }
        // The failed statement is left out: it contains the names of documents.
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
    /// The problem that a client gets for an error of the store.
    ///
    /// - Parameter error: The error.
    public init(_ error: StoreError) {
        let detail = ["detail": "\(error)"]
        switch error.code {
        case .full: self.init(.storeFull)
        case .damaged: self.init(.storeDamaged, detail)
        case .gone: self.init(.storeGone, detail)
        case .unreachable: self.init(.databaseUnreachable, detail)
        case .taken: self.init(.queueTaken, detail)
        case .inDoubt, .failed, .stale: self.init(.storeFailed, detail)
        }
    }
}
