import CommandNames

/// Obstacles and notices in Simplified Chinese.
extension ChineseWords {
    func obstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .noPrinter, .printerNotFound, .schedulerUnreachable, .printerUnreachable,
            .printerStopped, .printerNotAccepting, .printerUnusable, .userNotAllowed,
            .printerRefused, .databaseUnreachable:
            printerObstacle(code)
        case .formatUnsupported, .documentDamaged, .documentEncrypted, .documentRestricted,
            .documentEmpty,
            .documentTooLarge, .documentUnreadable, .pagesOutOfRange:
            documentObstacle(code)
        case .copiesUnsupported, .sidesUnsupported, .mediaUnsupported, .colorUnsupported,
            .optionUnsupported, .optionsConflict:
            optionObstacle(code)
        case .mediaNotLoaded, .scaled, .mixedSizes, .smallerPages, .supplyLow, .laidOutSimply,
            .textLeftOut, .picturesLeftOut, .lowQualityOnly, .paperSaving, .lettersLeftOut,
            .verticalWriting, .edgesCut:
            notice(code)
        default: (code.rawValue, "")
        }
    }

    // MARK: Printers

    /// The printers that a sentence names, in quotes.
    var printers: String {
        value("printer").split(separator: ", ").map { "“\($0)”" }.joined(separator: "、")
    }

    private func command(_ name: String) -> String {
        "\(name) \(value("printer").split(separator: ", ").joined(separator: " "))"
    }

    private func printerObstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .noPrinter:
            (parameters["printers"] ?? "").isEmpty
                ? ("没有打印机。", Self.addPrinter)
                : ("没有指定打印机，也没有默认打印机。", "请用 \(Flag.printer) 指定一台打印机：\(value("printers"))。")
        case .printerNotFound: printerNotFound
        case .schedulerUnreachable: ("打印调度程序没有响应。", "要启动 CUPS，请运行：systemctl start cups")
        case .databaseUnreachable: ("无法连接到队列的数据库。", "请在数据库运行后重试。")
        case .printerUnreachable where parameters["slow"] != nil:
            ("打印机\(printers)尚未响应。", "请稍后重试：打印时会等待它响应。")
        case .printerUnreachable: ("打印机\(printers)没有响应。", "请打开打印机，检查线缆或网络，然后重试。")
        case .printerStopped:
            (
                "打印机\(printers)已停止\(detail)。",
                atDevice("检查并恢复") ?? byAdministrator("恢复打印机")
                    ?? "请检查打印机。要恢复打印，请运行：\(command("cupsenable"))"
            )
        case .printerNotAccepting:
            (
                "打印机\(printers)不接受任务\(detail)。",
                atDevice("允许接受任务") ?? byAdministrator("恢复接受任务")
                    ?? "要重新接受任务，请运行：\(command("cupsaccept"))"
            )
        case .printerRefused:
            ("打印机\(printers)拒绝此任务\(detail)。", "请使用其他选项打印，或使用其他打印机。")
        case .userNotAllowed: userNotAllowed
        case .printerUnusable where asksForPassword: authenticationNeeded
        default: unusable(PrinterFault(parameters["fault"] ?? ""))
        }
    }

    private static let addPrinter = "请在系统打印机设置中添加一台打印机，或使用 lpadmin。"

    private var printerNotFound: Words.Sentences {
        let others = parameters["printers"] ?? ""
        func remedy(_ first: String) -> String {
            others.isEmpty ? Self.addPrinter : "请\(first)用 \(Flag.printer) 指定一台打印机：\(others)。"
        }
        switch parameters["origin"] {
        case "environment":
            return ("没有环境变量 PRINTER 或 LPDEST 指定的打印机\(printer)。", remedy("更改该变量，或"))
        case "settings":
            return ("没有您设为默认的打印机\(printer)。", remedy("用 \(Command.setDefault) 另设默认打印机，或"))
        case "lpoptions":
            return ("没有 lpoptions 中设为默认的打印机\(printer)。", remedy("用 lpoptions -d 另设默认打印机，或"))
        default: return ("没有打印机\(printer)。", remedy(""))
        }
    }

    // MARK: Documents

    /// The kind of the document; in English in a record of an older service.
    private var kind: String {
        parameters["kind-\(Language.simplifiedChinese.rawValue)"] ?? value("kind")
    }

    private func documentObstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .formatUnsupported where parameters["variant"] != nil:
            ("\(document)属于无法读取的格式变体，或其内容在其他文件中。", "请用原程序打开该文件并导出为 PDF。")
        case .formatUnsupported:
            (
                "打印机\(printers)无法打印此类文件：\(kind)。",
                instead(
                    "打印此文件",
                    else: parameters["package"].map { "请安装软件包 \($0) 后重试。" }
                        ?? "请用原程序打开该文件并导出为 PDF。"
                )
            )
        case .documentDamaged: ("\(document)已损坏，无法读取。", "请重新获取该文件，或重新存为 PDF。")
        case .documentEncrypted: ("\(document)受密码保护。", "请用 \(Flag.password) 输入密码，或打印一份不带密码的副本。")
        case .documentRestricted:
            ("\(document)的所有者不允许打印。", "请用 \(Flag.password) 输入所有者密码，或向所有者索取可以打印的副本。")
        case .documentEmpty: ("\(document)是空的。", "请选择有页面的文件。")
        case .documentTooLarge where parameters["limit"] != nil: tooManyPages
        case .documentTooLarge where parameters["seconds"] != nil:
            (
                "\(document)太大，无法排版：需要超过 \(value("seconds")) 秒的处理器时间，或超过 \(value("megabytes")) MB 的文本。",
                "请拆分该文档，分别打印各部分。"
            )
        case .documentTooLarge: ("\(document)太大，无法打印。", "请打印其中一部分，或使用较小的版本。")
        case .documentUnreadable: unreadable
        default: pagesOutOfRange
        }
    }

    private var unreadable: Words.Sentences {
        switch parameters["problem"] {
        case "not-found": ("没有文件\(document)。", "请检查名称和文件夹。")
        case "directory": ("\(document)是文件夹。", "请指定其中的文件。")
        case "crashed": ("读取\(document)的程序在处理它时崩溃。", "请用原程序打开该文件并导出为 PDF。")
        case "unanswered": ("无法读取\(document)：其所在的文件系统没有响应。", "请检查对应的网络共享或设备。")
        case "special": ("\(document)既不是文件也不是管道。", "请选择一个文件。")
        default: ("无法读取\(document)。", "请检查权限。")
        }
    }

    private var pagesOutOfRange: Words.Sentences {
        if let limit = parameters["limit"] { return ("页码列表超过 \(limit) 页。", "请减少页数。") }
        if let set = parameters["set"] {
            return (
                "\(document)所选的页中没有\(set == "odd" ? "奇" : "偶")数页。", "请选择其他页，或去掉 \(Flag.pageSet)。"
            )
        }
        let count = value("count")
        return (
            "\(document)没有第 \(value("outside")) 页，该文档共 \(count) 页。",
            count == "1" ? "请去掉页码列表。" : "请选择第 1 至 \(count) 页。"
        )
    }

    // MARK: Options

    private func optionObstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .copiesUnsupported:
            return (
                "打印机\(printer)每个任务最多打印 \(value("max")) 份，无法打印 \(value("value")) 份。",
                instead(
                    "打印 \(value("value")) 份",
                    else: "请用 \(Flag.copies) \(value("max")) 或更少，其余的另行打印。"
                )
            )
        case .sidesUnsupported where parameters["for"] != nil:
            let option = Flag.ofTicket(value("for"))
            return (
                "打印机\(printer)不能双面打印，而 \(option) 需要双面打印。",
                instead("双面打印", else: leaveOut(option))
            )
        case .sidesUnsupported:
            return value("value") == Sides.oneSided.rawValue
                ? ("打印机\(printer)不能只打印单面。", instead("单面打印", else: leaveOut(Flag.sides)))
                : (
                    "打印机\(printer)不能双面打印（\(value("value"))）。",
                    instead("双面打印", else: leaveOut(Flag.sides))
                )
        case .mediaUnsupported: return mediaUnsupported
        case .colorUnsupported:
            return value("value") == ColorMode.color.rawValue
                ? ("打印机\(printer)不能彩色打印。", instead("彩色打印", else: leaveOut(Flag.color)))
                : (
                    "打印机\(printer)没有颜色模式“\(value("value"))”。",
                    instead("使用该模式", else: leaveOut(Flag.color))
                )
        case .optionsConflict where parameters["other"] != nil:
            let other = Flag.ofTicket(value("other"))
            return (
                "\(Flag.ofTicket(value("option"))) 不能与 \(other) \(value("value")) 同时使用。", "请去掉其中之一。"
            )
        case .optionsConflict:
            return (
                "打印机\(printer)不能同时使用这些选项：\(value("options"))。",
                instead("同时使用", else: "请去掉其中之一。")
            )
        default: return optionUnsupported
        }
    }

    private var mediaUnsupported: Words.Sentences {
        let media = Words.values(of: parameters["supported"])
        var names = media.shown.map { MediaName(rawValue: $0).displayName }
        if media.more { names.append("其他纸张") }
        if let least = parameters["least"], let most = parameters["most"] {
            names.append("\(least) 至 \(most) 毫米的任意尺寸，例如 \(Words.sizeBetween(least, most))")
        }
        return (
            "打印机\(printer)没有 \(MediaName(rawValue: value("value")).displayName) 纸张。",
            instead(
                "使用该纸张",
                else: names.isEmpty
                    ? leaveOut(Flag.media) : "可用的纸张：\(names.joined(separator: "、"))。"
            )
        )
    }

    private var borderlessMedia: [String] {
        let media = Words.values(of: parameters["supported"])
        return media.shown.map { MediaName(rawValue: $0).displayName }
            + (media.more ? ["其他纸张"] : [])
    }

    func instead(_ what: String, else other: String) -> String {
        guard let names = parameters["alternatives"] else { return other }
        return "\(Words.values(of: names).quoted("“", "”").joined(separator: "、"))可以\(what)。"
    }

    private var supported: String {
        let values = Words.values(of: parameters["supported"])
        return values.shown.joined(separator: "、") + (values.more ? " 等" : "")
    }

    private var optionUnsupported: Words.Sentences {
        let option = Flag.ofTicket(value("option"))
        let leaveOut = leaveOut(option)
        if parameters["linesOnly"] != nil {
            return ("\(option) 只适用于纯文本和源代码，不适用于\(document)（\(kind)）。", leaveOut)
        }
        if parameters["workbooksOnly"] != nil {
            return ("\(option) 只适用于由 LibreOffice 排版的工作簿，不适用于\(document)（\(kind)）。", leaveOut)
        }
        if parameters["worksheets"] != nil {
            let missing = Words.values(of: value("value")).quoted("“", "”").joined(separator: "、")
            let known = Words.names(of: parameters["worksheets"]).map { "“\($0)”" }
            return ("\(document)没有工作表\(missing)。", "请使用\(known.joined(separator: "、"))，或从 1 起的编号。")
        }
        if parameters["partsOnly"] != nil {
            return ("\(option) 只适用于一起打印的多个文件。", "请加上 \(Flag.together)，或去掉 \(option)。")
        }
        if parameters["laidOutOnly"] != nil {
            return ("\(option) 不适用于\(document)（\(kind)），它有自己的版式。", leaveOut)
        }
        if parameters["noRoom"] != nil, option != Flag.ofTicket("margins") {
            return ("纸张太小，放不下 \(option)。", "请使用更大的纸张，或去掉 \(option)。")
        }
        if parameters["noRoom"] != nil {
            return ("\(value("value")) 的页边距在纸张上没有留出空间。", "请使用更小的页边距，或更大的纸张。")
        }
        if let least = parameters["least"], option == Flag.ofTicket("margins") {
            return (
                "打印机\(printer)不能打印到 \(value("value")) 的页边距那样靠近纸边的地方。",
                "请使用至少 \(least) 的页边距。"
            )
        }
        if let other = parameters["needs"] {
            let needed = Flag.ofTicket(other)
            return ("没有 \(needed) 时，\(option) 不起作用。", "请加上 \(needed)，或去掉 \(option)。")
        }
        if parameters["picturesOnly"] != nil {
            return ("\(option) 只适用于图片，不适用于\(document)。", leaveOut)
        }
        if parameters["direct"] != nil {
            return (
                "打印机\(printer)支持 \(option)“\(value("value"))”，但其队列会丢弃该选项。",
                "如需直接在打印机上打印，请运行：\(Command.printersDirect) \(value("printer")) on"
            )
        }
        switch value("option") {
        case "borderless":
            return (
                "打印机\(printer)不能在 \(media) 纸张上无边距打印。",
                instead(
                    "无边距打印",
                    else: (parameters["supported"] ?? "").isEmpty
                        ? leaveOut : "可以无边距打印的纸张：\(borderlessMedia.joined(separator: "、"))。"
                )
            )
        case "collate":
            return (
                value("value") == "false" ? "打印机\(printer)不能逐页打印多份。" : "打印机\(printer)不能逐份打印。",
                instead("这样打印", else: "请一次打印一份，或去掉此选项。")
            )
        case "pin": return pinUnsupported
        case "numberUp":
            return ("不支持每面 \(value("value")) 页。", "请使用 \(option) \(supported)。")
        default:
            let isEmpty = (parameters["supported"] ?? "").isEmpty
            guard parameters["unknown"] == nil else {
                let other = value("value") == "false" ? "或“no\(value("option"))”" : ""
                return (
                    "打印机\(printer)没有选项“\(value("option"))”\(other)。",
                    isEmpty
                        ? (other.isEmpty ? leaveOut : "请去掉此选项。")
                        : "\(Flag.attribute) 可用的选项：\(supported)。"
                )
            }
            return (
                "打印机\(printer)不支持 \(option)“\(value("value"))”。",
                instead("这样打印", else: isEmpty ? leaveOut : "请使用：\(supported)。")
            )
        }
    }

    // MARK: Notices

    private func notice(_ code: Obstacle.Code) -> Words.Sentences {
        let pages = parameters["pages"] ?? value("page")
        let other = MediaName(rawValue: value("other")).displayName
        return switch code {
        case .mediaNotLoaded where parameters["source"] != nil:
            (
                "打印机\(printer)的纸盒 \(value("source")) 装的是 \(other) 纸张，不是 \(media)纸张。",
                "请在其中装入该纸张，或去掉 \(Flag.ofTicket("source"))，否则任务将在打印机上等待。"
            )
        case .mediaNotLoaded: ("打印机\(printer)没有装入 \(media)纸张。", "请装入该纸张，否则任务将在打印机上等待。")
        case .scaled where parameters["for"] != nil:
            (
                "\(document)第 \(pages) 页将被缩小，以免被 \(Flag.ofTicket(value("for"))) 遮盖。",
                "要保持尺寸，请用 \(Flag.scaling) none；会被遮盖的部分将被裁去。"
            )
        case .scaled:
            (
                "\(document)第 \(pages) 页比 \(media)纸张大，将被缩小。",
                "请用 \(Flag.media) 选择更大的纸张，或用 \(Flag.scaling) none 裁切。"
            )
        case .mixedSizes:
            (
                "\(document)第 \(pages) 页是 \(other) 尺寸，但整个任务都用 \(media)纸张。",
                "要用 \(other) 纸张，请将这些页作为单独的任务打印：\(Flag.pages) \(pages)"
            )
        case .smallerPages:
            (
                "\(document)第 \(pages) 页比 \(media)纸张小得多。",
                "要用 \(other) 纸张打印，请装入该纸张并加上 \(Flag.media) \(value("other"))。"
            )
        case .supplyLow:
            (
                Words.lowSupply(value("supply"), language: .simplifiedChinese)
                    ?? "打印机\(printer)报告：\(value("supply"))。",
                "请为打印机\(printer)准备更换件；任务照常打印。"
            )
        case .paperSaving where value("option") == "sides":
            (
                "双面打印只需 \(value("fewer")) 张纸，而不是 \(value("sheets")) 张。",
                "如需双面打印，请加上 \(Flag.ofTicket("sides")) \(value("value"))。"
            )
        case .paperSaving:
            (
                "每面打印 \(value("value")) 页只需 \(value("fewer")) 张纸，而不是 \(value("sheets")) 张。",
                "如需这样打印，请加上 \(Flag.ofTicket("numberUp")) \(value("value"))。"
            )
        case .textLeftOut:
            ("\(document)的部分文字或图片超出限制，不会打印。", "如需打印全部内容，请在制作它的程序中另存为 PDF。")
        case .picturesLeftOut: leftOut
        case .lettersLeftOut:
            (
                "\(document)中的部分文字（\(value("letters"))）没有任何字体包含，将打印为方框或空白。",
                "请安装包含这些文字的字体（立即生效），或打印自带字体的 PDF。"
            )
        case .verticalWriting:
            ("\(document)的文字应为竖排，但将横排打印。", "如需竖排，请在浏览器中另存为 PDF。")
        case .edgesCut:
            (
                "\(document)第 \(pages) 页伸入 \(media)纸张上打印机\(printer)无法打印的边缘。",
                "如需打印全部内容，请加上 \(Flag.scaling) fit。"
            )
        case .lowQualityOnly:
            ("\(document)的所有者只允许低质量打印，因此以打印机的最低质量打印。", "如需更好的质量，请向所有者索取允许的副本。")
        default:
            (
                "\(document)（\(kind)）打印时有其文字、标题、列表和表格，但没有它自己的外观。",
                parameters["package"].map { "如需文档自己的外观，请安装软件包 \($0)。" }
                    ?? "如需文档自己的外观，请在制作它的程序中另存为 PDF。"
            )
        }
    }

    private var leftOut: Words.Sentences {
        let (pictures, styles) = (value("pictures"), value("styleSheets"))
        let message =
            if styles == "0" {
                "\(document)中有 \(pictures) 张图片未显示。"
            } else if pictures == "0" {
                "\(document)的 \(styles) 个样式表未使用，因此外观不同。"
            } else {
                "\(document)中有 \(pictures) 张图片未显示，\(styles) 个样式表未使用。"
            }
        if let folder = parameters["folder"] {
            return (message, "如需显示它旁边的图片，请加上 \(Flag.pictures) \(folder)。")
        }
        let program = parameters["web"] == nil ? "能显示它们的程序" : "浏览器"
        return (message, "不会读取文档以外的内容：如需打印全部内容，请在\(program)中另存为 PDF。")
    }
}
