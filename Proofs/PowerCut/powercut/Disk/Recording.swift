import FoundationEssentials
import Glibc

/// The disk operations of a program, step by step, and the data that it sent to its clients
/// meanwhile.
///
/// The format is that of `DiskRecorder.h`. That library is only ever preloaded: if linked in, it
/// would record this program, and make its calls fail.
struct Recording: Sendable {
    /// A change to the disk, or an external event.
    ///
    /// Files and folders are identified by inode number.
    enum Step: Sendable, Equatable {
        /// A file or a folder was created.
        case create(node: UInt64, folder: UInt64, name: String, isFolder: Bool)
        /// Bytes were written to a file.
        case write(node: UInt64, offset: Int, bytes: [UInt8])
        /// The size of a file was set.
        case resize(node: UInt64, size: Int)
        /// A file, or the names in a folder, were synced.
        case sync(node: UInt64)
        /// A file or folder was renamed.
        case rename(node: UInt64, from: UInt64, old: String, to: UInt64, new: String)
        /// A name was removed.
        case remove(folder: UInt64, name: String)
        /// A hard link was created.
        case link(node: UInt64, folder: UInt64, name: String)
        /// Bytes were sent to a client.
        case socket(node: UInt64, bytes: [UInt8])
        /// The program was started; the node is the recorded folder.
        case start(folder: UInt64, process: UInt64)
        /// The test driver added a note.
        case note(String)
    }

    /// The reason why a log cannot be parsed.
    struct Damage: Error {
        let offset: Int
    }

    /// All steps, in order.
    let steps: [Step]

    /// Creates a recording of these steps.
    init(steps: [Step]) {
        self.steps = steps
    }

    /// Parses a log; an incomplete last record was interrupted by a kill, and is ignored.
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

    /// Encodes a note, to be appended to a log.
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

extension Recording.Step {
    /// The printer whose snapshot is noted, and the number of the snapshot; `nil` for any other step.
    var moment: (printer: String, number: Int)? {
        guard case .note(let words) = self else { return nil }
        let parts = words.split(separator: " ")
        guard parts.count == 3, parts[0] == "printer", let number = Int(parts[2]) else {
            return nil
        }
        return (String(parts[1]), number)
    }
}
