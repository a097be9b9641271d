import Glibc

/// A section of a number format; semicolons separate the sections.
struct FormatSection: Sendable {
    /// A token of a format code.
    enum Token: Equatable, Sendable {
        case literal(String)
        /// A digit placeholder: "0", "#", or "?".
        case digit(Character)
        case point
        case comma
        case percent
        /// An exponent, "E+" or "E-": whether a plus sign is written.
        case exponent(Bool)
        case slash
        case general
        case text
        /// A part of a date or time, such as "yyyy".
        case date(Character, Int)
        /// Elapsed hours, minutes, or seconds, which may exceed a day, hour, or minute.
        case elapsed(Character, Int)
        case half(String, String)
        /// The decimal places of seconds.
        case fraction(Int)
    }

    /// The tokens of the code, in order.
    private(set) var tokens: [Token] = []
    /// The condition on numbers that the section applies to, if any.
    private(set) var condition: (@Sendable (Double) -> Bool)?
    private(set) var colour: UInt32?

    /// Whether the section formats a date or time.
    var isDate: Bool {
        tokens.contains {
            switch $0 {
            case .date, .elapsed, .half: true
            default: false
            }
        }
    }
    /// Whether the section formats text.
    var hasText: Bool { tokens.contains(.text) }
    /// The number of decimal places of seconds.
    var subseconds: Int {
        tokens.reduce(0) { if case .fraction(let places) = $1 { places } else { $0 } }
    }

    /// Splits a code into sections; a semicolon in quotes or brackets does not separate.
    static func split(_ code: String) -> [String] {
        var (sections, closing, isEscaped) = ([""], nil as Character?, false)
        for letter in code.prefix(400) {
            let isPlain = closing == nil && !isEscaped
            if isPlain, letter == ";" {
                sections.append("")
                continue
            }
            sections[sections.count - 1].append(letter)
            if isEscaped {
                isEscaped = false
            } else if let end = closing {
                if letter == end { closing = nil }
            } else if letter == "\\" || letter == "_" || letter == "*" {
                isEscaped = true
            } else if letter == "\"" {
                closing = "\""
            } else if letter == "[" {
                closing = "]"
            }
        }
        return sections
    }

    init(_ code: String) {
        var rest = Substring(code)
        while let letter = rest.popFirst() {
            switch letter {
            case "\"":
                let words = rest.prefix { $0 != "\"" }
                rest = rest.dropFirst(words.count + 1)
                add(String(words))
            case "\\": add(rest.popFirst().map(String.init) ?? "")
            case "_":
                _ = rest.popFirst()
                add(" ")
            case "*": _ = rest.popFirst()
            case "[":
                let words = rest.prefix { $0 != "]" }
                rest = rest.dropFirst(words.count + 1)
                takeBracket(words)
            case "0", "#", "?": tokens.append(.digit(letter))
            case ".": takePoint(&rest)
            case ",": tokens.append(.comma)
            case "%": tokens.append(.percent)
            case "/": tokens.append(.slash)
            case "@": tokens.append(.text)
            default: takeLetter(letter, &rest)
            }
        }
        markMinutes()
    }

    private mutating func add(_ words: String) {
        if case .literal(let before)? = tokens.last {
            tokens[tokens.count - 1] = .literal(before + words)
        } else if !words.isEmpty {
            tokens.append(.literal(words))
        }
    }

    private mutating func takePoint(_ rest: inout Substring) {
        guard case .date(let part, _)? = tokens.last, part == "s" else {
            guard case .elapsed(let part, _)? = tokens.last, part == "s" else {
                tokens.append(.point)
                return
            }
            return takeFraction(&rest)
        }
        takeFraction(&rest)
    }

    private mutating func takeFraction(_ rest: inout Substring) {
        let zeros = rest.prefix { $0 == "0" }.count
        rest = rest.dropFirst(zeros)
        tokens.append(zeros > 0 ? .fraction(min(zeros, 3)) : .literal("."))
    }

    private mutating func takeBracket(_ words: Substring) {
        let lower = words.lowercased()
        if let first = lower.first, "hms".contains(first), lower.allSatisfy({ $0 == first }) {
            tokens.append(.elapsed(first, lower.count))
        } else if words.hasPrefix("$") {
            // A currency symbol, and a locale after a hyphen.
            add(String(words.dropFirst().prefix { $0 != "-" }))
        } else if let known = Self.colours[lower] {
            colour = known
        } else if let first = words.first, "<>=".contains(first) {
            let sign = words.prefix { "<>=".contains($0) }
            guard let limit = Double(words.dropFirst(sign.count)) else { return }
            condition = { number in
                switch sign {
                case "<": number < limit
                case "<=": number <= limit
                case ">": number > limit
                case ">=": number >= limit
                case "<>": number != limit
                default: number == limit
                }
            }
        }
    }

