import PreviewModel

extension DocumentInfo {
    /// A note where the name contradicts the contents, such as "Its name says .jpg; it is a PNG image."; else `nil`.
    ///
    /// - Parameters:
    ///   - name: The file's name, or its path.
    ///   - language: The language of the sentence.
    /// - Returns: One sentence, or `nil`.
    public func nameNote(for name: String, in language: PreviewLanguage) -> String? {
        guard typeReport?.isMisnamed == true else { return nil }
        let ending = RequestMessage.nameExtension(of: Previewer.lastPart(of: name)).singleLine
        let kind = kind(in: language)
        guard !ending.isEmpty else {
            return language.say(
                "Its name says otherwise; it is \(Self.article(for: kind)) \(kind).",
                "内容与文件名不符，实为“\(kind)”。"
            )
        }
        return language.say(
            "Its name says .\(ending); it is \(Self.article(for: kind)) \(kind).",
            "文件名以 .\(ending) 结尾，内容却是“\(kind)”。"
        )
    }

    /// "a" or "an", by the sound with which words begin; letters that are spelled have their own.
    private static func article(for words: String) -> String {
        let first = words.prefix { $0 != " " && $0 != "-" }
        let isSpelled = first.count > 1 && first.dropFirst().allSatisfy { !$0.isLowercase }
        let vowels = isSpelled ? "AEFHILMNORSX" : "AEIOaeio"
        return first.first.map { vowels.contains($0) } ?? false ? "an" : "a"
    }

    /// The reason why the document cannot be shown or printed, in a language; `nil` where there is none.
    ///
    /// - Parameter language: The language of the sentence.
    /// - Returns: One or two sentences, or `nil`.
    public func problemNote(in language: PreviewLanguage) -> String? {
        problem?.message(in: language)
    }
}
