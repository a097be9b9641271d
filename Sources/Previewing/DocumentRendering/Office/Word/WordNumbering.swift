import PreviewHelper

/// The numbers and bullets of a Word document's lists (ECMA-376, part 1, 17.9).
struct WordNumbering {
    /// The marker before a list item.
    enum Marker: Equatable {
        case number(String)
        /// A bullet; `nil` for a character of a symbol font, which is not available.
        case bullet(String?)
    }

    private struct Level {
        var start = 1
        var format = "decimal"
        var text = ""
        var isDecimal = false
    }

    private struct List {
        var template = ""
        var starts: [Int: Int] = [:]
        var levels: [Int: Level] = [:]
    }

    /// The maximum number of levels to read.
    private static let limit = 4_000

    private var templates: [String: [Int: Level]] = [:]
    private var lists: [String: List] = [:]
    /// The counters of each template, by level.
    private var counts: [String: [Int?]] = [:]
    private var begun: Set<String> = []

    init() {}

    /// Reads the part that defines the lists.
    init(_ package: OfficePackage, _ part: String) throws(DocumentProblemError) {
        let reader = Reader()
        try package.scan(part) { reader.take($0) }
        templates = reader.templates
        lists = reader.lists
    }

    private final class Reader {
        var templates: [String: [Int: Level]] = [:]
        var lists: [String: List] = [:]
        private var template: String?
        private var list: String?
        private var place = 0
        private var level: Level?
        private var count = 0

        func take(_ event: XMLScanner.Event) -> Bool {
            switch event {
            case .begin(let name, let attributes): begin(name, attributes)
            case .end("abstractNum"): template = nil
            case .end("num"): list = nil
            case .end("lvl"):
                if let level {
                    if let list { lists[list]?.levels[place] = level }
                    if let template { templates[template]?[place] = level }
                }
                level = nil
            default: break
            }
            return count < WordNumbering.limit
        }

        /// The first number of a list, which it may give as any.
        private func start(_ value: String) -> Int { max(0, min(1_000_000, Int(value) ?? 1)) }

        private func begin(_ name: String, _ attributes: XMLScanner.Attributes) {
            let value = attributes["val"] ?? ""
            switch name {
            case "abstractNum":
                template = attributes["abstractNumId"]
                if let template { templates[template] = [:] }
            case "num":
                list = attributes["numId"]
                if let list { lists[list] = List() }
            case "abstractNumId": if let list { lists[list]?.template = value }
            case "lvlOverride": place = max(0, min(8, attributes.number("ilvl") ?? 0))
            case "startOverride": if let list { lists[list]?.starts[place] = start(value) }
            case "lvl":
                count += 1
                place = max(0, min(8, attributes.number("ilvl") ?? 0))
                level = Level()
            case "start": level?.start = start(value)
            case "numFmt": level?.format = value
            case "lvlText": level?.text = String(value.prefix(60))
            case "isLgl": level?.isDecimal = value != "0" && value != "false"
            default: break
            }
        }
    }

    /// Counts an item of a list and returns its marker; `nil` for an unknown list.
    mutating func next(_ id: String, _ place: Int) -> Marker? {
        guard let list = lists[id], let template = templates[list.template] else { return nil }
        guard let level = list.levels[place] ?? template[place] else { return nil }
        if level.format == "bullet" { return .bullet(Self.bullet(level.text)) }
        var count = counts[list.template] ?? [Int?](repeating: nil, count: 9)
        if begun.insert(id).inserted {
            // Lists with the same template share their counters, unless one overrides the start.
            for (place, start) in list.starts where count.indices.contains(place) {
                count[place] = start - 1
            }
        }
        count[place] = (count[place] ?? level.start - 1) + 1
        for deeper in count.indices where deeper > place { count[deeper] = nil }
        counts[list.template] = count
        if level.format == "none" { return .number(Self.filled(level.text) { _ in "" }) }
        return .number(
            Self.filled(level.text) { wanted in
                let other = list.levels[wanted] ?? template[wanted] ?? Level()
                let number = count[wanted] ?? other.start
                return Self.written(number, level.isDecimal ? "decimal" : other.format)
            }
        )
    }

    /// Fills in the numbers of a pattern such as "%1.%2)".
    private static func filled(_ pattern: String, _ number: (Int) -> String) -> String {
        var (text, rest) = ("", Substring(pattern))
        while let letter = rest.popFirst() {
            if letter == "%", let digit = rest.first?.wholeNumberValue, (1...9).contains(digit) {
                rest.removeFirst()
                text += number(digit - 1)
            } else {
                text.append(letter)
            }
        }
        return TextDecoding.harmless(text)
    }

    /// Returns a bullet that common fonts contain.
    private static func bullet(_ text: String) -> String? {
        let known =
            "\u{2022}\u{25E6}\u{25AA}\u{25A0}\u{25CF}\u{25CB}\u{2013}\u{2014}-*\u{2192}\u{2713}\u{25BA}\u{00B7}\u{00BB}\u{25C6}"
        guard let sign = text.first, known.contains(sign) else { return nil }
        return String(sign)
    }

    /// Formats a number, for example as "lowerRoman" (17.18.59); decimal for an unknown format.
    static func written(_ number: Int, _ format: String) -> String {
        switch format {
        case "decimalZero": number < 10 ? "0\(number)" : "\(number)"
        case "lowerLetter": letters(number).lowercased()
        case "upperLetter": letters(number)
        case "lowerRoman": roman(number).lowercased()
        case "upperRoman": roman(number)
        case "ordinal": ordinal(number)
        case "none": ""
        case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
            (1...20).contains(number)
                ? Unicode.Scalar(0x245F + UInt32(clamping: number)).map { String($0) }
                    ?? "\(number)"
                : "\(number)"
        case "chineseCounting", "chineseCountingThousand", "ideographDigital", "japaneseCounting",
            "taiwaneseCounting", "taiwaneseCountingThousand":
            chinese(number)
        default: "\(number)"
        }
    }

    /// Letters as Word numbers with them: A to Z, then AA, BB, and so on.
    private static func letters(_ number: Int) -> String {
        guard number > 0 else { return "" }
        let letter = UnicodeScalar(UInt8(clamping: 65 + (number - 1) % 26))
        return String(repeating: String(letter), count: min(30, (number - 1) / 26 + 1))
    }

    private static func roman(_ number: Int) -> String {
        guard (1..<4_000).contains(number) else { return "\(number)" }
        let signs = [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
            (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ]
        var (rest, text) = (number, "")
        for (value, sign) in signs {
            while rest >= value {
                text += sign
                rest -= value
            }
        }
        return text
    }

    private static func ordinal(_ number: Int) -> String {
        let ending =
            switch (number % 100, number % 10) {
            case (11...13, _): "th"
            case (_, 1): "st"
            case (_, 2): "nd"
            case (_, 3): "rd"
            default: "th"
            }
        return "\(number)\(ending)"
    }

    private static func chinese(_ number: Int) -> String {
        let digits = Array("零一二三四五六七八九")
        guard (1..<100).contains(number) else { return "\(number)" }
        if number < 10 { return String(digits[number]) }
        let tens = number / 10 == 1 ? "十" : "\(digits[number / 10])十"
        return number % 10 == 0 ? tens : tens + String(digits[number % 10])
    }
}
