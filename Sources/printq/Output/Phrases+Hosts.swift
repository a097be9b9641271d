import PrintModel

/// Messages about the hosts that share a queue.
extension Phrases {
    /// The lines of a table, the headings first.
    func table(of hosts: [PrintHost]) -> [String] {
        var table = Table()
        table.rows.append([
            say("Host", "主机"), heading(.state), say("Since", "开始时间"), say("Version", "版本"),
            say("Jobs", "任务"), say("Printers", "打印机"),
        ])
        table.rows += hosts.map { host in
            [
                host.name + (host.answered && hosts.count > 1 ? " *" : ""), state(host.state),
                LocalTime.words(host.since), host.version, "\(host.jobs)",
                host.printers.map(\.rawValue).joined(separator: say(", ", "、")),
            ]
        }
        return table.lines
    }

    private func state(_ state: PrintHost.State) -> String {
        switch state {
        case .alive: say("running", "运行中")
        case .draining: say("draining", "正在退出")
        case .drained: say("drained", "已退出")
        case .gone: say("gone", "已离线")
        }
    }

    func drained(_ host: PrintHost) -> String {
        say(
            "'\(host.name)' gives its printers to the other hosts. To have it take printers again, run: printq hosts return \(host.name)",
            "主机“\(host.name)”将其打印机交给其他主机。要让它重新接管打印机，请运行：printq hosts return \(host.name)"
        )
    }

    func returned(_ host: PrintHost) -> String {
        say("'\(host.name)' takes printers again.", "主机“\(host.name)”重新接管打印机。")
    }

    func removed(_ host: PrintHost) -> String {
        say("Removed host '\(host.name)'.", "已移除主机“\(host.name)”。")
    }
}
