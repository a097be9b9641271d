import ArgumentParser
import PrintCenterClient

extension Printq {
    /// Moves a job to another printer.
    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Move a job to another printer, if that can print it.",
            discussion: """
                Example:
                  printq move 12 mono

                If the other printer cannot print the job, the job stays where it is (exit code 3).
                """
        )

        @Argument(
            help: "The number of the job, or the scheduler's name for it.",
            completion: .custom(Completion.jobs)
        )
        var job: String

        @Argument(help: "The printer.", completion: .custom(Completion.printers))
        var printer: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                try await common.each([job], saying: common.phrases.moved) {
                    try await client.move($0, to: printer)
                }
            }
        }
    }
}
