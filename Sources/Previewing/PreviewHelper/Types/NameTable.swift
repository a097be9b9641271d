/// The lines of a text file, with a lookup that ignores ASCII case.
///
/// A dictionary of thousands of strings takes milliseconds to build; a table of offsets takes next
/// to none.
struct NameTable: Sendable {
    private var bytes: [UInt8] = []
    /// The offsets of lines by hash; -1 marks an empty slot.
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
                slots[slot] = Int32(clamping: start)
            }
            start = place + 1
        }
    }

    /// The line as written, or `nil` where none matches.
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
