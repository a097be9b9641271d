import ArgumentParser
import PrintModel
import Synchronization

/// An error in a command line, with a complete sentence of this program.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    /// The sentence of the last error, because the argument parser wraps errors in its own.
    private static let last = Mutex<String?>(nil)

    init(_ description: String) {
        self.description = description
        Self.last.withLock { $0 = description }
    }

    /// Discards earlier errors, which come from another parse of the same command line.
    static func forget() { last.withLock { $0 = nil } }

    /// The sentence of an error of the argument parser that this program caused; `nil` for others.
    static func sentence(behind error: any Error) -> String? {
        if let mistake = error as? Mistake { return mistake.description }
        return last.withLock { $0 }
    }
}
