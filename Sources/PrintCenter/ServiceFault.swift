import GRDB

/// What a log may say of an error that nobody foresaw.
public enum ServiceFault {
    /// What kind of error it is, without anything that it carries: titles, paths and the words of
    /// others have no place in a log.
    ///
    /// - Parameter error: The error.
    /// - Returns: A name without blanks, and a number where the error has one.
    public static func name(of error: any Error) -> String {
        switch error {
        case let error as DatabaseError: "SQLite-\(error.extendedResultCode.rawValue)"
        case let error as SpoolError: "spool-\(error.code)"
        default: String(describing: type(of: error))
        }
    }
}
