import ArgumentParser
import PrintCenterClient

extension Printq {
    /// Holds jobs.
    struct Hold: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hold",
            abstract: "Hold jobs that are not at the printer yet, until they are released.",
            discussion: """
                Examples:
                  printq hold 12 13
                  printq hold office-14
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
