/// The words in English.
struct EnglishWords {
    let parameters: [String: String]

    func value(_ name: String) -> String { parameters[name] ?? "?" }
    var printer: String { "'\(value("printer"))'" }
    var document: String { "'\(value("document"))'" }
    var media: String {
        parameters["media"].map { MediaName(rawValue: $0).displayName } ?? "the right"
    }

    /// A message of another program or library, as the end of a sentence.
    var detail: String {
        let words = Words.withoutEnd(parameters["detail"] ?? "")
        return words.isEmpty ? "" : ": \(words)"
    }

    func words(_ keyword: String) -> String {
        keyword.split(separator: "-").joined(separator: " ")
    }
}
