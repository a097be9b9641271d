import ArgumentParser
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
              printq jobs

            Exit codes: 0 done (with --wait: printed), 1 failed, 3 not possible, 4 no such job or \
            printer, 5 canceled, 64 usage, 66 no such file, 69 no service or scheduler, \
            130 interrupted (the job goes on).
            """,
        version: projectVersion,
        subcommands: [
            Print.self, Check.self, Options.self, Printers.self, Jobs.self, Show.self,
            Watch.self, Cancel.self, Service.self,
        ]
    )

    static func main() async {
        // A reader that has seen enough ends the writing, not the program in the middle of it.
        _ = signal(SIGPIPE, SIG_IGN)
        await main(nil)
    }
}
