/// The sentences about errors in `settings.json`.
extension ChineseWords {
    static let withoutAvahi = """
        无法发现网络上的打印机：avahi-daemon 没有运行。\
        请安装或启动 avahi-daemon，或用 printq printers add 按地址添加打印机。
        """

    static func settings(_ problem: SettingsProblem) -> String {
        let path = problem.path
        return switch problem.cause {
        case .unreadable(let number, let why):
            "无法读取设置文件 \(path)：\(system(number) ?? why)。"
        case .notAFile: "\(path) 不是文件，无法从中读取设置。"
        case .tooLarge: "设置文件 \(path) 超过 1 MiB。"
        case .malformed: "设置文件 \(path) 不是有效的 JSON。"
        case .notAnObject: "设置文件 \(path) 的内容不是 JSON 对象。"
        case .value(let key, .text): "设置文件 \(path) 中“\(key)”的值应为字符串。"
        case .value(let key, .texts): "设置文件 \(path) 中“\(key)”的值应为字符串数组。"
        case .value(let key, .preset): "设置文件 \(path) 中“\(key)”的值不是预设。"
        case .value(let key, .notifications):
            "设置文件 \(path) 中“\(key)”的值应为 \"all\"、\"failures\" 或 \"off\"。"
        case .value(let key, .flag): "设置文件 \(path) 中“\(key)”的值应为 true 或 false。"
        case .unknown(let key, let meant):
            "设置文件 \(path) 中的“\(key)”不是设置项" + (meant.map { "（最接近的是“\($0)”）。" } ?? "。")
        case .value(let key, .count): "设置文件 \(path) 中“\(key)”的值应为不小于 0 的整数。"
        }
    }
}
