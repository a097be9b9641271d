/// The words in Simplified Chinese.
struct ChineseWords {
    let parameters: [String: String]

    func value(_ name: String) -> String { parameters[name] ?? "?" }
    var printer: String { "“\(value("printer"))”" }
    var document: String { "“\(value("document"))”" }
    var media: String {
        parameters["media"].map { MediaName(rawValue: $0).displayName + " " } ?? ""
    }
    /// What somebody else said, as the end of a sentence of ours.
    var detail: String {
        let words = Words.withoutEnd(parameters["detail"] ?? "")
        return words.isEmpty ? "" : "：\(words)"
    }
    private var oneOfSupported: String {
        (parameters["supported"] ?? "").isEmpty
            ? "请不用此选项打印。" : "请使用其中之一：\(value("supported"))。"
    }
    private func instead(_ what: String, else other: String) -> String {
        guard let names = parameters["alternatives"] else { return other }
        let quoted = names.split(separator: ", ").map { "“\($0)”" }.joined(separator: "、")
        return "\(quoted)可以\(what)。"
    }

    func obstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .noPrinter:
            (parameters["printers"] ?? "").isEmpty
                ? ("没有打印机。", "请在系统打印机设置中添加，或使用 lpadmin。")
                : ("没有指定打印机，也没有默认打印机。", "请用 -d 指定：\(value("printers"))。")
        case .schedulerUnreachable: ("打印调度程序没有响应。", "请启动 CUPS：systemctl start cups。")
        case .printerNotFound:
            (
                "没有打印机\(printer)。",
                value("printers").isEmpty
                    ? "系统中没有打印机；请在系统打印机设置中添加，或使用 lpadmin。" : "请用 -d 指定其中之一：\(value("printers"))。"
            )
        case .printerUnreachable: ("打印机\(printer)没有响应。", "请打开打印机并检查线缆或网络，然后重试。")
        case .printerStopped:
            (
                "打印机\(printer)已停止\(detail)。",
                byAdministrator("恢复打印机") ?? "请检查打印机。要恢复打印机，请运行：cupsenable \(value("printer"))"
            )
        case .printerNotAccepting:
            (
                "打印机\(printer)不接受任务\(detail)。",
                byAdministrator("恢复接受任务") ?? "要恢复接受任务，请运行：cupsaccept \(value("printer"))"
            )
        case .printerUnusable: ("无法理解打印机\(printer)的应答。", "请更新或重置打印机，或使用其他打印机。")
        case .formatUnsupported:
            ("打印机\(printer)无法打印此类文件：\(value("kind"))。", instead("打印它", else: "请用原程序打开并导出为 PDF。"))
        case .documentDamaged: ("\(document)已损坏，无法读取。", "请重新获取文件，或重新存为 PDF。")
        case .documentEncrypted: ("\(document)需要密码才能打开。", "请用 --password 提供密码，或另存一份不带密码的副本再打印。")
        case .documentEmpty: ("\(document)是空的。", "请选择有页面的文件。")
        case .documentTooLarge where parameters["limit"] != nil: tooManyPages
        case .documentTooLarge: ("\(document)太大，无法打印。", "请打印其中一部分，或使用较小的版本。")
        case .pagesOutOfRange:
            parameters["limit"].map { ("指定的页数超过 \($0)。", "请减少页数。") }
                ?? parameters["set"].map { set in
                    (
                        "\(document)所选的页中没有\(set == "odd" ? "奇" : "偶")数页。",
                        "请选择其他页，或去掉 --page-set。"
                    )
                }
                ?? (
                    "第 \(value("outside")) 页超出范围：\(document)共 \(value("count")) 页。",
                    "请选择第 1 至 \(value("count")) 页。"
                )
        case .copiesUnsupported:
            (
                "打印机\(printer)最多打印 \(value("max")) 份，要求 \(value("value")) 份。",
                instead("打印 \(value("value")) 份", else: "请要求 \(value("max")) 份或更少，分次打印。")
            )
        case .sidesUnsupported:
            value("value") == Sides.oneSided.rawValue
                ? ("打印机\(printer)不能只打印单面。", instead("单面打印", else: "请不用此选项打印。"))
                : ("打印机\(printer)不能双面打印（\(value("value"))）。", instead("双面打印", else: "请不用此选项打印。"))
        case .mediaUnsupported:
            (
                "打印机\(printer)不支持纸张“\(value("value"))”。",
                instead("使用该纸张", else: oneOfSupported)
            )
        case .colorUnsupported:
            ("打印机\(printer)不支持颜色模式“\(value("value"))”。", instead("这样打印", else: "请不用此选项打印。"))
        case .optionUnsupported: optionUnsupported
        case .optionsConflict:
            ("打印机\(printer)不能同时做到：\(value("options"))。", instead("同时做到", else: "请去掉其中之一。"))
        case .scaled:
            (
                "\(document)第 \(value("page")) 页比 \(media)纸张大，将被缩小。",
                "请选择更大的纸张，或用 --scaling none 裁切。"
            )
        case .supplyLow:
            ("打印机\(printer)报告：\(value("supply"))。", "请准备更换；任务照常打印。")
        case .mediaNotLoaded: ("打印机\(printer)没有装入 \(media)纸张。", "请装入纸张，否则任务将在打印机上等待。")
        case .convertedByScheduler: ("调度程序会为打印机\(printer)转换文档。", "无需操作；打印效果可能略有不同。")
        default: (code.rawValue, "")
        }
    }

    private var optionUnsupported: Words.Sentences {
        let option = OptionWords.flag(value("option"))
        if parameters["unplaceable"] != nil {
            return (
                "\(option) 需要有页面的文档；\(document)是\(value("kind"))，由调度程序排版。",
                "请去掉 \(option)，或先存为 PDF。"
            )
        }
        switch value("option") {
        case "collate":
            return (
                value("value") == "false" ? "打印机\(printer)不能逐页打印多份。" : "打印机\(printer)不能逐份打印。",
                instead("这样打印", else: "请一次打印一份，或去掉此选项。")
            )
        case "pin":
            guard let max = parameters["max"] else {
                return ("任务无法带 PIN 码送到打印机\(printer)。", instead("这样打印", else: "请去掉 --pin，并立即取走纸张。"))
            }
            return ("打印机\(printer)的 PIN 码最多 \(max) 个字符。", "请使用较短的 PIN 码。")
        case "numberUp":
            return ("一面不能放 \(value("value")) 页。", "请选择其中之一：\(value("supported"))。")
        default:
            guard parameters["unknown"] == nil else {
                return ("打印机\(printer)没有选项“\(value("option"))”。", oneOfSupported)
            }
            return (
                "打印机\(printer)不支持 \(option)“\(value("value"))”。",
                instead("这样打印", else: oneOfSupported)
            )
        }
    }
}
