import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// The hosts that share the queue.
    struct Hosts: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hosts",
            abstract: "List the hosts that share the queue, drain and return them.",
            discussion: """
                Examples:
                  printq hosts
                  printq hosts drain press2
                  printq hosts return press2

                Each printer's jobs are delivered by one host at a time. If that host dies, another one takes its \
                printers over within half a minute; if it is drained, at once.
                """,
            subcommands: [List.self, Drain.self, Return.self, Remove.self],
            defaultSubcommand: List.self
        )
    }
}

extension Printq.Hosts {
    /// Lists the hosts.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the hosts and their printers.",
            aliases: ["ls"]
        )

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let hosts = try await client.hosts()
                guard !common.json else {
                    try Terminal.write(json: hosts)
                    return .success
                }
                for line in common.phrases.table(of: hosts) { Terminal.write(line) }
                return .success
            }
        }
    }

    /// Has a host give its printers back.
    struct Drain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drain",
            abstract: "Have a host give its printers to the others, and take no new ones.",
            discussion: """
                Example:
                  printq hosts drain press2

                It persists until 'printq hosts return'. Jobs that the host's scheduler has stay there until they end.
                """
        )

        @Argument(help: "The name of the host.", completion: .custom(Completion.hosts))
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let host = try await client.drainHost(name)
                try common.report(host, common.phrases.drained(host))
                return .success
            }
        }
    }

    /// Has a host take printers again.
    struct Return: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "return",
            abstract: "Have a drained host take printers again."
        )

        @Argument(help: "The name of the host.", completion: .custom(Completion.hosts))
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let host = try await client.returnHost(name)
                try common.report(host, common.phrases.returned(host))
                return .success
            }
        }
    }

    /// Removes a host.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a host that will not come back.",
            discussion: """
                Example:
                  printq hosts remove press2

                Jobs that its scheduler held print on other hosts. Of those that it was printing, the service asks the \
                printer; if the printer does not know, they end as failed, because it cannot be determined whether they \
                were printed.
                """
        )

        @Argument(help: "The name of the host.", completion: .custom(Completion.hosts))
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let host = try await client.removeHost(name)
                try common.report(host, common.phrases.removed(host))
                return .success
            }
        }
    }
}
