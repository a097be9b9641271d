import ArgumentParser
import PrintCenterClient

extension Printq {
    /// Lets held jobs go.
    struct Release: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "release",
            abstract: "Let held jobs go now, whether you or a time hold them.",
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
