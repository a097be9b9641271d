import ArgumentParser
import PrintLab

/// `printlab list`: lists the printer specifications.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the printers that a lab can have."
    )

    func run() {
        let width = 2 + (PrinterSpec.all.map(\.name.count).max() ?? 0)
        for spec in PrinterSpec.all {
            let gap = String(repeating: " ", count: width - spec.name.count)
            print(spec.name + gap + spec.summary)
        }
    }
}

/// `printlab off`: switches a printer off.
struct OffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Switches off a printer of the running lab.",
        discussion: "The printer stops responding, as after a power cut. Its queue stays."
    )

    @Argument(help: "The printer.") var printer: String

    func run() throws { try ask(.off(printer: printer)) }
}

/// `printlab on`: switches a printer on.
struct OnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Switches a printer of the running lab back on."
    )

    @Argument(help: "The printer.") var printer: String

    func run() throws { try ask(.on(printer: printer)) }
}

/// `printlab load`: loads paper into a printer.
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Loads paper into a printer of the running lab."
    )

    @Argument(help: "The printer.") var printer: String

    func run() throws { try ask(.load(printer: printer)) }
}

/// `printlab scheduler`: kills or restarts the scheduler.
struct SchedulerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scheduler",
        abstract: "Kills the running lab's scheduler, or starts it again.",
        subcommands: [Kill.self, Start.self]
    )

    struct Kill: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Kills the scheduler, as a crash would. It stays down until you start it."
        )

        func run() throws { try ask(.killScheduler) }
    }

    struct Start: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Restarts the scheduler with the jobs it had saved."
        )

        @Option(help: "The delay in seconds before it saves changes to disk; 30 outside labs.")
        var writesAfter = 0

        func validate() throws {
            guard writesAfter >= 0 else {
                throw ValidationError("The number of seconds must not be negative.")
            }
        }

        func run() throws { try ask(.startScheduler(writesAfter: writesAfter)) }
    }
}

/// `printlab avahi`: kills or restarts the Avahi daemon.
struct AvahiCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avahi",
        abstract: "Kills the Avahi daemon of a lab with --discovery, or starts it again.",
        subcommands: [Kill.self, Start.self]
    )

    struct Kill: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Kills the daemon, as a crash would. The printers end with it.",
            discussion: "To start a printer again, run 'printlab on'."
        )

        func run() throws { try ask(.killAvahi) }
    }

    struct Start: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Starts the daemon again.")

        func run() throws { try ask(.startAvahi) }
    }
}

/// Sends a request to the lab that `PRINTLAB_DIR` names.
private func ask(_ request: LabRequest) throws {
    try exitWithCode {
        try request.send(to: .current())
        return 0
    }
}
