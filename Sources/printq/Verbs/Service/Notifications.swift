import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Shows or chooses which notifications the desktop gets.
    struct Notifications: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "notifications",
            abstract: "Show or choose which notifications the desktop gets.",
            discussion: """
                Examples:
                  printq notifications
                  printq notifications failures

                By default, the desktop tells when a job has been printed, when it fails, and when the printer \
                needs a person. There are none for jobs that you watch in a terminal or in the browser.
                """
        )

        @Argument(help: "all, failures (when a job fails or needs a person), or off.")
        private var level: Level?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let chosen: NotificationLevel
                if let level {
                    chosen = try await client.setNotifications(level.chosen)
                } else {
                    chosen = try await client.status().notifications ?? .all
                }
                if common.json {
                    try Terminal.write(json: NotificationRequest(notifications: chosen))
                } else {
                    Terminal.write(common.phrases.notifications(chosen))
                }
                return .success
            }
        }
    }
}

/// A level, as the user types it.
private enum Level: String, CaseIterable, ExpressibleByArgument {
    case all, failures, off

    var chosen: NotificationLevel {
        switch self {
        case .all: .all
        case .failures: .failures
        case .off: .off
        }
    }
}

extension Phrases {
    fileprivate func notifications(_ level: NotificationLevel) -> String {
        switch level {
        case .all:
            say(
                "The desktop tells when a job ends, fails, or needs a person.",
                "作业完成、失败或需要人处理时，桌面会发出通知。"
            )
        case .failures:
            say(
                "The desktop tells when a job fails or needs a person.",
                "作业失败或需要人处理时，桌面会发出通知。"
            )
        case .off: say("The desktop tells nothing about jobs.", "桌面不发出有关作业的通知。")
        }
    }
}
