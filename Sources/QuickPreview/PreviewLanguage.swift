/// A language that kinds of files, notes on them and errors come in.
public enum PreviewLanguage: String, CaseIterable, Sendable {
    /// English, where nothing else is asked for.
    case english = "en"
    /// Simplified Chinese.
    case simplifiedChinese = "zh-Hans"

    /// The language of a locale's name, such as `zh_CN.UTF-8`, or of an `Accept-Language` header.
    ///
    /// Of several languages in a header the first that is known is taken.
    public init(tags: String) {
        for tag in tags.split(separator: ",") {
            let name = tag.prefix { $0 != ";" && $0 != "." && $0 != "@" }
                .filter { $0 != " " }.lowercased()
            let parts = name.split { $0 == "-" || $0 == "_" }
            switch parts.first {
            case "zh"
            where !parts.contains("hant") && !parts.contains("tw") && !parts.contains("hk"):
                self = .simplifiedChinese
                return
            case "en", "c", "posix":
                self = .english
                return
            default: continue
            }
        }
        self = .english
    }
}

extension PreviewLanguage {
    /// One of two wordings.
    package func say(_ english: String, _ chinese: String) -> String {
        self == .english ? english : chinese
    }
}
