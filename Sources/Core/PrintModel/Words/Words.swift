/// The messages of reasons and obstacles: one sentence that says what is wrong, and one that says
/// what to do.
enum Words {
    typealias Sentences = (message: String, remedy: String)

    static func reason(
        _ code: Reason.Code,
        _ parameters: [String: String],
        language: Language
    ) -> Sentences {
        switch language {
        case .english: EnglishWords(parameters: parameters).reason(code)
        case .simplifiedChinese: ChineseWords(parameters: parameters).reason(code)
        }
    }

    static func obstacle(
        _ code: Obstacle.Code,
        _ parameters: [String: String],
        language: Language
    ) -> Sentences {
        var words =
            switch language {
            case .english: EnglishWords(parameters: parameters).obstacle(code)
            case .simplifiedChinese: ChineseWords(parameters: parameters).obstacle(code)
            }
        if let preset = parameters["preset"] {
            words.message = presetOrigin(preset, language: language) + words.message
        }
        return words
    }

    /// The beginning of a sentence about an option that comes from a preset.
    private static func presetOrigin(_ name: String, language: Language) -> String {
        switch language {
        case .english: "Preset '\(name)': "
        case .simplifiedChinese: "预设“\(name)”："
        }
    }

    /// The sentences of a problem: what is wrong and what to do.
    static func problem(
        _ cause: Problem.Cause,
        _ parameters: [String: String],
        _ quotes: [Language: String],
        language: Language
    ) -> String {
        let quote = quotes[language] ?? quotes[.english] ?? ""
        return switch language {
        case .english: EnglishWords(parameters: parameters).problem(cause, quote: quote)
        case .simplifiedChinese: ChineseWords(parameters: parameters).problem(cause, quote: quote)
        }
    }

    /// Values to choose from, in an English sentence: `draft, normal, or high`.
    static func choice(of values: [String]) -> String {
        guard let last = values.last, values.count > 1 else { return values.first ?? "" }
        let others = values.dropLast().joined(separator: ", ")
        return others + (values.count > 2 ? ", or " : " or ") + last
    }

    /// Available values, in an English sentence: `A4, Letter, and A5`.
    static func list(of values: [String]) -> String {
        guard let last = values.last, values.count > 1 else { return values.first ?? "" }
        let others = values.dropLast().joined(separator: ", ")
        return others + (values.count > 2 ? ", and " : " and ") + last
    }

    /// The values of a list in a parameter, `a, b, …`.
    struct Values {
        /// The first values, as many as a sentence holds.
        var shown: [String]
        /// Whether there are more values.
        var more: Bool

        /// The values in quotes.
        func quoted(_ open: String, _ close: String) -> [String] {
            shown.map { open + $0 + close } + (more ? ["…"] : [])
        }
    }

    /// Names in a parameter, one per line, as many as a sentence holds.
    static func names(of lines: String?) -> [String] {
        let names = (lines ?? "").split(separator: "\n").map(String.init)
        return names.prefix(valueLimit) + (names.count > valueLimit ? ["…"] : [])
    }

    /// The maximum number of values in a sentence.
    private static let valueLimit = 12

    /// Parses a list in a parameter.
    static func values(of list: String?) -> Values {
        let values = (list ?? "").split(separator: ", ").map(String.init)
        let named = values.filter { $0 != "…" }
        let shown = Array(named.prefix(valueLimit))
        return Values(shown: shown, more: values.count > shown.count)
    }

    /// An example of a size between two others, each as `25x25` in millimeters.
    static func sizeBetween(_ least: String, _ most: String) -> String {
        let least = least.split(separator: "x").compactMap { Int($0) }
        let most = most.split(separator: "x").compactMap { Int($0) }
        guard least.count == 2, most.count == 2 else { return "50x70mm" }
        let example = zip([50, 70], zip(least, most)).map { usual, ends in
            min(max(usual, ends.0), max(ends.0, ends.1))
        }
        return "\(example[0])x\(example[1])mm"
    }

    /// The supply or container that needs attention, by keyword of `printer-state-reasons`.
    private static let lowSupplies: [String: (english: String, chinese: String)] = [
        "toner-low": ("Toner is low.", "碳粉不足。"),
        "marker-supply-low": ("Ink or toner is low.", "墨水或碳粉不足。"),
        "marker-ink-almost-empty": ("Ink is low.", "墨水不足。"),
        "developer-low": ("Developer is low.", "显影剂不足。"),
        "marker-waste-almost-full": ("The waste container is almost full.", "废粉盒快满了。"),
        "opc-near-eol": ("The drum is near the end of its life.", "感光鼓寿命将尽。"),
        "media-low": ("Paper is low.", "纸张不足。"),
    ]

    /// The sentence that a supply is low; `nil` for a keyword without one.
    static func lowSupply(_ keyword: String, language: Language) -> String? {
        let words = lowSupplies[keyword]
        return language == .simplifiedChinese ? words?.chinese : words?.english
    }

    /// A quoted message, without surrounding white space and its final full stop.
    static func withoutEnd(_ text: String) -> String {
        var words = text[...]
        while let last = words.last, last.isWhitespace || last == "." || last == "。" {
            words.removeLast()
        }
        return String(words.drop(while: \.isWhitespace))
    }

    /// A text as a sentence, with a full stop.
    static func sentence(_ text: String) -> String { withoutEnd(text) + "." }
}
