import ArgumentParser
import FileAccess
import Glibc
import PrintModel
import QuickPreview
import TerminalDisplay

/// All commands of the program `qpreview`, which starts this one: facts and previews of files.
@main
struct QPreview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qpreview",
        abstract: "Identify files and preview their contents.",
        discussion: """
            Every file is read by a process of its own in a sandbox, so that a damaged or malicious \
            file cannot do harm.

            Examples:
              qpreview info report.pdf photo.jpg
              qpreview show report.pdf
              qpreview window report.pdf photo.jpg
              qpreview thumbnail -s 512 --page 2 report.pdf page2.png
              qpreview pages letter.docx letter.pdf
              qpreview text report.pdf | grep -i total
              qpreview info --json report.pdf
              qpreview explain strange.jpg
              curl -s https://example.org/a.pdf | qpreview thumbnail - - > a.png

            Exit codes:
              0   success
              1   another failure, such as an output that cannot be written
              3   no preview for this type of file
              4   damaged, empty, encrypted, over a limit, or no such page
              64  invalid usage
              66  no such file, not readable, or a directory where a file is needed
            """,
        version: projectVersion,
        groupedSubcommands: [
            CommandGroup(
                name: "Preview",
                subcommands: [Info.self, Show.self, Thumbnail.self, Pages.self, Text.self]
            ),
            CommandGroup(name: "Diagnosis", subcommands: [Explain.self, Crashes.self]),
            CommandGroup(name: "Desktop", subcommands: [Window.self, Cache.self]),
            CommandGroup(name: "Scripting", subcommands: [Serve.self]),
        ]
    )

    static func main() async {
        do {
            if let unknown = FilePath.arguments.first.flatMap({ UsageWords.unknownCommand($0) }) {
                throw ValidationError(unknown)
            }
            // The raw arguments: a file's name need not be UTF-8.
            var command = try parseAsRoot(FilePath.arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    /// Ends as ArgumentParser does, in the user's language and without characters that a terminal obeys.
    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let message = fullMessage(for: error)
        if !message.isEmpty {
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map {
                TerminalText.printable(UsageWords.line(String($0), in: .ofUser))
            }
            write(
                lines.joined(separator: "\n") + "\n",
                to: code == .success ? STDOUT_FILENO : STDERR_FILENO
            )
        }
        Glibc.exit(code.rawValue)
    }
}
