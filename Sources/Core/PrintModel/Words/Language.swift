/// A language of messages.
///
/// Codes and parameters are the same in every language.
public enum Language: String, Sendable, CaseIterable {
    /// English, the default.
    case english = "en"
    /// Simplified Chinese.
    case simplifiedChinese = "zh-Hans"

    /// The language of a locale's name, such as `zh_CN.UTF-8`, or of an `Accept-Language` header.
    ///
    /// Of several languages in a header field, the first known one counts.
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
            default:
                continue
            }
        }
        self = .english
    }

    /// The language of a user's messages, by the variables that name a locale.
    public init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        self.init(tags: names.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "")
    }

    /// The separator between two sentences.
    var space: String { self == .simplifiedChinese ? "" : " " }
}
