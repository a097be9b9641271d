import ArgumentParser
import PrintCenterClient

extension Printq {
    /// Releases held jobs.
    struct Release: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "release",
            abstract: "Release jobs that are on hold, and print them now.",
            discussion: """
                Example:
                  printq release 12 13
                """
        )

        @OptionGroup var which: JobsArgument
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                try await common.each(which.jobs, saying: common.phrases.released) {
                    try await client.release($0)
                }
            }
        }
    }
}
