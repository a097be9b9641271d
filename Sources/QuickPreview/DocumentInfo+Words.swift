import PreviewModel

extension DocumentInfo {
    /// What should be known about the name, such as "Named .jpg, is a PNG image.", or `nil` where it fits.
    ///
    /// - Parameters:
    ///   - name: The file's name, or its path.
    ///   - language: The language of the sentence.
    /// - Returns: One sentence, or `nil`.
    public func nameNote(for name: String, in language: PreviewLanguage) -> String? {
        guard typeReport?.isMisnamed == true else { return nil }
        let ending = RequestMessage.nameExtension(of: Previewer.lastPart(of: name)).singleLine
        let kind = kind(in: language)
        switch (language, ending.isEmpty) {
        case (.english, false): return "Named .\(ending), is \(Self.article(for: kind)) \(kind)."
        case (.english, true): return "In spite of its name, is \(Self.article(for: kind)) \(kind)."
        case (.simplifiedChinese, false): return "文件名以 .\(ending) 结尾，内容却是“\(kind)”。"
        case (.simplifiedChinese, true): return "内容与文件名不符，实为“\(kind)”。"
        }
    }

    /// "a" or "an", by the sound with which words begin; letters that are spelled have their own.
    private static func article(for words: String) -> String {
        let first = words.prefix { $0 != " " && $0 != "-" }
        let isSpelled = first.count > 1 && first.dropFirst().allSatisfy { !$0.isLowercase }
        let vowels = isSpelled ? "AEFHILMNORSX" : "AEIOaeio"
        return first.first.map { vowels.contains($0) } ?? false ? "an" : "a"
    }

    /// Why the document cannot be shown or printed, in words of a language; `nil` when nothing is wrong.
    ///
    /// Details that a library tells about damage are in English.
    ///
    /// - Parameter language: The language of the sentence.
    /// - Returns: One or two sentences, or `nil`.
    public func problemNote(in language: PreviewLanguage) -> String? {
        guard let problem, language == .simplifiedChinese else { return problem?.message }
        switch problem {
        case .empty: return "文件是空的。"
        case .damaged(let why): return "文件已损坏：\(why)"
        case .encrypted: return "打开此文档需要密码。"
        case .tooLarge(let why): return "超出处理上限：\(why)"
        }
    }
}
