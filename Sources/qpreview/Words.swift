import Glibc
import QuickPreview

extension PreviewLanguage {
    /// The language of the user's messages.
    static let ofUser: PreviewLanguage = {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            // Nothing changes the environment of this program.
            guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { continue }
            return PreviewLanguage(tags: unsafe String(cString: value))
        }
        return .english
    }()

    /// One of two wordings.
    func say(_ english: String, _ chinese: String) -> String {
        self == .english ? english : chinese
    }
}

extension TypeRule {
    /// What the rule says, in a sentence.
    func words(in language: PreviewLanguage) -> String {
        let (english, chinese) =
            switch self {
            case .empty: ("The file has no bytes.", "文件没有任何字节。")
            case .container: ("The parts inside prove it.", "由内部组成部分证实。")
            case .containerNamed:
                (
                    "The name tells which of the documents that its container can hold.",
                    "由名称确定容器中是哪一种文档。"
                )
            case .textNamed:
                ("The contents are text; the name tells which.", "内容是文本，由名称确定种类。")
            case .text: ("The contents are text, and tell which.", "内容是文本，由内容确定种类。")
            case .agreement: ("The name and the contents say the same.", "名称与内容一致。")
            case .named:
                (
                    "The contents show a type, and the name which special kind of it.",
                    "由内容确定类型，由名称确定其具体种类。"
                )
            case .contents: ("The contents show it.", "由内容确定。")
            case .nameAlone:
                (
                    "The contents are known to nobody; only the name tells it.",
                    "内容无法识别，仅由名称确定。"
                )
            case .unknown: ("Neither contents nor name are known.", "内容与名称均无法识别。")
            case .folder: ("It is a folder; what lies in it tells which.", "这是文件夹，由其中内容确定。")
            }
        return language.say(english, chinese)
    }
}
