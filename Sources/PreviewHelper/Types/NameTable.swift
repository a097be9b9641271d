/// The lines of a text file, to be looked up without regard to the case of ASCII letters.
///
/// Thousands of strings in a dictionary take milliseconds to make; a table of places takes none.
struct NameTable: Sendable {
    private var bytes: [UInt8] = []
    /// Where lines begin, by their hash; -1 where none does.
    private var slots: [Int32] = []

    init() {}

    init(lines bytes: [UInt8]) {
        let count = bytes.reduce(1) { $1 == Self.newline ? $0 + 1 : $0 }
        var size = 64
        while size < count * 2 { size *= 2 }
        self.bytes = bytes + [Self.newline]
        self.slots = [Int32](repeating: -1, count: size)
        var start = 0
        for place in self.bytes.indices where self.bytes[place] == Self.newline {
            if place > start {
                var slot = Self.hash(self.bytes[start..<place]) & (size - 1)
                while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
                slots[slot] = Int32(start)
            }
            start = place + 1
        }
    }

    /// The line as it is written, or `nil` where there is none like it.
    subscript(name: String) -> String? {
        guard !slots.isEmpty, !name.isEmpty else { return nil }
        let wanted = name.utf8.map(Self.lower)
        var slot = Self.hash(wanted) & (slots.count - 1)
        while slots[slot] >= 0 {
            let line = bytes[Int(slots[slot])...].prefix { $0 != Self.newline }
            if line.count == wanted.count, zip(line, wanted).allSatisfy({ Self.lower($0) == $1 }) {
                return String(decoding: line, as: UTF8.self)
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static let newline = UInt8(ascii: "\n")

    private static func lower(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    private static func hash(_ bytes: some Sequence<UInt8>) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in bytes { hash = (hash ^ UInt32(lower(byte))) &* 16_777_619 }
        return Int(hash)
    }
}
