/// What the administrator of a queue does not allow.
extension ChineseWords {
    var userNotAllowed: Words.Sentences {
        let limits = [
            parameters["sheets"].map { "\($0) 张" }, parameters["kilobytes"].map { "\($0) KiB" },
        ].compactMap(\.self)
        guard !limits.isEmpty else {
            return ("您无权在打印机\(printer)上打印\(detail)。", "请使用其他打印机，或联系管理员。")
        }
        return (
            "您在打印机\(printer)上已达到管理员允许的限额：\(time)内 \(limits.joined(separator: "或 "))。",
            "请稍后再打印、使用其他打印机，或联系管理员。"
        )
    }

    private var time: String {
        let seconds = parameters["seconds"].flatMap { Int($0) } ?? 0
        for (unit, name) in [(604_800, "周"), (86_400, "天"), (3600, "小时"), (60, "分钟")]
        where seconds >= unit && seconds % unit == 0 {
            return "\(seconds / unit) \(name)"
        }
        return "\(seconds) 秒"
    }
}
