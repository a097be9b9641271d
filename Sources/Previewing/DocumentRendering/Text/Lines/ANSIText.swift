/// A text with the escape sequences of a terminal (ECMA-48), as the terminal would show it at its end.
///
/// Colors and looks are kept, in shades that can be read on paper; all other sequences are left out.
struct ANSIText {
    /// The lines, without control characters and tabs.
    private(set) var lines: [StyledText] = []

    private var line: [Unicode.Scalar] = []
    private var looks: [CharacterLook] = []
    private var current = CharacterLook()

    private struct CharacterLook: Equatable {
        var look: Look = []
        var colour: UInt32?
    }

    /// The longest sequence that is read, in characters.
    private static let sequenceLimit = 4_096
    private static let columnsToTab = 8

    /// Whether a text has escape sequences.
    static func isOne(_ text: String) -> Bool { text.utf8.contains(0x1B) }

    init(_ text: String) {
        var scalars = text.unicodeScalars.makeIterator()
        var pending: Unicode.Scalar?
        while let scalar = pending ?? scalars.next() {
            pending = nil
            switch scalar.value {
            case 0x1B: escape(&scalars)
            case 0x9B: control(&scalars)
            case 0x0A, 0x0C, 0x85, 0x2028, 0x2029: endLine()
            case 0x0D:
                pending = scalars.next()
                // What follows overwrites the line, such as a bar of progress.
                if pending != "\n", pending != nil { clearLine() }
            case 0x08: stepBack(&scalars)
            case 0x09:
                for _ in 0..<(Self.columnsToTab - line.count % Self.columnsToTab) { add(" ") }
            default:
                for clean in TextDecoding.harmless(String(scalar)).unicodeScalars { add(clean) }
            }
        }
        if !line.isEmpty { endLine() }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        line.append(scalar)
        looks.append(current)
    }

    private mutating func clearLine() {
        line.removeAll(keepingCapacity: true)
        looks.removeAll(keepingCapacity: true)
    }

    /// A letter that is printed over another one: bold if it is the same, underlined if one is a line.
    private mutating func stepBack(_ scalars: inout String.UnicodeScalarView.Iterator) {
        guard let below = line.popLast(), var look = looks.popLast(), let above = scalars.next(),
            above.value >= 0x20
        else { return }
        if above == below { look.look.insert(.bold) }
        if below == "_" || above == "_" { look.look.insert(.underline) }
        line.append(above == "_" ? below : above)
        looks.append(look)
    }

    private mutating func endLine() {
        var text = StyledText()
        var start = 0
        for end in 1...max(1, line.count) where end >= line.count || looks[end] != looks[start] {
            guard end <= line.count else { break }
            var words = String.UnicodeScalarView()
            words.append(contentsOf: line[start..<end])
            text.append(String(words), look: looks[start].look, colour: looks[start].colour)
            start = end
        }
        lines.append(text)
        clearLine()
    }

    // MARK: Sequences

    private mutating func escape(_ scalars: inout String.UnicodeScalarView.Iterator) {
        guard var scalar = scalars.next() else { return }
        switch scalar {
        case "[": control(&scalars)
        case "]", "P", "X", "^", "_":
            // A string for the terminal, such as the title of its window, up to its end.
            for _ in 0..<Self.sequenceLimit {
                guard let next = scalars.next(), next.value != 0x07, next.value != 0x9C else {
                    return
                }
                if next.value == 0x1B {
                    _ = scalars.next()
                    return
                }
            }
        default:
            while (0x20...0x2F).contains(scalar.value), let next = scalars.next() { scalar = next }
        }
    }

    private mutating func control(_ scalars: inout String.UnicodeScalarView.Iterator) {
        var words = ""
        for _ in 0..<Self.sequenceLimit {
            guard let scalar = scalars.next() else { return }
            if (0x40...0x7E).contains(scalar.value) {
                if scalar == "m" { select(words) }
                // Deletes the line.
                if scalar == "K", words == "2" { clearLine() }
                return
            }
            if words.utf8.count < 64 { words.unicodeScalars.append(scalar) }
        }
    }

    /// Selects looks (SGR).
    private mutating func select(_ words: String) {
        var codes = words.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
            .map { Int($0) ?? 0 }[...]
        while let code = codes.popFirst() {
            switch code {
            case 0: current = CharacterLook()
            case 1: current.look.insert(.bold)
            case 3: current.look.insert(.italic)
            case 4: current.look.insert(.underline)
            case 9: current.look.insert(.strike)
            case 22: current.look.remove(.bold)
            case 23: current.look.remove(.italic)
            case 24: current.look.remove(.underline)
            case 29: current.look.remove(.strike)
            case 30...37: current.colour = Self.palette[code - 30]
            case 90...97: current.colour = Self.palette[code - 90 + 8]
            case 39: current.colour = nil
            case 38, 48:
                let colour = Self.extended(&codes)
                if code == 38 { current.colour = colour }
            default: break
            }
        }
    }

    /// A color of 256, or of red, green, and blue.
    private static func extended(_ codes: inout ArraySlice<Int>) -> UInt32? {
        switch codes.popFirst() {
        case 5:
            let index = codes.popFirst() ?? 0
            switch index {
            case 0..<16: return palette[index]
            case 16..<232:
                let cube = index - 16
                func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
                return dark(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
            case 232..<256:
                return dark(8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232))
            default: return nil
            }
        case 2:
            let rgb = (0..<3).map { _ in max(0, min(255, codes.popFirst() ?? 0)) }
            return dark(rgb[0], rgb[1], rgb[2])
        default: return nil
        }
    }

    /// A color, darkened until it can be read on white.
    private static func dark(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
        let brightness = Double(red) * 0.3 + Double(green) * 0.59 + Double(blue) * 0.11
        let factor = min(1, 95 / max(1, brightness))
        func part(_ value: Int) -> UInt32 { UInt32(clamping: Double(value) * factor) }
        return part(red) << 16 | part(green) << 8 | part(blue)
    }

    /// The 16 usual colors, for paper; white is gray.
    private static let palette: [UInt32?] = [
        nil, 0x9A_1414, 0x0B_5A1E, 0x7A_5A00, 0x12_3A8C, 0x7A_1A7A, 0x0B_5656, 0x60_6066,
        0x60_6066, 0xB0_2020, 0x0B_6A24, 0x8A_6400, 0x1A_4AB0, 0x8A_2A8A, 0x0B_6464, 0x60_6066,
    ]
}

/// The lines of a text with escape sequences, in the order in which they are asked for.
final class ANSIColours: LineColours {
    private let lines: [StyledText]
    private var index = 0

    /// The text without escape sequences.
    var text: String { lines.map(\.string).joined(separator: "\n") }

    init(_ text: String) { lines = ANSIText(text).lines }

    func line(_ text: String) -> StyledText {
        guard index < lines.count else { return StyledText(text) }
        let known = lines[index]
        index += 1
        if known.string == text { return known }
        guard known.string.hasPrefix(text) else { return StyledText(text) }
        // The first piece of a long line.
        let end = text.utf8.count
        let runs = known.runs.filter { $0.range.lowerBound < end }.map { run in
            var run = run
            run.range = run.range.lowerBound..<min(run.range.upperBound, end)
            return run
        }
        return StyledText(text, runs: runs)
    }
}
