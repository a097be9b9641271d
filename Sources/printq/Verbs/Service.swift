import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// The background service.
    struct Service: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "service",
            abstract: "The background service; printq starts it when it is needed.",
            discussion: """
                Examples:
                  printq service status
                  printq service stop
                  printq service enable
                """,
            subcommands: [
                Status.self, Start.self, Stop.self, Enable.self, Disable.self,
            ]
        )

        /// Says whether it runs; starts nothing.
        struct Status: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "status",
                abstract: "Say whether it runs; nothing is started."
            )

            @OptionGroup var common: CommonOptions

            func run() async throws {
                try await common.run { client in
                    let status = try await client.runningService()
                    let login = LoginStart().status
                    if common.json {
                        try Terminal.write(json: ServiceReport(service: status, login: login))
                    } else {
                        Terminal.write(
                            status.map { common.phrases.serviceRunning($0) }
                                ?? common.phrases.serviceNotRunning
                        )
                        for line in common.phrases.previewsOff(status?.previews) {
                            Terminal.write(line)
                        }
                        if let mistake = status?.settingsProblem { Terminal.write(mistake) }
                        Terminal.write(common.phrases.login(login))
                    }
                    return .success
                }
            }
        }

        /// Starts it where it does not run.
        struct Start: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "start",
                abstract: "Start it."
            )

            @OptionGroup var common: CommonOptions

            func run() async throws {
                try await common.run { client in
                    let status = try await client.status()
                    if common.json {
                        try Terminal.write(json: status, unread: .goOn)
                    } else {
                        Terminal.write(common.phrases.serviceRunning(status), unread: .goOn)
                    }
                    return .success
                }
            }
        }

        /// Ends it.
        struct Stop: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "stop",
                abstract: "End it; jobs go on when it is started again."
            )

            @OptionGroup var common: CommonOptions

            func run() async throws {
                try await common.run { client in
                    try await client.stopService()
                    if common.json {
                        try Terminal.write(json: ["running": false], unread: .goOn)
                    } else {
                        Terminal.write(common.phrases.serviceStopped, unread: .goOn)
                    }
                    return .success
                }
            }
        }
    }
}
