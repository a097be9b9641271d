import PrintModel

/// What is said of the service and logins.
extension Phrases {
    /// Whether jobs go on after a login, and how to have it so.
    func login(_ status: LoginStatus) -> String {
        switch status.by {
        case .systemd:
            say(
                "It starts at login, by systemd, and goes on with your jobs; to have it from boot on: loginctl enable-linger.",
                "登录时由 systemd 启动并继续您的任务；若要开机即启动：loginctl enable-linger。"
            )
        case .autostart:
            say(
                "It starts at login, by the desktop's autostart, and goes on with your jobs.",
                "登录时由桌面自动启动，并继续您的任务。"
            )
        case nil:
            say(
                "It does not start at login: after a reboot, jobs go on when printq is next used. To change that: printq service enable.",
                "登录时不会启动：重启后，下次使用 printq 时任务才会继续。若要更改：printq service enable。"
            )
        }
    }
}
