import ArgumentParser
import FileAccess
import FoundationEssentials
import Glibc
import PrintCenterClient
import PrintModel

/// The command line of the printing service.
///
/// Each command sets its `commandName`: deriving names from types takes a quarter of the program's
/// run time.
@main
struct Printq: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printq",
        abstract: "Print files, and follow them until they are printed.",
        discussion: """
            Examples:
              printq print report.pdf --pages 2-3 --copies 2 --duplex -d office --wait
              printq check report.pdf --duplex
              printq preview report.pdf --duplex
              printq jobs

            Exit codes: 0 done (with --wait: printed), 1 failed, 3 not possible, 4 no such job, \
            printer, preset, or host, 5 canceled, 64 usage, 66 no such file, 69 no service or scheduler, \
            130 interrupted (the job continues).
            """,
        version: projectVersion,
        groupedSubcommands: [
            CommandGroup(
                name: "Printing",
                subcommands: [Print.self, Preview.self, Check.self, Options.self, Presets.self]
            ),
            CommandGroup(
                name: "Jobs",
                subcommands: [
                    Jobs.self, Show.self, Watch.self, Cancel.self, Hold.self, Release.self,
                    Move.self, Reprint.self, Priority.self, Authenticate.self,
                ]
            ),
            CommandGroup(
                name: "Printers and service",
                subcommands: [
                    Printers.self, Available.self, Open.self, Notifications.self, Doctor.self,
                    Hosts.self, Service.self,
                ]
            ),
        ]
    )

    static func main() async {
        // A reader that closes the pipe causes a write error, not the death of the program.
        _ = signal(SIGPIPE, SIG_IGN)
        do {
            if let printing = Printing(usual: FilePath.arguments) {
                try await run { client in
                    var client = client
                    // Without --wait, nothing happens beside the requests.
                    client.blocksCaller = !printing.wait
                    return try await printing.run(client, Phrases(language: .ofUser))
                }
                return
            }
            Mistake.forget()
            let arguments = FilePath.arguments
            if let mistake = CommandWords.unknownCommand(in: arguments, of: Self.self) {
                throw Mistake(mistake)
            }
            let server = environment["CUPS_SERVER"]
            var command = try await asyncParseAsRoot(
                try CommandWords.normalized(arguments, server: server)
            )
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    /// Exits as the argument parser does, but writes its messages like all others.
    private static func end(with error: any Error) -> Never {
        // A request for help takes precedence over errors.
        if !(error is ExitCode), exitCode(for: error) != .success,
            let sentence = Mistake.sentence(behind: error)
        {
            Terminal.say("printq: \(sentence)")
            let words = CommandLine.arguments.dropFirst()
            let verb = words.first { !$0.hasPrefix("-") && $0 != "help" } ?? ""
            let isKnown = CommandWords.unknownCommand(in: [verb], of: Self.self) == nil
            Terminal.say(
                "To list the \(isKnown ? "options" : "commands"), run: printq \(isKnown ? verb + " " : "")--help"
            )
            Glibc.exit(ExitCode.validationFailure.rawValue)
        }
        let code = exitCode(for: error)
        if code == .success, Language.ofUser == .simplifiedChinese {
            let help = ChineseHelp(columns: Terminal.resultColumns)
            for line in help.lines(of: fullMessage(for: error, columns: ChineseHelp.unbroken)) {
                Terminal.write(line)
            }
            Glibc.exit(code.rawValue)
        }
        let message = fullMessage(for: error)
        if !message.isEmpty {
            for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
                if code == .success {
                    Terminal.write(String(line))
                } else {
                    Terminal.say(String(line))
                }
            }
        }
        Glibc.exit(code.rawValue)
    }
}
