/// The words in Simplified Chinese.
struct ChineseWords {
    let parameters: [String: String]

    func value(_ name: String) -> String { parameters[name] ?? "?" }
    var printer: String { "“\(value("printer"))”" }
    var document: String { "“\(value("document"))”" }
    var media: String {
        parameters["media"].map { MediaName(rawValue: $0).displayName + " " } ?? ""
    }
    /// What somebody else said, as the end of a sentence of ours.
    var detail: String {
        let words = Words.withoutEnd(parameters["detail"] ?? "")
        return words.isEmpty ? "" : "：\(words)"
    }
}
