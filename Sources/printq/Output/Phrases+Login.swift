import PrintModel

/// Messages about the start of the service at login.
extension Phrases {
    /// Whether the service starts at login, and how to change that.
    func login(_ status: LoginStatus) -> String {
        switch status.by {
        case .systemd:
            say(
                "systemd starts the service at login, and your jobs continue. To start it at boot, run: loginctl enable-linger",
                "登录时由 systemd 启动服务并继续您的任务。要在开机时启动，请运行：loginctl enable-linger"
            )
        case .autostart:
            say(
                "The desktop's autostart starts the service at login, and your jobs continue.",
                "登录时由桌面自动启动服务，并继续您的任务。"
            )
        case nil:
            say(
                "The service does not start at login: after a reboot, your jobs continue the next time you run any printq command. To change that, run: printq service enable",
                "登录时不启动服务：重启后，任务会在您下次运行任意 printq 命令时继续。要更改，请运行：printq service enable"
            )
        }
    }
}
