import PrintModel

/// What is said of printers that were added, removed, paused and resumed.
extension Phrases {
    func printerExists(_ id: PrinterID) -> String {
        say(
            "There is already a printer named '\(id)'. Choose another name: printq printers add ADDRESS NAME.",
            "已有名为“\(id)”的打印机。请使用其他名称：printq printers add 地址 名称。"
        )
    }

    func notAdded(_ uri: String) -> String {
        say(
            "No IPP printer answers at \(uri), so none was added. Check the address, and that the printer is on.",
            "\(uri) 没有 IPP 打印机响应，未添加打印机。请检查地址以及打印机是否已打开。"
        )
    }

    func added(_ printer: Printer) -> String {
        let able = printer.capabilities.map { say(": ", "：") + abilities($0) } ?? ""
        return say(
            "Printer '\(printer.id)' is added\(able).",
            "已添加打印机“\(printer.id)”\(able)。"
        )
    }

    func removed(_ printer: Printer) -> String {
        say("Printer '\(printer.id)' is removed.", "已移除打印机“\(printer.id)”。")
    }

    func paused(_ printer: Printer) -> String {
        say(
            "Printer '\(printer.id)' is paused. To resume it: printq printers resume \(printer.id)",
            "打印机“\(printer.id)”已暂停。恢复命令：printq printers resume \(printer.id)"
        )
    }

    func resumed(_ printer: Printer) -> String {
        say("Printer '\(printer.id)' is resumed.", "打印机“\(printer.id)”已恢复。")
    }
}
