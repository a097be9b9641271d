import ArgumentParser
import PrintLab

/// `printlab list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Names the printers that a lab can have."
    )

    func run() {
        let width = 2 + (PrinterSpec.all.map(\.name.count).max() ?? 0)
        for spec in PrinterSpec.all {
            let gap = String(repeating: " ", count: width - spec.name.count)
            print(spec.name + gap + spec.summary)
        }
    }
}

/// `printlab off`.
struct OffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Switches a printer of the running lab off.",
        discussion: "It stops answering, as after a power cut. Its queue stays."
    )

    @Argument(help: "The printer.") var printer: String

    func run() throws { try ask(.off(printer: printer)) }
}

/// `printlab on`.
struct OnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Switches a printer of the running lab on again."
    )

    @Argument(help: "The printer.") var printer: String

    func run() throws { try ask(.on(printer: printer)) }
}

/// `printlab load`.
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Loads paper into a printer of the running lab."
    )

    @Argument(help: "The printer.") var printer: String

    func run() throws { try ask(.load(printer: printer)) }
}

/// `printlab scheduler`.
struct SchedulerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scheduler",
        abstract: "Kills the running lab's scheduler, or starts it again.",
        subcommands: [Kill.self, Start.self]
    )

    struct Kill: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ends the scheduler as a crash does. It stays away until it is started."
        )

        func run() throws { try ask(.killScheduler) }
    }

    struct Start: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Starts the scheduler again with what it has written down."
        )

        @Option(help: "The seconds after which it writes changes to disk; 30 outside of labs.")
        var writesAfter = 0

        func validate() throws {
            guard writesAfter >= 0 else { throw ValidationError("Say how many seconds.") }
        }

        func run() throws { try ask(.startScheduler(writesAfter: writesAfter)) }
    }
}

/// Asks the lab that `PRINTLAB_DIR` names.
private func ask(_ request: LabRequest) throws {
    try exitWithCode {
        try request.send(to: .current())
        return 0
    }
}
