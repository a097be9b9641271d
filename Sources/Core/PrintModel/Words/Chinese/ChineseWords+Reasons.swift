import CommandNames

/// The words of reasons in Simplified Chinese.
extension ChineseWords {
    /// The job's label in a command; `nil` if the sentences name no job.
    private var job: String? { parameters["label"] ?? parameters["job"] }
    private var release: String { Command.release + (job.map { " \($0)" } ?? "") }
    private var reprint: String? { job.map { "\(Command.reprint) \($0)" } }
    private var goesOn: String { "任务会自动继续。" }

    /// The remedy that requires an administrator; `nil` if the user can help.
    func byAdministrator(_ what: String) -> String? {
        parameters["administrator"] == "false" ? "请联系管理员\(what)。" : nil
    }

    /// The remedy where the printer itself, and no queue, does not go on; else `nil`.
    func atDevice(_ what: String) -> String? {
        parameters["at"] == "device" ? "请在打印机上\(what)，或使用其他打印机。" : nil
    }

    func reason(_ code: Reason.Code) -> Words.Sentences {
        switch code {
        case .mediaEmpty, .mediaNeeded:
            ("打印机\(printer)缺少\(media)纸张。", "请装入\(media)纸张，\(goesOn)")
        case .mediaJam: ("打印机\(printer)卡纸。", "请取出卡住的纸张，\(goesOn)")
        case .paused:
            (
                "打印机\(printer)已暂停\(detail)。",
                byAdministrator("恢复打印机") ?? "要恢复打印机，请运行：cupsenable \(value("printer"))"
            )
        case .printerStopped:
            (
                "打印机\(printer)已停止\(detail)。",
                atDevice("检查并恢复") ?? byAdministrator("检查并恢复打印机")
                    ?? "请检查打印机。要恢复打印机，请运行：cupsenable \(value("printer"))"
            )
        case .printerUnreachable:
            ("打印机\(printer)没有响应。", "请打开打印机并检查线缆或网络，\(goesOn)")
        case .printerSlow: ("打印机\(printer)响应缓慢。", "请稍候：打印机一有响应，任务就会打印。")
        case .printerNotAccepting:
            (
                "打印机\(printer)不接受任务\(detail)。",
                atDevice("允许接受任务") ?? byAdministrator("恢复接受任务")
                    ?? "要恢复接受任务，请运行：cupsaccept \(value("printer"))"
            )
        case .userNotAllowed: userNotAllowed
        case .printerRemoved where parameters["host"] != nil:
            (
                "主机“\(value("host"))”上没有打印机\(printer)。",
                "有该打印机的主机一运行，就会打印此任务。也可以添加该打印机，或取消任务后换一台打印机打印。"
            )
        case .printerRemoved: ("打印机\(printer)已被移除。", "请重新添加该打印机，或取消任务后换一台打印机打印。")
        case .authenticationNeeded: authenticationNeeded
        case .pinNeeded, .pinNotPossible: pinReason(code)
        case .heldInScheduler: ("任务在调度程序中被保留。", "要释放任务，请运行：\(release)")
        case .hostAway:
            (
                "任务在主机“\(value("host"))”的打印调度程序中，而该主机没有响应。",
                "请启动该主机，\(goesOn)如果它不会再恢复，请运行：printq hosts remove \(value("host"))"
            )
        case .lostInScheduler:
            ("打印调度程序崩溃，丢失了任务。", "服务会在两分钟内询问打印机\(printer)是否收到任务；如果没有，会重新发送。")
        case .heldByUser: ("任务已保留。", "要释放任务，请运行：\(release)")
        case .heldUntil:
            ("任务保留到 \(value("time"))。", "届时自动打印。要立即打印，请运行：\(release)")
        case .canceling: ("正在取消任务。", "请等待打印机\(printer)停止。")
        case .printerBusy: ("打印机\(printer)正在打印其他任务。", "请稍候，\(goesOn)")
        case .printerIdentityChanged: unusable(.identityChanged)
        case .printerUnusable: unusable(PrinterFault(value("detail")))
        default: ending(code)
        }
    }

