/// A language of kinds, notes, and errors.
public enum PreviewLanguage: String, CaseIterable, Sendable {
    /// English, the default.
    case english = "en"
    /// Simplified Chinese.
    case simplifiedChinese = "zh-Hans"

    /// The language of a locale, such as `zh_CN.UTF-8`, or of an `Accept-Language` header.
    ///
    /// Of several languages in a header, the first known one counts.
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
    /// Returns one of two wordings.
    package func say(_ english: String, _ chinese: String) -> String {
        self == .english ? english : chinese
    }
}
