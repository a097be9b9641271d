import ArgumentParser
import PrintModel
import Synchronization

/// What is wrong with a command line, in a sentence of our own that needs no other around it.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    /// The sentence of the last one: the argument parser wraps errors in ones of its own.
    private static let last = Mutex<String?>(nil)

    init(_ description: String) {
        self.description = description
        Self.last.withLock { $0 = description }
    }

    /// Forgets earlier mistakes: those of another way to read the same command line.
    static func forget() { last.withLock { $0 = nil } }

    /// The sentence that an error of the argument parser stands for, if one of ours caused it.
    static func sentence(behind error: any Error) -> String? {
        if let mistake = error as? Mistake { return mistake.description }
        return last.withLock { $0 }
    }
}
