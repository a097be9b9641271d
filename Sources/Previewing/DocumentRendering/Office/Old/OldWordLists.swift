import PreviewHelper

/// The lists of a document ([MS-DOC] 2.9.131 to 2.9.150): what stands before each of their paragraphs.
struct OldWordLists {
    private struct Level {
        var start = 1
        var format = ""
        /// The text, in which a number below 9 stands for the number of that level.
        var text: [UInt16] = []
    }

    private var levels: [UInt32: [Level]] = [:]
    /// The lists of the indices that paragraphs have.
    private var lists: [UInt32] = []
    private var numbers: [UInt32: [Int]] = [:]

    init() {}

    /// Reads the headers of the lists with their levels, and the table of indices.
    init(_ table: [UInt8], overrides: [UInt8]) {
        guard table.count >= 2 else { return }
        let count = min(Int(table.number16(0)), 4096)
        guard 2 + count * 28 <= table.count else { return }
        var place = 2 + count * 28
        for index in 0..<count {
            let header = 2 + index * 28
            let isSimple = table[header + 26] & 1 != 0
            var found: [Level] = []
            for _ in 0..<(isSimple ? 1 : 9) {
                guard let level = Self.level(table, &place) else { return }
                found.append(level)
            }
            levels[table.number32(header)] = found
        }
        guard overrides.count >= 4 else { return }
        let known = min(Int(overrides.number32(0)), (overrides.count - 4) / 16)
        lists = (0..<known).map { overrides.number32(4 + $0 * 16) }
    }

    private static func level(_ table: [UInt8], _ place: inout Int) -> Level? {
        guard place + 28 <= table.count else { return nil }
        var level = Level()
        level.start = Int(table.number32(place) & 0xFFFF)
        level.format = format(table[place + 4])
        let properties = Int(table[place + 24]) + Int(table[place + 25])
        let text = place + 28 + properties
        guard text + 2 <= table.count else { return nil }
        let count = Int(table.number16(text))
        guard count < 64, text + 2 + count * 2 <= table.count else { return nil }
        level.text = (0..<count).map { table.number16(text + 2 + $0 * 2) }
        place = text + 2 + count * 2
        return level
    }

    private static func format(_ code: UInt8) -> String {
        switch code {
        case 1: "upperRoman"
        case 2: "lowerRoman"
        case 3: "upperLetter"
        case 4: "lowerLetter"
        case 5: "ordinal"
        case 22: "decimalZero"
        case 23: "bullet"
        case 255: "none"
        default: "decimal"
        }
    }

    /// What stands before the next paragraph of a list; `nil` where the list is unknown.
    mutating func marker(list index: Int, level: Int) -> String? {
        guard lists.indices.contains(index - 1) else { return nil }
        let id = lists[index - 1]
        guard let levels = levels[id], level < levels.count else { return nil }
        var counted = numbers[id] ?? levels.map { $0.start - 1 }
        counted[level] += 1
        for deeper in counted.indices where deeper > level {
            counted[deeper] = levels[deeper].start - 1
        }
        numbers[id] = counted
        guard levels[level].format != "bullet" else { return "\u{2022}" }
        var text = ""
        for unit in levels[level].text {
            if unit < 9, Int(unit) < levels.count {
                let number = max(counted[Int(unit)], levels[Int(unit)].start)
                text += WordNumbering.written(number, levels[Int(unit)].format)
            } else if let scalar = Unicode.Scalar(unit) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
