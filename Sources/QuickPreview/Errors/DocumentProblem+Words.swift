import PreviewModel

extension DocumentProblem {
    /// The problem, as one or two sentences for people in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The sentences.
    public func message(in language: PreviewLanguage) -> String {
        switch self {
        case .empty: language.say("The file is empty.", "文件是空的。")
        case .damaged(let why):
            language.say("The file is damaged. ", "文件已损坏。") + why.message(in: language)
        case .encrypted: language.say("The document needs a password.", "此文档需要密码。")
        case .nothingInside(let why):
            language.say("The document is empty. ", "文档是空的。") + why.message(in: language)
        case .tooLarge(let why), .missingPackage(let why), .unsupportedVariant(let why),
            .filesMissing(let why):
            why.message(in: language)
        }
    }
}
