/// A simulated failure of a system call.
struct SystemCallFailure: Sendable, Hashable, CustomStringConvertible {
    /// The system calls that can fail.
    enum Kind: String, Sendable, CaseIterable {
        case write, fsync, rename, open, ftruncate, unlink, mkdir
    }

    let kind: Kind
    /// The 1-based number of the call among those of its kind.
    let number: Int
    /// Whether all later calls of the kind fail, too.
    let lasts: Bool
    /// The error number: `EIO` or `ENOSPC`.
    let error: Int32

    /// The failure in the syntax of the recorder.
    var description: String { "\(kind.rawValue):\(number)\(lasts ? "+" : ""):\(error)" }
}
