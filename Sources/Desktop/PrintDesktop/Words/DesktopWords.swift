import PrintModel

/// What the desktop is told, in the user's language.
///
/// Reasons and remedies come from the service, in words.
struct DesktopWords: Sendable {
    let language: Language

    private func say(_ english: String, _ chinese: String) -> String {
        language == .simplifiedChinese ? chinese : english
    }

    var name: String { say("Print Center", "打印中心") }
    var open: String { say("Open Print Center", "打开打印中心") }
    var show: String { say("Show", "显示") }
    var again: String { say("Print Again", "再次打印") }
    var cancel: String { say("Cancel", "取消") }
    var cancelAll: String { say("Cancel All Jobs", "取消所有作业") }

    func printed(_ job: PrintJob) -> String {
        say("“\(job.name)” has been printed", "“\(job.name)”已打印")
    }

    func printed(count: Int) -> String {
        say("\(count) documents have been printed", "已打印 \(count) 个文档")
    }

    /// The printer, and what came out of it.
    func place(of job: PrintJob) -> String {
        let sides = job.progress.impressions
        guard sides > 0 else { return job.printer.rawValue }
        return say(
            "\(job.printer.rawValue): \(sides) \(sides == 1 ? "side" : "sides")",
            "\(job.printer.rawValue)：\(sides) 面"
        )
    }

    func failed(_ job: PrintJob) -> String {
        say("“\(job.name)” has not been printed", "“\(job.name)”未能打印")
    }

    func doubtful(_ job: PrintJob) -> String {
        say("“\(job.name)” needs a look", "请查看“\(job.name)”")
    }

    func canceled(_ job: PrintJob) -> String {
        say("“\(job.name)” has been canceled", "“\(job.name)”已被取消")
    }

    func waits(_ job: PrintJob) -> String {
        say("“\(job.name)” is waiting", "“\(job.name)”正在等待")
    }

    /// The sentences of a reason.
    func sentences(of reason: Reason?) -> String {
        guard let reason else { return "" }
        return reason.message + (language == .simplifiedChinese ? "" : " ") + reason.remedy
    }

    /// The jobs, in a line for the status icon.
    func jobs(_ count: Int) -> String {
        say(count == 1 ? "1 print job" : "\(count) print jobs", "\(count) 个打印作业")
    }

    /// What a job is doing, in a line for the menu of the status icon.
    func line(of job: PrintJob) -> String {
        let state =
            switch job.state {
            case .held: say("on hold", "已暂停")
            case .queued: say("in the queue", "排队中")
            case .waiting: say("waiting", "正在等待")
            case .sending: say("being sent", "正在发送")
            case .printing: say("printing", "正在打印")
            case .completed: say("printed", "已打印")
            case .canceled: say("canceled", "已取消")
            case .failed: say("failed", "失败")
            }
        return say("\(job.name): \(state)", "\(job.name)：\(state)")
    }
}
