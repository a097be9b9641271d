import FoundationEssentials
import Glibc

/// What a program did to a disk, step by step, and what it told its clients meanwhile.
///
/// The form is that of `CDiskRecorder.h`. That target is only ever preloaded: linked in, it would
/// record, and refuse, what this program does.
struct Recording: Sendable {
    /// A change of the disk, or a sign from outside.
    ///
    /// Files and folders are inode numbers.
    enum Step: Sendable, Equatable {
        /// A file, or a folder, came to be.
        case create(node: UInt64, folder: UInt64, name: String, isFolder: Bool)
        /// Bytes were written.
        case write(node: UInt64, offset: Int, bytes: [UInt8])
        /// The size was set.
        case resize(node: UInt64, size: Int)
        /// All of a file, or all names of a folder, are on the disk.
        case sync(node: UInt64)
        /// A name became another.
        case rename(node: UInt64, from: UInt64, old: String, to: UInt64, new: String)
        /// A name is gone.
        case remove(folder: UInt64, name: String)
        /// A file has another name.
        case link(node: UInt64, folder: UInt64, name: String)
        /// Bytes went to a client.
        case socket(node: UInt64, bytes: [UInt8])
        /// The program was started; the node is the folder that is recorded.
        case start(folder: UInt64, process: UInt64)
        /// Whoever drives the program says something.
        case note(String)
    }

    /// Why a log is not one.
    struct Damage: Error {
        let offset: Int
    }

    /// All steps, in their order.
    let steps: [Step]

    /// A recording of these steps.
    init(steps: [Step]) {
        self.steps = steps
    }

    /// Reads a log; a last record that is not whole was cut off by a kill, and never happened.
    init(log: [UInt8]) throws {
        var steps: [Step] = []
        var offset = 0
        while log.count - offset >= Self.headLength {
            let length = Int(Self.number(log, offset + 4, 4))
            let start = offset + Self.headLength
            guard log.count - start >= length else { break }
            guard let step = Self.step(log, offset, Array(log[start..<start + length])) else {
                throw Damage(offset: offset)
            }
            steps.append(step)
            offset = start + length
        }
        self.steps = steps
    }

    private static let headLength = 32
    private static let noteKind: UInt32 = 11

    /// A record that says something, to be appended to a log.
    static func note(_ text: String) -> [UInt8] {
        let text = Array(text.utf8)
        var record = [UInt8](repeating: 0, count: headLength)
        record[0] = UInt8(noteKind)
        for byte in 0..<4 { record[4 + byte] = UInt8(truncatingIfNeeded: text.count >> (8 * byte)) }
        return record + text
    }

    private static func step(_ log: [UInt8], _ offset: Int, _ text: [UInt8]) -> Step? {
        let node = number(log, offset + 8, 8)
        let folder = number(log, offset + 16, 8)
        let place = number(log, offset + 24, 8)
        let words = String(decoding: text, as: UTF8.self)
        switch number(log, offset, 4) {
        case 1: return .create(node: node, folder: folder, name: words, isFolder: false)
        case 2: return .create(node: node, folder: folder, name: words, isFolder: true)
        case 3: return .write(node: node, offset: Int(place), bytes: text)
        case 4: return .resize(node: node, size: Int(place))
        case 5: return .sync(node: node)
        case 6:
            let names = words.split(separator: "\0").map { String($0) }
            guard names.count == 2 else { return nil }
            return .rename(node: node, from: folder, old: names[0], to: place, new: names[1])
        case 7: return .remove(folder: folder, name: words)
        case 8: return .socket(node: node, bytes: text)
        case 9: return .link(node: node, folder: folder, name: words)
        case 10: return .start(folder: node, process: place)
        case 11: return .note(words)
        default: return nil
        }
    }

    private static func number(_ log: [UInt8], _ offset: Int, _ length: Int) -> UInt64 {
        (0..<length).reduce(0) { $0 | UInt64(log[offset + $1]) << UInt64(8 * $1) }
    }
}
