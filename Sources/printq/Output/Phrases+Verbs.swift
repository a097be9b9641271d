import PrintModel

/// What is said of jobs that were held, moved and so on, and of a job's story.
extension Phrases {
    func held(_ job: PrintJob) -> String {
        say(
            "Job \(job.label) is on hold. To release it, run: printq release \(job.label)",
            "任务 \(job.label) 已保留。要释放任务，请运行：printq release \(job.label)"
        )
    }

    func released(_ job: PrintJob) -> String {
        say(
            "Job \(job.label) is released and \(state(job.state)).",
            "任务 \(job.label) 已释放：\(state(job.state))。"
        )
    }

    func moved(_ job: PrintJob) -> String {
        let plan = job.plan.map { say(": ", "：") + self.plan($0) } ?? ""
        return say(
            "Job \(job.label) is on \(job.printer) now\(plan).",
            "任务 \(job.label) 现在由打印机 \(job.printer) 打印\(plan)。"
        )
    }

    func prioritized(_ job: PrintJob, _ priority: Int) -> String {
        say(
            "Job \(job.label) has the priority \(priority).",
            "任务 \(job.label) 的优先级为 \(priority)。"
        )
    }

    // MARK: The story

    /// What happened, in a word.
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

    /// What more there is to say of it.
    func details(_ step: StoryStep, of details: JobDetails) -> String {
        let why = step.reasons.map(\.message).joined(separator: " ")
        switch step.event {
        case .submitted:
            let printer = details.story.first?.printer ?? details.job.printer
            return say("for \(printer)", "打印机 \(printer)")
        case .released(by: .user): return say("by you", "由您释放")
        case .released(by: .time): return say("its time had come", "时间已到")
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
