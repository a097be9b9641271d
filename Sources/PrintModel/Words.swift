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
}
