import ArgumentParser
import PrintLab

/// Real virtual printers in a temporary folder.
@main struct PrintLabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printlab",
        abstract: "Runs a command with virtual printers.",
        discussion: """
            A lab has its own scheduler (cupsd), printers (ippeveprinter), and message bus, on loopback and in a \
            temporary folder. It runs for one command and leaves nothing behind.

            EXAMPLES
              printlab run --printers office,mono -- lpstat -t
              printlab run --printers office -- sh -c 'lp -d office report.pdf; exec bash'
              printlab run --discovery --no-scheduler -- avahi-browse -rt _ipp._tcp
            """,
        subcommands: [
            RunCommand.self, ListCommand.self, OffCommand.self, OnCommand.self, LoadCommand.self,
            SchedulerCommand.self, AvahiCommand.self, HoldCommand.self, SuperviseCommand.self,
            ReceiveCommand.self,
        ]
    )
}
