import ArgumentParser
import FileAccess
import FoundationEssentials
import Glibc
import PrintModel

/// Prints, and watches what is printed: the command line of the printing service.
///
/// Every verb says its `commandName`: to derive names from types costs a quarter
/// of the program's whole time.
@main
struct Printq: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printq",
        abstract: "Prints files, only when it is possible, and says what became of them.",
        discussion: """
            Examples:
              printq print report.pdf --pages 2-3 --copies 2 --duplex -d office --wait
              printq check report.pdf --duplex
              printq preview report.pdf --duplex
              printq jobs

            Exit codes: 0 done (with --wait: printed), 1 failed, 3 not possible, 4 no such job or \
            printer, 5 canceled, 64 usage, 66 no such file, 69 no service or scheduler, \
            130 interrupted (the job goes on).
            """,
        version: projectVersion,
        subcommands: [
            Print.self, Check.self, Preview.self, Options.self, Printers.self, Available.self,
            Jobs.self, Show.self, Watch.self, Cancel.self, Hold.self, Release.self, Move.self,
            Reprint.self, Priority.self, Service.self,
        ]
    )

    static func main() async {
        // A reader that has seen enough ends the writing, not the program in the middle of it.
        _ = signal(SIGPIPE, SIG_IGN)
        do {
            if let printing = Printing(usual: FilePath.arguments) {
                try await run { try await printing.run($0, Phrases(language: .ofUser)) }
                return
            }
            Mistake.forget()
            let arguments = FilePath.arguments
            if let mistake = CommandWords.unknownCommand(in: arguments, of: Self.self) {
                throw Mistake(mistake)
            }
            let server = ProcessInfo.processInfo.environment["CUPS_SERVER"]
            var command = try parseAsRoot(
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

    /// Ends as an argument parser does, except that what it says goes the way of all words.
    private static func end(with error: any Error) -> Never {
        // Help that is asked for says nothing of what is wrong beside it.
        if !(error is ExitCode), exitCode(for: error) != .success,
            let sentence = Mistake.sentence(behind: error)
        {
            Terminal.say("printq: \(sentence)")
            let verb = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } ?? ""
            let isKnown = CommandWords.unknownCommand(in: [verb], of: Self.self) == nil
            Terminal.say(
                "To list the \(isKnown ? "options" : "commands"), run: printq \(isKnown ? verb + " " : "")--help"
            )
            Glibc.exit(ExitCode.validationFailure.rawValue)
        }
        let code = exitCode(for: error)
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
