/// The words in Simplified Chinese.
struct ChineseWords {
    let parameters: [String: String]

    func value(_ name: String) -> String { parameters[name] ?? "?" }
    var printer: String { "“\(value("printer"))”" }
    var document: String { "“\(value("document"))”" }
    var media: String {
        parameters["media"].map { MediaName(rawValue: $0).displayName + " " } ?? ""
    }
    /// A message of another program or library, as the end of a sentence.
    var detail: String {
        let words = cause
        return words.isEmpty ? "" : "：\(words)"
    }

    /// The same message alone.
    var cause: String {
        let known = parameters["cause"].flatMap { Self.causes[$0] ?? Self.refusals[$0] }
        let system = parameters["errno"].flatMap { Int32($0) }.flatMap { Self.system($0) }
        return known ?? system ?? Words.withoutEnd(parameters["detail"] ?? "")
    }

    /// The reason why a document is unreadable, by the codes of the preview library, whose own
    /// sentences are in English.
    private static let causes: [String: String] = [
        "no-preview": "此类文件无法读取", "damaged": "文件已损坏",
        "variant-unsupported": "此格式变体无法读取", "files-missing": "内容在其他文件中", "encrypted": "文档受密码保护",
        "password-wrong": "密码错误", "empty": "文件是空的", "page-out-of-range": "没有该页",
        "time-limit": "读取超时", "processor-limit": "超出处理器时间限制", "memory-limit": "超出内存限制",
        "pixel-limit": "图像过大", "crashed": "预览辅助程序在读取时崩溃",
        "forbidden-call": "预览辅助程序试图执行禁止的操作，已被终止", "crashed-before": "此文档多次使预览辅助程序崩溃",
        "unconfined": "系统无法隔离预览辅助程序", "unreadable": "无法读取文件", "output-failed": "无法写入结果",
        "unavailable": "预览辅助程序不可用", "interrupted": "预览辅助程序已退出", "canceled": "操作已取消",
    ]
}
