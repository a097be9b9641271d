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
                host.name + (host.answered && hosts.count > 1 ? " *" : ""), state(host),
                LocalTime.words(host.since), host.version,
                "\(host.state == .gone ? host.jobsInScheduler : host.jobs)",
                host.printers.map(\.rawValue).joined(separator: say(", ", "、")),
            ]
        }
        return table.lines
    }

    /// The seconds between two beats, and some more, after which a beat is missing.
    private static let usualSilence = 5

    private func state(_ host: PrintHost) -> String {
        if let silence = host.silence, silence > Self.usualSilence {
            return say("no beat for \(silence) s", "\(silence) 秒无响应")
        }
        return switch host.state {
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

    // MARK: Findings

    func hostsGood(_ running: Int, of all: Int) -> String {
        say(
            "\(running) of \(count(all, "host runs", "hosts run")), and no job waits for another.",
            "\(all) 台主机中有 \(running) 台在运行，没有任务在等待其他主机。"
        )
    }

    func hostGone(_ host: PrintHost) -> String {
        let waiting = ("job in its scheduler waits", "jobs in its scheduler wait")
        let jobs = count(host.jobsInScheduler, waiting.0, waiting.1)
        return say(
            "The host '\(host.name)' is gone, and \(jobs) for it.",
            "主机“\(host.name)”已离线，其打印调度程序中有 \(host.jobsInScheduler) 个任务在等待它。"
        )
    }

    func hostGoneRemedy(_ host: PrintHost) -> String {
        say(
            "start the service on '\(host.name)' (printq service start); if that host will not come back, run: printq hosts remove \(host.name)",
            "请在“\(host.name)”上启动服务（printq service start）；如果该主机不会恢复，请运行：printq hosts remove \(host.name)"
        )
    }

    func hostSilent(_ host: PrintHost, _ seconds: Int) -> String {
        say(
            "The host '\(host.name)' has not responded for \(seconds) seconds. After 15, other hosts take its printers over.",
            "主机“\(host.name)”已有 \(seconds) 秒没有响应。15 秒后其他主机将接管其打印机。"
        )
    }

    /// Whether a host has missed a beat; how many seconds ago the last one was.
    func missingBeat(_ host: PrintHost) -> Int? {
        host.silence.flatMap { $0 > Self.usualSilence ? $0 : nil }
    }
}
