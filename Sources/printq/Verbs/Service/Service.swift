import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Controls the background service.
    struct Service: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "service",
            abstract: "Show, start, and stop the background service.",
            discussion: """
                Examples:
                  printq service status
                  printq service stop
                  printq service enable

                printq starts the service when needed; it exits by itself when it has nothing to do.
                """,
            subcommands: [
                Status.self, Start.self, Stop.self, Enable.self, Disable.self,
            ]
        )

        /// Reports whether the service runs, without starting it.
        struct Status: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "status",
                abstract: "Show whether the service is running, without starting it."
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
                        if let trouble = status?.databaseProblem { Terminal.write(trouble) }
                        for line in common.phrases.previewsOff(status?.previews) {
                            Terminal.write(line)
                        }
                        if let mistake = status?.settingsProblem { Terminal.write(mistake) }
                        if let missing = status?.discoveryProblem { Terminal.write(missing) }
                        Terminal.write(common.phrases.login(login))
                    }
                    return .success
                }
            }
        }

        /// Starts the service if it is not running.
        struct Start: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "start",
                abstract: "Start the service."
            )

            @OptionGroup var common: CommonOptions

            func run() async throws {
                try await common.run { client in
                    let status = try await client.status()
                    if common.json {
                        try Terminal.write(json: status, unread: .goOn)
                    } else {
                        Terminal.write(common.phrases.serviceRunning(status), unread: .goOn)
                        if let trouble = status.databaseProblem {
                            Terminal.write(trouble, unread: .goOn)
                        }
                    }
                    return .success
                }
            }
        }

        /// Stops the service.
        struct Stop: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "stop",
                abstract: "Stop the service; jobs continue when it starts again."
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
