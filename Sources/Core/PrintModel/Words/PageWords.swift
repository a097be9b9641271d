/// The texts of the page for the browser in one language, which encode as an object of keys and texts.
///
/// What the API says in words, such as the reasons of a job, is not among them.
public struct PageWords: Encodable, Sendable, Equatable {
    /// A text in both languages, in which `{n}` and the like stand for values.
    struct Row: Sendable {
        let key: String
        let english: String
        let chinese: String

        init(_ key: String, _ english: String, _ chinese: String) {
            self.key = key
            self.english = english
            self.chinese = chinese
        }
    }

    /// The texts by their keys.
    public let texts: [String: String]

    /// The texts in a language.
    public init(_ language: Language) {
        var texts = ["language": language.rawValue]
        for row in Self.rows {
            texts[row.key] = language == .simplifiedChinese ? row.chinese : row.english
        }
        self.texts = texts
    }

    /// Encodes the texts by their keys.
    public func encode(to encoder: any Encoder) throws {
        try texts.encode(to: encoder)
    }

    /// All texts.
    static var rows: [Row] { general + queue + printers + printing + options }
}
