import Glibc

/// An error of reading or writing a document in the spool.
public struct SpoolError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: Sendable {
        /// The disk is full, or the quota of the user is used up.
        case full
        /// The document is larger than 4 GiB.
        case tooLarge
        /// The document does not exist.
        case missing
        /// The system reported another error.
        case failed
    }

    /// The kind of the error.
    public let code: Code
    /// A message without names of the user's files.
    public let description: String

    /// Creates an error of the kind ``Code/failed``.
    ///
    /// - Parameter description: What happened, without names of the user's files.
    /// - Returns: The error.
    public static func failed(_ description: String) -> SpoolError {
        SpoolError(code: .failed, description: description)
    }

    /// A document has other bytes than its facts say.
    static let changed = SpoolError.failed("a document was changed meanwhile")

    /// Maps an `errno` of a failed step.
    static func system(_ step: String, _ number: Int32 = errno) -> SpoolError {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .full
            case ENOENT: .missing
            default: .failed
            }
        return SpoolError(code: code, description: "\(step): \(SystemError.words(number))")
    }
}
