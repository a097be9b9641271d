import CommandNames

/// The sentences of printers that reply and cannot be used, in Chinese.
extension ChineseWords {
    /// What is wrong with a printer, or with several.
    func unusable(_ fault: PrinterFault) -> Words.Sentences {
        let update = "请更新或重启打印机，或使用其他打印机。"
        let restart = "请重启打印机，或使用其他打印机。"
        return switch fault {
        case .identityChanged:
            (
                "打印机\(printers)的密钥与以前不同，可能是另一台打印机。",
                "如果打印机已被重置或更换，请运行：\(Command.printersTrust) \(parameters["count"] == nil ? value("printer") : "PRINTER")"
            )
        case .otherPrinter:
            (
                "在打印机\(printers)的地址上应答的是另一台打印机。",
                "请打开打印机。要用它现在的地址重新添加，请运行：\(Command.addPrinter)"
            )
        case .passwordNeeded:
            (
                "打印机\(printers)需要用户名和密码。",
                "要输入用户名和密码，请运行：\(Command.printersAuthenticate) PRINTER"
            )
        case .noReply: ("打印机\(printers)没有应答就关闭了连接。", restart)
        case .notEncrypted:
            (
                "打印机\(printers)没有加密连接，因此不发送密码。",
                "请在打印机的设置中启用 TLS（ipps），或使用其他打印机。"
            )
        case .notAllowed:
            ("打印机\(printers)不允许本机打印。", "请在打印机的设置中允许本机，或使用其他打印机。")
        case .noPrinterThere:
            (
                "打印机\(printers)有应答，但地址的路径上没有打印机。",
                "要用其他地址（例如 ipp://HOST/ipp/print）添加，请运行：\(Command.addPrinter)"
            )
        case .unknownVersion: ("打印机\(printers)使用的 IPP 版本不受支持。", "请更新打印机，或使用其他打印机。")
        case .ownError: ("打印机\(printers)报告自身出错。", restart)
        case .refused: ("打印机\(printers)拒绝说明自己能打印什么。", update)
        case .noFormat:
            (
                "打印机\(printers)不支持此处能够生成的任何格式：既不支持 PDF，也不支持已知的光栅格式。",
                "请使用驱动程序为其添加队列，或使用其他打印机。"
            )
        case .incomplete(let attribute):
            ("打印机\(printers)没有说明“\(attribute)”，而每台打印机都必须说明。", update)
        case .unreadable: ("打印机\(printers)的应答不符合协议。", update)
        }
    }
}