    /// The named colors, darkened where needed for legibility on white.
    private static let colours: [String: UInt32] = [
        "red": 0xD0021B, "blue": 0x1F4FD8, "green": 0x1B7F3B, "magenta": 0xB3139B, "cyan": 0x0E7C8B,
        "yellow": 0x8A6D00, "black": 0x1D1D1F,
    ]

    private mutating func takeLetter(_ letter: Character, _ rest: inout Substring) {
        func take(_ words: String) -> Bool {
            let all = String(letter) + rest.prefix(words.count - 1)
            guard all.lowercased() == words.lowercased() else { return false }
            rest = rest.dropFirst(words.count - 1)
            return true
        }
        let lower = Character(letter.lowercased())
        if take("General") {
            tokens.append(.general)
        } else if take("AM/PM") {
            tokens.append(.half("AM", "PM"))
        } else if take("A/P") {
            tokens.append(.half("A", "P"))
        } else if take("上午/下午") {
            tokens.append(.half("上午", "下午"))
        } else if lower == "e", rest.first == "+" || rest.first == "-" {
            tokens.append(.exponent(rest.popFirst() == "+"))
        } else if "ymdhs".contains(lower) {
            let more = rest.prefix { $0.lowercased() == String(lower) }.count
            rest = rest.dropFirst(more)
            tokens.append(.date(lower, more + 1))
        } else if lower == "e" || lower == "b" || lower == "g", !rest.isEmpty || lower == "e" {
            // Years of other calendars are written as Gregorian years.
            let more = rest.prefix { $0.lowercased() == String(lower) }.count
            rest = rest.dropFirst(more)
            if lower != "g" { tokens.append(.date("y", lower == "e" ? 4 : more + 1)) }
        } else {
            add(String(letter))
        }
    }

    /// Replaces "m" by "n" where it means minutes: after hours or before seconds.
    private mutating func markMinutes() {
        var dates: [(place: Int, part: Character)] = []
        for (place, token) in tokens.enumerated() {
            switch token {
            case .date(let part, _), .elapsed(let part, _): dates.append((place, part))
            default: break
            }
        }
        for (index, date) in dates.enumerated() where date.part == "m" {
            guard case .date(_, let count) = tokens[date.place], count < 3 else { continue }
            let before = index > 0 ? dates[index - 1].part : " "
            let after = index + 1 < dates.count ? dates[index + 1].part : " "
            if before == "h" || after == "s" { tokens[date.place] = .date("n", count) }
        }
    }

    // MARK: - Texts

    /// Returns a text with the literals around it.
    func written(_ text: String) -> String {
        tokens.reduce(into: "") { result, token in
            switch token {
            case .text: result += text
            case .literal(let words): result += words
            default: break
            }
        }
    }

    // MARK: - Moments

    /// A date or time.
    func written(_ date: SheetDate) -> String {
        var text = ""
        let isHalved = tokens.contains { if case .half = $0 { true } else { false } }
        let seconds = Int(clamping: date.seconds)
        for token in tokens {
            switch token {
            case .literal(let words): text += words
            case .date(let part, let count): text += Self.part(part, count, date, isHalved)
            case .elapsed(let part, let count):
                let all = Int(clamping: date.total)
                text += Self.padded(part == "h" ? all / 3_600 : part == "m" ? all / 60 : all, count)
            case .half(let morning, let evening): text += seconds < 43_200 ? morning : evening
            case .fraction(let places):
                text += "." + NumberText.fixed(date.seconds - Double(seconds), places).dropFirst(2)
            case .slash: text += "/"
            case .point: text += "."
            case .comma: text += ","
            default: break
            }
        }
        return text
    }

    private static func part(
        _ part: Character,
        _ count: Int,
        _ date: SheetDate,
        _ isHalved: Bool
    ) -> String {
        let seconds = Int(clamping: date.seconds)
        switch part {
        case "y": return count > 2 ? padded(date.year, 4) : padded(date.year % 100, 2)
        case "m":
            guard count > 2, (1...12).contains(date.month) else { return padded(date.month, count) }
            let name = SheetDate.months[date.month - 1]
            return count == 3 ? String(name.prefix(3)) : count == 5 ? String(name.prefix(1)) : name
        case "d":
            guard count > 2 else { return padded(date.day, count) }
            let name = SheetDate.weekdays[date.weekday]
            return count == 3 ? String(name.prefix(3)) : name
        case "h":
            let hour = seconds / 3_600
            return padded(isHalved ? (hour + 11) % 12 + 1 : hour, count)
        case "n": return padded(seconds / 60 % 60, count)
        default: return padded(seconds % 60, count)
        }
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, min(count, 4) - digits.count)) + digits
    }
}
