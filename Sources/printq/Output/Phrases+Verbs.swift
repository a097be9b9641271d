import PrintModel

/// Messages about operations on jobs, and about the history of a job.
extension Phrases {
    func held(_ job: PrintJob) -> String {
        say(
            "Job \(job.label) is on hold. To release it, run: printq release \(job.label)",
            "任务 \(job.label) 已保留。要释放任务，请运行：printq release \(job.label)"
        )
    }

    func released(_ job: PrintJob) -> String {
        say(
            "Released job \(job.label): \(state(job.state)).",
            "任务 \(job.label) 已释放：\(state(job.state))。"
        )
    }

    func moved(_ job: PrintJob) -> String {
        let plan = job.plan.map { say(": ", "：") + self.plan($0) } ?? ""
        return say(
            "Moved job \(job.label) to \(job.printer)\(plan).",
            "已将任务 \(job.label) 转移到打印机 \(job.printer)\(plan)。"
        )
    }

    func prioritized(_ job: PrintJob, _ priority: Int) -> String {
        say(
            "Job \(job.label) has priority \(priority).",
            "任务 \(job.label) 的优先级为 \(priority)。"
        )
    }

    func authenticated(_ job: PrintJob) -> String {
        say(
            "Job \(job.label) goes on if '\(job.printer)' accepts this. To follow it, run: printq watch \(job.label)",
            "打印机“\(job.printer)”接受后，任务 \(job.label) 将继续。要跟踪任务，请运行：printq watch \(job.label)"
        )
    }

    func nothingToEnter(_ job: PrintJob) -> String {
        say(
            "Job \(job.label) waits neither for a PIN nor for a password.",
            "任务 \(job.label) 不需要 PIN 码或密码。"
        )
    }

    // MARK: History

    /// The name of an event in the history.
    func event(_ step: StoryStep, isLast: Bool) -> String {
        switch step.event {
        case .submitted: say("submitted", "已提交")
        case .held: state(.held)
        case .released: say("released", "已释放")
        case .moved: say("moved", "已转移")
        case .queued: state(.queued)
        case .waiting: state(.waiting)
        case .sent: isLast ? state(.sending) : say("sent", "已发送")
        case .printing: state(JobState.printing)
        case .ended(let state): self.state(state)
        }
    }

    /// The details of an event, such as its printer, its progress, or its reason.
    func details(_ step: StoryStep, of details: JobDetails) -> String {
        let why = step.reasons.map(\.message).joined(separator: " ")
        switch step.event {
        case .submitted:
            let printer = details.story.first?.printer ?? details.job.printer
            return say("to \(printer)", "打印机 \(printer)")
        case .released(by: .user): return say("by you", "由您释放")
        case .released(by: .time): return say("at its time", "时间已到")
        case .released(by: .scheduler):
            return say("in the scheduler", "在调度程序中")
        case .moved(let printer): return say("to \(printer)", "到打印机 \(printer)")
        case .printing, .ended:
            let count = step.progress.impressions
            guard count > 0 else { return why }
            guard let total = details.job.plan?.impressions else {
                return "\(count)" + (why.isEmpty ? "" : "  " + why)
            }
            return say("\(count) of \(total)", "\(count)/\(total)")
                + (why.isEmpty ? "" : "  " + why)
        case .held, .queued, .waiting, .sent: return why
        }
    }
}
