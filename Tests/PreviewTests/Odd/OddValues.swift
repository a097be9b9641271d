import ProofKit

/// Values for the places of a file: mostly ordinary ones, and often enough those at which arithmetic ends.
struct OddValues {
    var dice: SeededGenerator
    /// One value in so many is odd.
    var rarity = 6

    init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

    private static let numbers = [
        "0", "-1", "1", "2", "25", "26", "27", "29", "63", "64", "255", "256", "257", "1023",
        "1024", "1025", "16383",
        "16384", "16385", "32767", "32768", "65535", "65536", "1048576", "1048577", "2147483647",
        "2147483648",
        "-2147483648", "-2147483649", "4294967295", "4294967296", "9223372036854775807",
        "-9223372036854775808", "9223372036854775808", "-9223372036854775807", "1e308", "-1e308",
        "1e-308", "nan", "inf", "-inf", "-0", "0.5", "", " 7", "7 ", "+7", "0x10", "seven",
    ]
    private static let words = [
        "", "a", "Total", "Größe", "数量", "\u{202E}x", "1.5", "line\nline", "🙂", "e\u{301}",
        String(repeating: "long ", count: 300),
    ]
    private static let formats = [
        "General", "0", "0.00", "#,##0.00;[Red]-#,##0.00", "yyyy-mm-dd", "[h]:mm:ss.000",
        "0.00E+00",
        "##0.0E+0", "# ??/??", "0%", "@", "\"x", "[", "[>100]0", ";;;", "0,,,", "#,,", "/",
        "0/0", "?/0", "E+", "00000000000000000000000000000000.000000000000000000000000000000",
        "\\", "_", "*", "mmmmm", "AM/PM h", "#\" \"?/?", "e+0", "[$-409]d", "ss.00",
    ]

    mutating func chance(_ sides: Int) -> Bool {
        Int.random(in: 0..<max(1, sides), using: &dice) == 0
    }

    mutating func pick<Element>(_ values: [Element]) -> Element {
        values[Int.random(in: 0..<values.count, using: &dice)]
    }

    /// A whole number as text.
    mutating func number() -> String {
        if chance(rarity) { return pick(Self.numbers) }
        // Also around the edges of what is shown, such as the 26th column.
        return String(Int.random(in: 0...pick([12, 12, 60, 400]), using: &dice))
    }

    /// A measure as text.
    mutating func decimal() -> String {
        if chance(rarity) { return pick(Self.numbers) }
        return "\(Int.random(in: 0...400, using: &dice)).\(Int.random(in: 0...9, using: &dice))"
    }

    mutating func cell() -> String {
        if chance(12) {
            return pick([
                "", "A", "1", "A0", "ZZZZ1", "XFD1048576", "XFE1", "a1", "AAAAAAAAAAAAAA1",
            ])
        }
        let letter = pick(["A", "B", "C", "D", "Z", "AA", "AB", "AC", "XFD"])
        return letter + number()
    }

    mutating func word() -> String { pick(Self.words) }
    mutating func format() -> String { pick(Self.formats) }

    /// The value that a letter of a grammar asks for.
    mutating func value(_ kind: Character) -> String {
        switch kind {
        case "N": number()
        case "D": decimal()
        case "C": cell()
        case "R": chance(10) ? cell() : cell() + ":" + cell()
        case "B": pick(["0", "1", "true", "false", ""])
        case "S": word()
        case "F": format()
        case "L": decimal() + pick(["cm", "pt", "in", "mm", "px", "pc", "%", ""])
        case "H": pick(["FF0000", "auto", "FFFFFFFF", "", "#00FF00", "-1", "#fff"])
        case "P":
            (0..<Int.random(in: 0...5, using: &dice)).map { _ in decimal() + "," + decimal() }
                .joined(separator: pick([" ", ",", " M ", "L", "\n", ""]))
        default: number()
        }
    }

    /// Changes numbers of a file of bytes from a place on: fields of 1 to 8 bytes, and which of them come first.
    mutating func change(_ bytes: inout [UInt8], from start: Int = 0) {
        guard bytes.count > start + 8 else { return }
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            let width = pick([1, 1, 2, 2, 4, 4, 4, 8])
            let near = chance(2) ? min(bytes.count - start, 160) : bytes.count - start
            let place = min(start + Int.random(in: 0..<near, using: &dice), bytes.count - width)
            let value = fieldValue(width)
            let isBig = chance(2)
            for index in 0..<width {
                let shift = UInt64(isBig ? width - 1 - index : index) * 8
                bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
            }
        }
    }

    private mutating func fieldValue(_ width: Int) -> UInt64 {
        let all = width == 8 ? UInt64.max : 1 << UInt64(width * 8) - 1
        let half = all / 2
        let values: [UInt64] = [
            0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, all, all - 1, half,
            half + 1,
            half - 1, all / 4, all - 15, 0x7FF0_0000_0000_0000, 0x7F80_0000, 0xFFC0_0000,
            UInt64.random(in: 0...all, using: &dice),
        ]
        return pick(values) & all
    }

    /// Changes numbers and lines of a text.
    mutating func change(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for _ in 0..<Int.random(in: 1...4, using: &dice) where !lines.isEmpty {
            let place = Int.random(in: 0..<lines.count, using: &dice)
            switch Int.random(in: 0..<8, using: &dice) {
            case 0: lines.remove(at: place)
            case 1: lines.insert(lines[place], at: place)
            case 2: lines.swapAt(place, Int.random(in: 0..<lines.count, using: &dice))
            case 3: lines[place] = String(lines[place].prefix(lines[place].count / 2))
            default: lines[place] = withNumber(lines[place])
            }
        }
        return lines.joined(separator: "\n")
    }

    private mutating func withNumber(_ line: String) -> String {
        var pieces: [String] = []
        for letter in line {
            let isDigit = letter.isASCII && letter.isNumber
            if let last = pieces.last?.last, (last.isASCII && last.isNumber) == isDigit {
                pieces[pieces.count - 1].append(letter)
            } else {
                pieces.append(String(letter))
            }
        }
        let numbers = pieces.indices.filter {
            pieces[$0].first.map { $0.isASCII && $0.isNumber } == true
        }
        guard !numbers.isEmpty else { return line + number() }
        pieces[pick(numbers)] = number()
        return pieces.joined()
    }
}
