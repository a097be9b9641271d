import GRDB

/// Names for unexpected errors that are safe to log.
public enum ServiceFault {
    /// Returns the kind of an error without its contents: titles, paths, and text of other programs do
    /// not belong in a log.
    ///
    /// - Parameter error: The error.
    /// - Returns: A name without spaces, with a number where the error has one.
    public static func name(of error: any Error) -> String {
        switch error {
        case let error as DatabaseError: "SQLite-\(error.extendedResultCode.rawValue)"
        case let error as SpoolError: "spool-\(error.code)"
        default: String(describing: type(of: error))
        }
    }
}
