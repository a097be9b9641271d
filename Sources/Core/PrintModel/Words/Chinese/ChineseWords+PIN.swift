import CommandNames

/// The words about PINs, user names, and passwords in Chinese.
extension ChineseWords {
    /// Why a printer does not take a PIN.
    var pinUnsupported: Words.Sentences {
        let leaveOut = "请去掉 \(Flag.pin)，并立即取走纸张。"
        if let max = parameters["max"] {
            let min = parameters["min"] ?? "1"
            let lengths =
                min == max ? "必须有 \(max)" : min == "1" ? "最多 \(max)" : "必须有 \(min) 到 \(max)"
            return ("打印机\(printer)的 PIN 码\(lengths) 个字符。", "请使用其他 PIN 码。")
        }
        switch parameters["why"] {
        case PINObstacle.queue.rawValue:
            return (
                "调度程序不会将 PIN 码传给打印机\(printer)。",
                "要直接在该打印机上打印，请运行：\(Command.printersDirect) \(value("printer")) on"
            )
        case PINObstacle.unencrypted.rawValue:
            return (
                "打印机\(printer)没有加密连接，而 PIN 码只通过加密连接发送。",
                "请在打印机的设置中启用 TLS（ipps），或去掉 \(Flag.pin)。"
            )
        case PINObstacle.encryption.rawValue:
            return ("打印机\(printer)只接受一种不支持的 PIN 码形式。", leaveOut)
        case "characters":
            let characters = value("characters")
            let kind =
                characters.hasSuffix("_digits")
                ? "数字"
                : characters.hasSuffix("_letters")
                    ? "字母" : characters.hasPrefix("iana_us-ascii") ? " ASCII 字符" : "文字"
            return ("打印机\(printer)的 PIN 码只能使用\(kind)。", "请使用其他 PIN 码。")
        default:
            return (
                "打印机\(printer)不能等输入 PIN 码后再打印。",
                instead("这样打印", else: leaveOut)
            )
        }
    }

    /// Whether a printer cannot be used because it reports nothing without a password.
    var asksForPassword: Bool {
        parameters["reason"] == Reason.Code.authenticationNeeded.rawValue
            && parameters["count"] == nil
    }

    /// A printer, or the scheduler, wants a user name and a password.
    var authenticationNeeded: Words.Sentences {
        guard parameters["route"] == "direct" || asksForPassword else {
            return ("打印机\(printer)需要用户名和密码。", "请向打印机管理员申请权限。")
        }
        let command =
            parameters["label"].map { "\(Command.authenticate) \($0)" }
            ?? "\(Command.printersAuthenticate) \(value("printer"))"
        return (
            parameters["refused"] == nil
                ? "打印机\(printer)需要用户名和密码。" : "打印机\(printer)不接受该用户名和密码。",
            "要输入用户名和密码，请运行：\(command)"
        )
    }

    /// A job waits for its PIN, or for a printer that takes it.
    func pinReason(_ code: Reason.Code) -> Words.Sentences {
        guard code == .pinNotPossible else {
            let job = parameters["label"].map { " \($0)" } ?? ""
            return ("任务的 PIN 码没有保存，需要重新输入。", "要输入 PIN 码，请运行：\(Command.authenticate)\(job)")
        }
        return (
            parameters["why"] == PINObstacle.unencrypted.rawValue
                ? "打印机\(printer)目前没有加密连接，而任务的 PIN 码只通过加密连接发送。"
                : "打印机\(printer)目前不接受任务的 PIN 码。",
            "请检查打印机的设置，或取消任务后换一台打印机打印。"
        )
    }

    /// Why no password or PIN can be sent.
    var authenticationNotPossible: String {
        switch parameters["why"] {
        case "queue": "任务 \(value("job")) 通过调度程序打印，用户名和密码由调度程序询问。请向打印机管理员申请权限。"
        case "unencrypted": "打印机\(printer)没有加密连接，而密码只通过加密连接发送。请在打印机的设置中启用 TLS（ipps）。"
        case "address":
            "\(value("printer")) 的打印机要求输入用户名和密码，而密码只通过加密连接发送。请在打印机的设置中启用 TLS，再用 ipps:// 开头的地址添加。"
        case "no-pin":
            "任务 \(value("job")) 没有 PIN 码。要使用 PIN 码打印，请运行“\(Command.reprint) \(value("job")) \(Flag.pin)”。"
        default: "打印机\(printer)没有响应。请打开打印机并检查线缆或网络。"
        }
    }
}
