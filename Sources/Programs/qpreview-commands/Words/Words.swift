import Glibc
import QuickPreview

extension PreviewLanguage {
    /// The language of the user's messages.
    static let ofUser: PreviewLanguage = {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            // This program never changes its environment.
            guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { continue }
            return PreviewLanguage(tags: unsafe String(cString: value))
        }
        return .english
    }()
}

extension TypeRule {
    /// The rule as a sentence.
    func words(in language: PreviewLanguage) -> String {
        let (english, chinese) =
            switch self {
            case .empty: ("The file is empty.", "文件是空的。")
            case .container: ("The parts inside the container identify it.", "由内部组成部分证实。")
            case .containerNamed:
                (
                    "The name decides which kind of document the container holds.",
                    "由名称确定容器中是哪一种文档。"
                )
            case .textNamed:
                ("The contents are text; the name decides which kind.", "内容是文本，由名称确定种类。")
            case .text: ("The contents are text and decide which kind.", "内容是文本，由内容确定种类。")
            case .agreement: ("The name and the contents agree.", "名称与内容一致。")
            case .named:
                (
                    "The contents decide the type, and the name its specific kind.",
                    "由内容确定类型，由名称确定其具体种类。"
                )
            case .contents: ("The contents identify it.", "由内容确定。")
            case .nameAlone:
                (
                    "The contents are not recognized; only the name suggests a type.",
                    "内容无法识别，仅由名称确定。"
                )
            case .unknown: ("Neither the contents nor the name are recognized.", "内容与名称均无法识别。")
            case .folder: ("It is a directory; its contents decide which kind.", "这是文件夹，由其中内容确定。")
            }
        return language.say(english, chinese)
    }
}
