import PrintModel

/// Messages about printers that the user adds, removes, pauses, and resumes.
extension Phrases {
    func printerExists(_ id: PrinterID) -> String {
        say(
            "There is already a printer named '\(id)'. To use another name, run: printq printers add ADDRESS NAME",
            "已有名为“\(id)”的打印机。要使用其他名称，请运行：printq printers add 地址 名称"
        )
    }

    func notAdded(_ uri: String) -> String {
        say(
            "No IPP printer responds at \(uri), so none was added. Check the address, and that the printer is on.",
            "\(uri) 没有 IPP 打印机响应，未添加打印机。请检查地址以及打印机是否已打开。"
        )
    }

    func added(_ printer: Printer) -> String {
        let able = printer.capabilities.map { say(": ", "：") + abilities($0) } ?? ""
        return say(
            "Added printer '\(printer.id)'\(able).",
            "已添加打印机“\(printer.id)”\(able)。"
        )
    }

    func removed(_ printer: Printer) -> String {
        say("Removed printer '\(printer.id)'.", "已移除打印机“\(printer.id)”。")
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
