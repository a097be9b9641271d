/// The words of reasons and obstacles: a sentence that says what is the matter, and one that
/// says what to do.
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
        switch language {
        case .english: EnglishWords(parameters: parameters).obstacle(code)
        case .simplifiedChinese: ChineseWords(parameters: parameters).obstacle(code)
        }
    }

    /// What a problem says; `nil` for one that has no words in other languages.
    static func problem(
        _ code: Problem.Code,
        _ parameters: [String: String],
        language: Language
    ) -> String? {
        let words = ProblemWords(code: code, parameters: parameters)
        return language == .simplifiedChinese ? words.chinese : words.english
    }

    /// What somebody else said, without white space around it and the full stop of its end.
    static func withoutEnd(_ text: String) -> String {
        var words = text[...]
        while let last = words.last, last.isWhitespace || last == "." || last == "。" {
            words.removeLast()
        }
        return String(words.drop(while: \.isWhitespace))
    }
}
