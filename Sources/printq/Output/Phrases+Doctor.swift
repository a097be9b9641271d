import PrintModel

/// What `printq doctor` says.
extension Phrases {
    /// A finding as a line: how it stands, what it is, and what to do.
    func line(of finding: Finding) -> String {
        let state =
            switch finding.state {
            case .good: say("ok      ", "正常  ")
            case .notice: say("notice  ", "提示  ")
            case .problem: say("problem ", "问题  ")
            }
        let remedy = finding.remedy.map { say(" To change that: \($0)", "解决方法：\($0)") } ?? ""
        return state + finding.message + remedy
    }

    // MARK: The queue's folder

    /// Where the queue is, as a sentence that the free space may end.
    func folderGood(_ folder: QueueFolder, free: Int?) -> String {
        let space = free.map { $0 / 1_000_000 }
        let english = space.map { ", with \($0) MB free." } ?? "."
        let chinese = space.map { "，剩余空间 \($0) MB。" } ?? "。"
        let path = folder.path
        switch folder.place {
        case .file:
            return say(
                "The queue is kept in \(path)\(english)",
                "队列保存在 \(path)\(chinese)"
            )
        case .database(let name):
            let (names, named) = nameOfDatabase(name)
            return say(
                "The queue is kept in \(names), and its documents in \(path)\(english)",
                "队列保存在\(named)，其文档保存在 \(path)\(chinese)"
            )
        }
    }

    func folderNotWritable(_ folder: QueueFolder, _ why: String) -> String {
        let path = folder.path
        switch folder.place {
        case .file:
            return say(
                "The queue cannot be kept in \(path): \(why).",
                "无法将队列保存在 \(path)：\(why)。"
            )
        case .database(let name):
            let (names, named) = nameOfDatabase(name)
            return say(
                "The queue is in \(names), and its documents cannot be kept in \(path): \(why).",
                "队列在\(named)中，但无法将其文档保存在 \(path)：\(why)。"
            )
        }
    }

    private func nameOfDatabase(_ name: String?) -> (english: String, chinese: String) {
        guard let name else {
            return ("the database that settings.json names", " settings.json 指定的数据库")
        }
        return ("the database \(name)", "数据库 \(name) ")
    }

    func documentsRemedy(_ folder: String) -> String {
        say(
            "mount the disk of \(folder), or correct 'documents' in settings.json; the user of the service has to own the folder.",
            "请挂载 \(folder) 所在的磁盘，或更正 settings.json 中的“documents”；该文件夹必须属于运行服务的用户。"
        )
    }

    func folderRemedy(_ folder: String) -> String {
        say(
            "make \(folder) writable, or set XDG_STATE_HOME to another folder.",
            "请使 \(folder) 可写，或将 XDG_STATE_HOME 设为其他文件夹。"
        )
    }

    var spaceRemedy: String {
        say("free space on that disk: documents wait there.", "请清理该磁盘：文档在此等待打印。")
    }

    // MARK: The scheduler, and printers

    func schedulerGood(_ server: String) -> String {
        say("The scheduler (CUPS) runs at \(server).", "打印调度程序（CUPS）正在 \(server) 运行。")
    }

    func schedulerElsewhere(_ server: String) -> String {
        say(
            "The scheduler is on another computer: \(server).",
            "打印调度程序在另一台计算机上：\(server)。"
        )
    }

    func schedulerMissing(_ server: String) -> String {
        say(
            "No scheduler (CUPS) runs at \(server): only printers without a queue can be used.",
            "\(server) 处没有运行打印调度程序（CUPS）：只能使用没有队列的打印机。"
        )
    }

    func schedulerForgets(_ file: String) -> String {
        say(
            "The scheduler forgets jobs when they end (PreserveJobHistory in \(file)): if it restarts, or this service is not running then, nobody knows whether a job was printed.",
            "打印调度程序会在任务结束时将其删除（\(file) 中的 PreserveJobHistory）：如果它重新启动，或此服务当时没有运行，则无法得知任务是否已打印。"
        )
    }

    var historyRemedy: String {
        say(
            "set PreserveJobHistory to Yes in that file, and restart CUPS.",
            "请在该文件中将 PreserveJobHistory 设为 Yes，然后重新启动 CUPS。"
        )
    }

    var schedulerRemedy: String {
        say(
            "apt install cups-daemon, or systemctl start cups.",
            "apt install cups-daemon，或 systemctl start cups。"
        )
    }

    func printersGood(_ able: Int, of all: Int) -> String {
        say(
            "\(able) of \(count(all, "printer", "printers")) can print now.",
            "共 \(all) 台打印机，现在可用 \(able) 台。"
        )
    }

    var noPrinterFound: String { say("No printer was found.", "未找到打印机。") }

    var noPrinterRemedy: String {
        say(
            "switch one on in this network, or run: printq printers add ADDRESS",
            "请在此网络中打开一台打印机，或运行：printq printers add 地址"
        )
    }

    var discoveryGood: String {
        say(
            "Printers that announce themselves in the network are found.",
            "可以找到在网络中广播自身的打印机。"
        )
    }

    // MARK: Sandboxes, and packages

    func previewsGood(_ documents: String, _ confinement: String) -> String {
        say(
            "Sandbox of \(documents): \(confinement).",
            "\(documents)的沙盒：\(confinement)。"
        )
    }

    var packagesGood: String {
        say("All packages that would help are installed.", "有用的软件包均已安装。")
    }

    func packageMissing(_ package: Examination.Package) -> String {
        say(
            "Not installed: \(package.name). With it, \(package.english).",
            "未安装：\(package.name)。安装后，\(package.chinese)。"
        )
    }
}
