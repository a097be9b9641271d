import Glibc

/// Why a document could not be written to, or read from, the spool.
public struct SpoolError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What programs decide by.
    public enum Code: Sendable {
        /// The disk, or the user's share of it, is full.
        case full
        /// The document is larger than the spool takes.
        case tooLarge
        /// The document is not there.
        case missing
        /// Anything else that the system refused.
        case failed
    }

    /// What programs decide by.
    public let code: Code
    /// What happened, without the name of any user's file.
    public let description: String

    /// Says that something could not be written.
    ///
    /// - Parameter description: What happened, without the name of any user's file.
    /// - Returns: The error, which a full disk is none of.
    public static func failed(_ description: String) -> SpoolError {
        SpoolError(code: .failed, description: description)
    }

    /// Names the step that failed and why, from `errno`.
    static func system(_ step: String, _ number: Int32 = errno) -> SpoolError {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .full
            case ENOENT: .missing
            default: .failed
            }
        // strerror is safe here: the text is copied before another call.
        let why = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        return SpoolError(code: code, description: "\(step): \(why)")
    }
}
