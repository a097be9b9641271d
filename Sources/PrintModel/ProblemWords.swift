/// The words of the problems that speak of what can be done to a job.
struct ProblemWords {
    let code: Problem.Code
    let parameters: [String: String]

    private func value(_ name: String) -> String { parameters[name] ?? "?" }
    private var job: String { value("job") }
    private var state: JobState? { JobState(rawValue: value("state")) }
    /// Whether another program gave the job to the scheduler; ours have numbers.
    private var isForeign: Bool { Int(job) == nil }
    private var detail: String { Words.withoutEnd(value("detail")) }

    private var chineseState: String {
        switch state {
        case .completed: "已完成"
        case .canceled: "已取消"
        case .failed: "失败"
        default: value("state")
        }
    }

    /// What is the matter and what to do, in English.
    var english: String? {
        switch code {
        case .jobNotFound: "There is no job '\(job)'. 'printq jobs --all' lists them."
        case .jobEnded where state == nil: "Job \(job) is being canceled."
        case .jobEnded:
            "Job \(job) has already ended (\(value("state")))."
                + (state == .completed || isForeign
                    ? "" : " To print it again: printq reprint \(job).")
        case .jobDelivered:
            "The printer has job \(job) already. "
                + (isForeign
                    ? "Cancel it, and print the file again."
                    : "Cancel it, and then: printq reprint \(job).")
        case .documentGone:
            "The document of job \(job) is not kept any more. Print the file again."
        case .jobForeign:
            "Another program printed \(job), and its document is not ours to print again. Print the file with 'printq print'."
        case .notAllowed:
            "The scheduler does not let you do that to \(job). Ask whose job it is, or the administrator."
        case .schedulerRefused:
            "The scheduler did not do that to \(job): \(detail). Look at the job: printq show \(job)."
        case .invalidRequest where parameters["priority"] != nil:
            "A priority is a number from 1 to 100; \(value("priority")) is none."
        default: nil
        }
    }

    /// The same in Simplified Chinese.
    var chinese: String? {
        switch code {
        case .jobNotFound: "没有任务“\(job)”。用 printq jobs --all 列出所有任务。"
        case .jobEnded where state == nil: "正在取消任务 \(job)。"
        case .jobEnded:
            "任务 \(job) 已经结束（\(chineseState)）。"
                + (state == .completed || isForeign ? "" : "重新打印：printq reprint \(job)。")
        case .jobDelivered:
            "任务 \(job) 已交给打印机。"
                + (isForeign ? "请先取消，然后重新打印该文件。" : "请先取消，然后：printq reprint \(job)。")
        case .documentGone:
            "任务 \(job) 的文档已不再保留。请重新打印该文件。"
        case .jobForeign: "任务 \(job) 由其他程序打印，无法重新打印其文档。请用 printq print 打印该文件。"
        case .notAllowed: "调度程序不允许您对任务 \(job) 这样做。请询问任务的所有者或管理员。"
        case .schedulerRefused:
            "调度程序没有执行对任务 \(job) 的操作：\(detail)。查看任务：printq show \(job)。"
        case .invalidRequest where parameters["priority"] != nil:
            "优先级是 1 到 100 的数字；\(value("priority")) 不是。"
        default: nil
        }
    }
}
