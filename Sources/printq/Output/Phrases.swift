import PrintModel

/// The messages of printq itself, in the user's language.
///
/// The service sends its own messages in the same language.
struct Phrases: Sendable {
    let language: Language

    func say(_ english: String, _ chinese: String) -> String {
        language == .simplifiedChinese ? chinese : english
    }

    func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }

    // MARK: Files

    var standardInput: String { say("standard input", "标准输入") }

    func noSuchFile(_ path: String) -> String {
        say(
            "There is no file '\(path)'. Check the name and the folder.",
            "没有文件“\(path)”。请检查名称和文件夹。"
        )
    }

    func notOfThisMachine(_ uri: String) -> String {
        say(
            "'\(uri)' does not name a file on this computer. Give a path or a file:/// URI.",
            "“\(uri)”不是本机上的文件。请指定路径或 file:/// URI。"
        )
    }

    func noOutput(_ why: String) -> String {
        say(
            "Standard output cannot be written: \(why). Nothing was done. Redirect the output and try again.",
            "无法写入标准输出：\(why)。未执行任何操作。请将输出重定向到别处后重试。"
        )
    }

    func isDirectory(_ path: String) -> String {
        say(
            "'\(path)' is a directory. Name the files in it, such as \(path)/*.pdf.",
            "“\(path)”是文件夹。请指定其中的文件，例如 \(path)/*.pdf。"
        )
    }

    func noFile(_ path: String) -> String {
        say(
            "'\(path)' is neither a file nor a pipe, so it cannot be printed.",
            "“\(path)”既不是文件也不是管道，无法打印。"
        )
    }

    func notReadable(_ path: String, _ why: String) -> String {
        say(
            "'\(path)' cannot be read: \(why). Check its permissions.",
            "无法读取“\(path)”：\(why)。请检查权限。"
        )
    }

    func unanswered(_ path: String) -> String {
        say(
            "'\(path)' cannot be read: its file system does not answer. Check the network share or the device.",
            "无法读取“\(path)”：其所在的文件系统没有响应。请检查对应的网络共享或设备。"
        )
    }

    // MARK: Printers

    func defaultPrinter(_ printer: PrinterID?) -> String {
        guard let printer else { return say("There is no default printer.", "没有默认打印机。") }
        return say("\(printer) is the default printer.", "\(printer) 是默认打印机。")
    }

    // MARK: Secrets

    var passwordQuestion: String { say("Password of the document", "文档密码") }

    func passwordQuestion(of name: String) -> String {
        say("Password of \(name)", "\(name) 的密码")
    }

    func manySheetsQuestion(_ name: String, _ sheets: Int) -> String {
        say("\(name) takes \(sheets) sheets. Print it? [y/N]", "\(name) 需要 \(sheets) 张纸。是否打印？[y/N]")
    }

    func manySheetsQuestion(_ files: Int, _ sheets: Int) -> String {
        say(
            "\(count(files, "file takes", "files take")) \(sheets) sheets. Print? [y/N]",
            "这 \(files) 个文件共需要 \(sheets) 张纸。是否打印？[y/N]"
        )
    }

    var declined: String { say("Nothing is queued.", "未加入打印队列。") }

    var pinQuestion: String { say("PIN to enter at the printer", "在打印机上输入的 PIN 码") }

    func userQuestion(_ printer: String) -> String {
        say("User name for \(printer) (Enter: your login name)", "\(printer) 的用户名（回车：登录名）")
    }

    func printerPasswordQuestion(_ printer: String) -> String {
        say("Password for \(printer)", "\(printer) 的密码")
    }

    // MARK: Jobs

    func state(_ state: JobState) -> String {
        switch state {
        case .held: say("held", "已保留")
        case .queued: say("queued", "排队中")
        case .waiting: say("waiting", "等待中")
        case .sending: say("sending", "发送中")
        case .printing: say("printing", "打印中")
        case .completed: say("completed", "已完成")
        case .canceled: say("canceled", "已取消")
        case .failed: say("failed", "失败")
        }
    }

    func plan(_ plan: PrintPlan) -> String { self.plan(QueuedJob.Plan(plan)) }

    func plan(_ plan: QueuedJob.Plan) -> String {
        var parts: [String] = []
        if let pages = plan.pageCount {
            parts.append(say(count(pages, "page", "pages"), "\(pages) 页"))
        }
        if plan.copies > 1 {
            parts.append(say(count(plan.copies, "copy", "copies"), "\(plan.copies) 份"))
        }
        if let impressions = plan.impressions {
            parts.append(
                say(count(impressions, "impression", "impressions"), "\(impressions) 面")
            )
        }
        if let sheets = plan.sheets {
            parts.append(say(count(sheets, "sheet", "sheets"), "\(sheets) 张"))
        }
        if plan.pin == true { parts.append(say("a PIN at the printer", "需在打印机上输入 PIN 码")) }
        return parts.isEmpty
            ? say("the scheduler counts the pages", "页数由调度程序计算")
            : parts.joined(separator: say(", ", "，"))
    }

    func queued(_ job: PrintJob) -> String { queued(QueuedJob(job)) }

    func queued(_ job: QueuedJob) -> String {
        let plan = job.plan.map { self.plan($0) } ?? state(job.state)
        let holds = job.state == .held ? job.reasons : []
        return say(
            "Job \(job.label): \(job.name) on \(job.printer): \(plan).",
            "任务 \(job.label)：\(job.name)，打印机 \(job.printer)：\(plan)。"
        ) + holds.map { say(" ", "") + $0.message + say(" ", "") + $0.remedy }.joined()
    }

    func possible(_ name: String, _ check: PrintCheck) -> String {
        let printer = check.printer?.rawValue ?? ""
        let plan = check.plan.map { self.plan($0) } ?? ""
        return say(
            "\(name) can be printed on \(printer): \(plan).",
            "\(name) 可以在 \(printer) 上打印：\(plan)。"
        )
    }

    func canceled(_ job: PrintJob) -> String {
        job.state == .canceled
            ? say("Job \(job.label) is canceled.", "任务 \(job.label) 已取消。")
            : say(
                "Canceling job \(job.label); waiting for the printer to stop.",
                "正在取消任务 \(job.label)，等待打印机停止。"
            )
    }

    func interrupted(_ labels: [String]) -> String {
        let list = labels.joined(separator: " ")
        return labels.count == 1
            ? say(
                "Job \(list) continues. To cancel it, run: printq cancel \(list)",
                "任务 \(list) 会继续。要取消任务，请运行：printq cancel \(list)"
            )
            : say(
                "Jobs \(list) continue. To cancel them, run: printq cancel \(list)",
                "任务 \(list) 会继续。要取消任务，请运行：printq cancel \(list)"
            )
    }

    var noJobs: String { say("There are no jobs.", "没有任务。") }
    var nothingToWatch: String { say("There are no active jobs.", "没有正在进行的任务。") }

    func progress(_ job: PrintJob) -> String {
        progress(job.progress.impressions, of: job.plan?.impressions)
    }

    func progress(_ impressions: Int, of total: Int?) -> String {
        guard let total else { return "" }
        return say("\(impressions) of \(total)", "\(impressions)/\(total)")
    }

    // MARK: Printers

    var noPrinters: String {
        say(
            "There are no printers. Add one with printq printers add, or in the system's printer settings.",
            "没有打印机。请用 printq printers add 添加，或在系统打印机设置中添加。"
        )
    }

    func state(_ printer: Printer) -> String {
        let slow = say("slow to answer", "响应缓慢")
        guard printer.isSlow else { return state(printer.state) }
        return printer.state == .unreachable ? slow : "\(state(printer.state)), \(slow)"
    }

    func waiting(for printer: PrinterID) -> String {
        say(
            "Waiting for \(printer), which takes long to answer.",
            "正在等待打印机 \(printer)，它响应缓慢。"
        )
    }

    private func state(_ state: Printer.State) -> String {
        switch state {
        case .idle: say("ready", "就绪")
        case .printing: say("printing", "打印中")
        case .stopped: say("stopped", "已停止")
        case .unreachable: say("not responding", "没有响应")
        case .unusable: say("unusable", "不可用")
        }
    }

    var isDefault: String { say("default", "默认") }
    var takesNoJobs: String { say("not accepting jobs", "不接受任务") }

    func abilities(_ able: PrinterCapabilities) -> String {
        let media = (able.mediaReady.isEmpty ? able.media : able.mediaReady)
            .filter { !$0.isLimit }.map(\.displayName)
        let rolls = (able.rolls ?? []).map { roll in
            let width = "\((roll.most.width + 50) / 100) mm"
            return say("a roll of \(width)", "\(width) 卷纸")
        }
        let parts = [
            able.color ? say("color", "彩色") : say("monochrome", "黑白"),
            able.duplex ? say("both sides", "双面") : say("one side", "单面"),
            (rolls + media).prefix(3).joined(separator: "/"),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The message if printing is possible.
    func available(_ name: String?, _ printers: [PrinterID]) -> String {
        let list = printers.map(\.rawValue).joined(separator: say(", ", "、"))
        guard let name else {
            return say("Printing is possible: \(list).", "可以打印：\(list)。")
        }
        return say("\(name) can be printed on \(list).", "\(name) 可以在 \(list) 上打印。")
    }

    /// The sentence before the reasons if printing is not possible.
    func unavailable(_ name: String?) -> String {
        guard let name else { return say("Printing is not possible.", "无法打印。") }
        return say("\(name) cannot be printed.", "无法打印 \(name)。")
    }

    func event(_ event: PrinterChange.Event) -> String {
        switch event {
        case .added: say("added", "新增")
        case .changed: say("changed", "变化")
        case .removed: say("removed", "移除")
        }
    }

    func event(_ event: JobChange.Event) -> String {
        switch event {
        case .added: say("added", "新增")
        case .changed: say("changed", "变化")
        case .removed: say("removed", "移除")
        }
    }

    // MARK: Show, options, service

    /// A heading of `show`, or of a table.
    func heading(_ heading: Heading) -> String {
        switch heading {
        case .job: say("Job", "任务")
        case .name: say("Name", "名称")
        case .printer: say("Printer", "打印机")
        case .way: say("Way", "途径")
        case .state: say("State", "状态")
        case .progress: say("Printed", "已打印")
        case .document: say("Document", "文档")
        case .plan: say("Plan", "计划")
        case .story: say("History", "历史")
        case .user: say("User", "用户")
        case .reason: say("Reason", "原因")
        case .option: say("Option", "选项")
        case .values: say("Values", "取值")
        case .usual: say("Default", "默认值")
        case .loaded: say("Loaded", "已装入")
        case .host: say("Host", "主机")
        }
    }

    enum Heading {
        case job, name, printer, way, state, progress, document, plan, story, user, reason, option,
            values, usual, loaded, host
    }

    /// Why a job takes no queue.
    var straight: String {
        say(
            "straight to the printer, which had no queue, or was set to be printed on directly",
            "直接发送到打印机（没有队列，或设置为直接打印）"
        )
    }

    var serviceNotRunning: String {
        say(
            "The service is not running. printq starts it when needed.",
            "服务未运行。需要时 printq 会启动它。"
        )
    }

    func serviceRunning(_ status: ServiceStatus) -> String {
        // Without the database, the jobs are not known.
        let isCounted = status.databaseProblem == nil
        let jobs = isCounted ? count(status.jobs.active, "active job", "active jobs") + ", " : ""
        let chinese = isCounted ? "进行中的任务 \(status.jobs.active) 个，" : ""
        return say(
            "The service is running: process \(status.pid), version \(status.version), \(jobs)socket \(status.socket).",
            "服务正在运行：进程 \(status.pid)，版本 \(status.version)，\(chinese)套接字 \(status.socket)。"
        )
    }

    /// That owners of documents cannot forbid printing.
    var restrictionsIgnored: String {
        say(
            "Documents print even where their owners forbid it: obeyDocumentRestrictions is false in settings.json. Remove it, to refuse them.",
            "即使文档的所有者禁止打印，也会打印：settings.json 中的 obeyDocumentRestrictions 为 false。删除该项后将拒绝打印。"
        )
    }

    /// A sentence for each family of documents whose helper is off; none where all helpers work.
    func previewsOff(_ previews: PreviewStatus?) -> [String] {
        guard let previews else { return [] }
        return previews.helpers.sorted { $0.key < $1.key }.compactMap { name, helper in
            guard helper.state == .off else { return nil }
            let documents = helper.documents ?? name
            let reason = helper.reason ?? ""
            return say(
                "Previews and page counts of \(documents) are off. \(reason)",
                "\(documents)的预览和页数统计已关闭。\(reason)"
            )
        }
    }

    var serviceStopped: String {
        say(
            "The service has stopped. Jobs continue when it starts again.",
            "服务已停止。重新启动后任务会继续。"
        )
    }
}
