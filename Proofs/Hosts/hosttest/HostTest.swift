import ArgumentParser

/// Several hosts that print from one queue, while services, networks, and the database fail.
@main
struct HostTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hosttest",
        abstract: "Lets hosts that share a queue fail, and counts what comes out.",
        subcommands: [RunCommand.self, SchedulersCommand.self, RacesCommand.self],
        defaultSubcommand: RunCommand.self
    )
}
