import ArgumentParser
import PrintCenterClient

extension Printq {
    /// Holds jobs.
    struct Hold: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hold",
            abstract: "Hold jobs that have not been sent to the printer.",
            discussion: """
                Examples:
                  printq hold 12 13
                  printq hold office-14

                To release them, run: printq release
                """
        )

        @OptionGroup var which: JobsArgument
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                try await common.each(which.jobs, saying: common.phrases.held) {
                    try await client.hold($0)
                }
            }
        }
    }
}