    /// Reasons from the service and the scheduler, most of which end a job.
    private func ending(_ code: Reason.Code) -> Words.Sentences {
        switch code {
        case .schedulerUnreachable: ("打印调度程序没有响应。", "请启动 CUPS（systemctl start cups），\(goesOn)")
        case .schedulerFull:
            (
                "打印调度程序目前不再接受任务\(detail)。",
                "请等待其他任务结束，\(goesOn)管理员可以在 cupsd.conf 中提高 MaxJobs 等限制。"
            )
        case .schedulerBusy: ("打印调度程序正忙。", "请稍候，\(goesOn)")
        case .schedulerRefused: ("调度程序拒绝了任务\(detail)。", "请更换选项后重新打印，或联系打印机管理员。")
        case .processingFailed: ("调度程序无法处理该文档\(detail)。", "请将文档另存为 PDF 后再打印。")
        case .nothingPrinted:
            ("调度程序没有从\(document)生成任何页面，打印机\(printer)什么也没有打印。", "请用原程序打开文件，导出为 PDF 后再打印。")
        case .documentChanged: ("提交任务后，\(document)的缓存副本被更改，因此没有打印。", "请重新打印该文件。")
        case .abortedByPrinter:
            (
                "打印机\(printer)中止了任务\(detail)。",
                "请查看打印机面板，然后" + (reprint.map { "运行：\($0)" } ?? "重新打印。")
            )
        case .cancelRefused:
            ("任务已结束，但调度程序没有取消它\(detail)。", "请联系管理员运行：cancel \(value("job"))")
        case .canceledAtPrinter: ("任务在打印机\(printer)上被取消。", onceMore)
        case .canceledInScheduler: ("其他程序取消了任务。", onceMore)
        case .canceledByUser: ("您取消了任务。", onceMore)
        case .preparationFailed: ("无法准备页面\(detail)。", "请将文档另存为 PDF 后再打印。")
        case .printerRefused: ("打印机\(printer)拒绝了任务\(detail)。", "请更换选项后重新打印。")
        case .deliveryUncertain: uncertain
        case .printedPartly: partly
        case .notCounted:
            ("打印机\(printer)报告任务已完成，但不统计页数。", "如果缺页，请运行：\(reprint ?? Command.reprint)")
        case .notConfirmed:
            ("打印机\(printer)已收到整个任务并处于空闲状态，但不再列出该任务。", "如果缺页，请运行：\(reprint ?? Command.reprint)")
        case .printedAgain:
            parameters["canceled"] == nil
                ? ("调度程序重新启动后，在打印机\(printer)上又打印了一次任务。", "请检查打印机，丢弃多余的一份。")
                : ("调度程序重新启动后，在打印机\(printer)上打印了已取消的任务。", "请检查打印机，丢弃这些页面。")
        case .mayHavePrintedAgain:
            ("调度程序重新启动后又开始了任务，无法得知打印机\(printer)是否又打印了一次。", "请检查打印机，丢弃多余的一份。")
        case .storageFailed: ("无法将任务写入磁盘\(detail)。", "请清理磁盘空间，\(goesOn)")
        default:
            (
                Self.conditions[code.rawValue].map { "打印机\(printer)\($0)。" }
                    ?? "打印机\(printer)报告：\(code.rawValue)。",
                code.waitsForHands ? "请检查打印机，\(goesOn)" : "如果持续出现，请检查打印机。"
            )
        }
    }

    /// The most common conditions of printers, by keyword of `printer-state-reasons`.
    private static let conditions: [String: String] = [
        "toner-low": "碳粉不足", "toner-empty": "碳粉已用尽", "marker-supply-low": "墨水或碳粉不足",
        "marker-supply-empty": "墨水或碳粉已用尽", "marker-ink-almost-empty": "墨水不足",
        "developer-low": "显影剂不足", "developer-empty": "显影剂已用尽",
        "marker-waste-almost-full": "废粉盒快满了", "marker-waste-full": "废粉盒已满",
        "media-low": "纸张不足", "door-open": "有一扇门未关闭", "cover-open": "盖板未关闭",
        "interlock-open": "有门或盖板未关闭", "input-tray-missing": "缺少纸盒",
        "output-tray-missing": "缺少出纸盘", "output-area-full": "出纸盘已满",
        "fuser-over-temp": "定影器过热", "opc-near-eol": "感光鼓寿命将尽",
        "opc-life-over": "感光鼓寿命已尽", "spool-area-full": "内存已满",
    ]

    private var onceMore: String {
        reprint.map { "如果不是您的本意，请运行：\($0)" } ?? "如果不是您的本意，请重新打印。"
    }

    /// The commands that print what is missing; `nil` where that is not known.
    private var restCommands: String? {
        let commands = MissingPages.commands(parameters, reprint ?? Command.reprint)
        return commands.isEmpty ? nil : commands.joined(separator: "，然后运行：")
    }

    private var partly: Words.Sentences {
        let remedy =
            restCommands.map { "要打印其余部分，请运行：\($0)" }
            ?? "要重新打印全部内容，请运行：\(reprint ?? Command.reprint)"
        guard let printed = parameters["printed"], let total = parameters["total"] else {
            return ("打印机\(printer)没有打印完就结束了任务。", remedy)
        }
        return ("打印机\(printer)打印了 \(printed) 面（共 \(total) 面）后结束了任务。", remedy)
    }

    private var uncertain: Words.Sentences {
        if parameters["givenUp"] != nil {
            return (
                "已放弃等待这个取消的任务；打印机\(printer)仍可能打印出其页面。",
                "打印机重新开启后，请查看出纸盘。"
            )
        }
        guard let printed = parameters["printed"], let total = parameters["total"] else {
            return (
                "无法确定打印机\(printer)是否打印了任务。",
                "请检查打印机；如果没有打印，" + (reprint.map { "请运行：\($0)" } ?? "请重新打印。")
            )
        }
        let unit = parameters["numberUp"] == nil ? "页" : "面"
        let count = "\(printed) \(unit)（共 \(total) \(unit)）"
        return (
            parameters["restarted"] == nil
                ? "打印机\(printer)报告已打印 \(count)，其余部分可能缺失。"
                : "打印机\(printer)在打印 \(count)后关机或重启，其余部分可能缺失。",
            "请检查出纸盘，然后运行：" + (restCommands ?? reprint ?? Command.reprint)
        )
    }
}
