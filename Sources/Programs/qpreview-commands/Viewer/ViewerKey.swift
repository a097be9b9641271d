/// A key of the viewer in the terminal.
enum ViewerKey: Sendable, Equatable {
    case quit, next, previous, first, last
    case up, down, left, right
    case larger, smaller, fit

    /// The keys in a piece of input, as terminals send them.
    static func keys(in bytes: [UInt8]) -> [ViewerKey] {
        var keys: [ViewerKey] = []
        var rest = bytes[...]
        while let first = rest.first {
            if let (sequence, key) = sequences.first(where: { rest.starts(with: $0.0.utf8) }) {
                keys.append(key)
                rest = rest.dropFirst(sequence.utf8.count)
            } else if first == 0x1B {
                // Escape alone quits; of an unknown sequence, nothing is taken for a key.
                if rest.count == 1 { keys.append(.quit) }
                return keys
            } else {
                if let key = letters[Character(Unicode.Scalar(first))] { keys.append(key) }
                rest = rest.dropFirst()
            }
        }
        return keys
    }

    private static let letters: [Character: ViewerKey] = [
        "q": .quit, "\u{3}": .quit, "\u{4}": .quit,
        "n": .next, " ": .next, "p": .previous, "\u{7F}": .previous, "b": .previous,
        "g": .first, "G": .last, "<": .first, ">": .last,
        "h": .left, "j": .down, "k": .up, "l": .right,
        "+": .larger, "=": .larger, "-": .smaller, "0": .fit,
    ]

    private static let sequences: [(String, ViewerKey)] = [
        ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
        ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
        ("\u{1B}[5~", .previous), ("\u{1B}[6~", .next),
        ("\u{1B}[H", .first), ("\u{1B}[F", .last), ("\u{1B}OH", .first), ("\u{1B}OF", .last),
        ("\u{1B}[1~", .first), ("\u{1B}[4~", .last), ("\u{1B}[7~", .first), ("\u{1B}[8~", .last),
    ]
}
