import PrintModel

/// Messages about printers that the user adds, removes, pauses, and resumes.
extension Phrases {
    func added(_ printer: Printer) -> String {
        let able = printer.capabilities.map { say(": ", "：") + abilities($0) } ?? ""
        let reasons = printer.asksForPassword ? sentences(printer) : []
        let added = say(
            "Added printer '\(printer.id)'\(able).",
            "已添加打印机“\(printer.id)”\(able)。"
        )
        return ([added] + reasons).joined(separator: "\n")
    }

    func removed(_ printer: Printer) -> String {
        say("Removed printer '\(printer.id)'.", "已移除打印机“\(printer.id)”。")
    }

    func way(_ printer: Printer) -> String {
        printer.route == .direct
            ? say(
                "Jobs go straight to '\(printer.id)' from now on.",
                "从现在起，任务直接发送到打印机“\(printer.id)”。"
            )
            : say(
                "Jobs go through the queue '\(printer.id)' from now on.",
                "从现在起，任务经由队列“\(printer.id)”发送。"
            )
    }

    func trusted(_ printer: Printer) -> String {
        say("The key of '\(printer.id)' is accepted.", "已接受打印机“\(printer.id)”的密钥。")
    }

    func authenticated(_ printer: Printer) -> String {
        guard !printer.asksForPassword else {
            return sentences(printer).joined(separator: "\n")
        }
        return say(
            "'\(printer.id)' gets this user name and password when it asks for them.",
            "打印机“\(printer.id)”要求时将收到此用户名和密码。"
        )
    }

    /// What is the matter with a printer.
    private func sentences(_ printer: Printer) -> [String] {
        printer.reasons.map { "\($0.message) \($0.remedy)" }
    }

    func identified(_ printer: Printer) -> String {
        say("'\(printer.id)' flashes or beeps now.", "打印机“\(printer.id)”正在闪烁或鸣响。")
    }

    func paused(_ printer: Printer) -> String {
        say(
            "Paused printer '\(printer.id)'. To resume it, run: printq printers resume \(printer.id)",
            "打印机“\(printer.id)”已暂停。要恢复，请运行：printq printers resume \(printer.id)"
        )
    }

    func resumed(_ printer: Printer) -> String {
        say("Resumed printer '\(printer.id)'.", "打印机“\(printer.id)”已恢复。")
    }
}

extension Printer {
    /// Whether it reports nothing before it gets a user name and a password that it accepts.
    var asksForPassword: Bool { reasons.contains { $0.code == .authenticationNeeded } }
}
