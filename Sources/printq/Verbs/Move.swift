import ArgumentParser
import PrintCenterClient

extension Printq {
    /// Has another printer print a job.
    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Have another printer print a job, if it can.",
            discussion: """
                Example:
                  printq move 12 mono

                What the other printer cannot do is refused, and the job stays where it is: exit code 3.
                """
        )

        @Argument(help: "The job's number, or the scheduler's name for it.")
        var job: String

        @Argument(help: "The printer.")
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
