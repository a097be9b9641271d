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

    /// What somebody else said, without white space around it and the full stop of its end.
    static func withoutEnd(_ text: String) -> String {
        var words = text[...]
        while let last = words.last, last.isWhitespace || last == "." || last == "。" {
            words.removeLast()
        }
        return String(words.drop(while: \.isWhitespace))
    }
}
