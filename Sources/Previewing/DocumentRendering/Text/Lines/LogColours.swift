/// The colors of the lines of a log: its times are gray, and its levels have colors.
final class LogColours: LineColours {
    private static let levels: [(words: Set<String>, colour: UInt32, look: Look)] = [
        (
            ["FATAL", "CRITICAL", "CRIT", "EMERG", "ALERT", "PANIC", "ERROR", "ERR", "SEVERE"],
            0x9A_1414, .bold
        ),
        (["WARN", "WARNING"], 0x8A_5A00, .bold),
        (["INFO", "NOTICE"], 0x12_3A8C, []),
        (["DEBUG", "TRACE", "VERBOSE", "FINE", "FINER"], 0x60_6066, []),
    ]
    /// How far from the beginning of a line its level is looked for, in characters.
    private static let reach = 120

    /// Whether most of the first lines of a text have a level.
    static func isLog(_ text: String) -> Bool {
        let lines = text.prefix(8_000).split(separator: "\n").prefix(40)
        return lines.count > 2 && lines.count { level(in: $0) != nil } * 2 > lines.count
    }

    func line(_ text: String) -> StyledText {
        var styled = StyledText()
        let time = Self.time(in: text)
        styled.append(String(text[..<time]), colour: 0x60_6066)
        let rest = text[time...]
        guard let (range, level) = Self.level(in: rest) else {
            styled.append(String(rest))
            return styled
        }
        styled.append(String(rest[..<range.lowerBound]))
        styled.append(String(rest[range]), look: level.look, colour: level.colour)
        styled.append(String(rest[range.upperBound...]))
        return styled
    }

    /// Where the time ends with which a line begins.
    private static func time(in line: String) -> String.Index {
        var (digits, end) = (0, line.startIndex)
        for index in line.indices.prefix(40) {
            let letter = line[index]
            if letter.isNumber { digits += 1 }
            let isOfTime = letter.isNumber || "-:.,/+[]()TZ ".contains(letter)
            guard isOfTime else { break }
            if letter.isNumber || letter == "]" || letter == "Z" { end = line.index(after: index) }
        }
        return digits >= 6 ? end : line.startIndex
    }

    private typealias Level = (words: Set<String>, colour: UInt32, look: Look)

    /// The first word of a line that is a level, alone in capitals or in brackets, or after "level=".
    private static func level(in line: Substring) -> (Range<String.Index>, Level)? {
        let start = line.prefix(reach)
        var index = start.startIndex
        while index < start.endIndex {
            guard start[index].isLetter else {
                index = start.index(after: index)
                continue
            }
            let word = start[index...].prefix { $0.isLetter }
            let isCapital = word.allSatisfy(\.isUppercase)
            let before = start[..<index].last
            if isCapital || before == "[" || before == "<" || before == "=",
                let level = levels.first(where: { $0.words.contains(word.uppercased()) })
            {
                return (word.startIndex..<word.endIndex, level)
            }
            index = word.endIndex
        }
        return nil
    }
}
