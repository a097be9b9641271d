/// The syntax of options in `lp -o` and the files of `lpoptions`: `a=b c="d e" noF g`.
public enum OptionText {
    /// Parses options as libcups does: quotes, backslashes and braces protect blanks, an option
    /// without a value is `true`, and one that begins with `no` is `false`.
    ///
    /// - Parameter text: The options, separated by blanks.
    /// - Returns: The names and values in their order.
    public static func options(in text: Substring) -> [(name: String, value: String)] {
        words(in: text).map { option($0) }
    }

    /// Parses the argument of `-o`, which has options separated by blanks.
    ///
    /// A word that is not an option belongs to the preceding value, so that a value with a blank
    /// needs no second pair of quotes.
    ///
    /// - Parameter text: Such as `sides=one-sided landscape`.
    /// - Returns: The names and values in their order.
    public static func typed(_ text: String) -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        for word in words(in: text[...]) {
            let isOption = word.contains("=") || isFlag(word)
            if !isOption, !found.isEmpty {
                found[found.count - 1].value += " " + word
            } else {
                found.append(option(word))
            }
        }
        return found
    }

    /// The Boolean value of a word; `nil` for any other word.
    public static func flag(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    /// A number without decimals that say nothing.
    static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    /// The options without a value.
    private static let flags = Set(
        ["collate", "fill", "fit-to-page", "fitplot", "landscape"]
            + LayoutOption.all.filter(\.isFlag).compactMap(\.lpName)
    )

    private static func isFlag(_ word: String) -> Bool {
        let name = word.lowercased()
        return flags.contains(name)
            || (name.hasPrefix("no") && flags.contains(String(name.dropFirst(2))))
    }

    private static func option(_ word: String) -> (name: String, value: String) {
        if let equals = word.firstIndex(of: "=") {
            return (String(word[..<equals]), String(word[word.index(after: equals)...]))
        }
        if word.lowercased().hasPrefix("no"), word.count > 2 {
            return (String(word.dropFirst(2)), "false")
        }
        return (word, "true")
    }

    private static func words(in text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var depth = 0
        var isEscaped = false
        for character in text {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character.isWhitespace, depth == 0 {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                if character == "{" { depth += 1 }
                if character == "}" { depth = max(0, depth - 1) }
                word.append(character)
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
