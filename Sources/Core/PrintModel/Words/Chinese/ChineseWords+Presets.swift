import CommandNames

/// The sentences of problems with presets in Simplified Chinese.
extension ChineseWords {
    private var preset: String { "“\(value("preset"))”" }

    func presetProblem(_ cause: Problem.Cause) -> String {
        switch cause {
        case .presetNotFound where parameters["presets"]?.isEmpty == false:
            "没有预设\(preset)。现有预设：\(presetNames)。"
        case .presetNotFound:
            "没有预设\(preset)，也没有其他预设。要保存预设，请运行“\(Command.savePreset) NAME”并加上选项。"
        case .presetName:
            "\(preset)不能作为预设的名称：请使用 1 到 \(PrintPreset.nameLimit) 个字符，不含斜杠和控制字符。"
        case .presetEmpty: "预设没有选项。请至少给出一个，例如 --sides。"
        case .presetWithTime: "预设不保存时间，因为时间只属于一个任务。请在打印时给出时间。"
        case .presetWithSecret: "预设不保存 PIN 和密码，例如“\(value("option"))”。请在打印时输入。"
        case .presetTooLarge: "选项过长，无法存为预设。最多 8 KiB。"
        case .presetsFull:
            "已有 \(value("limit")) 个预设，达到上限。请用“\(Command.removePreset) NAME”移除一个，或替换一个。"
        case .presetUnusable:
            "预设\(preset)含有此版本不认识的选项或无法读取的值：\(value("options"))。没有打印任何内容。请使用更新的版本，或重新保存该预设。"
        default: "无法保存预设\(detail)。未作任何更改。"
        }
    }

    /// What to do about an option that is not possible.
    func leaveOut(_ option: String) -> String {
        parameters["preset"] == nil
            ? "请去掉 \(option)。" : "请去掉 --preset，或保存不含 \(option) 的预设。"
    }

    private var presetNames: String {
        Words.names(of: parameters["presets"]).map { $0 == "…" ? $0 : "“\($0)”" }.joined(
            separator: "、"
        )
    }
}
