import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Puts a job before or behind others.
    struct Priority: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "priority",
            abstract: "Put a job before or behind others that wait for the same printer.",
            discussion: """
                Example:
                  printq priority 12 80
                """
        )

        @Argument(help: "The job's number, or the scheduler's name for it.")
        var job: String

        @Argument(help: "1, the last, to 100, the first; jobs have 50 where nobody says more.")
        var priority: Int

        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard PriorityRequest.range.contains(priority) else {
                throw ValidationError("A priority is a number from 1 to 100; \(priority) is none.")
            }
        }

        func run() async throws {
            try await common.run { client in
                try await common.each(
                    [job],
                    saying: { common.phrases.prioritized($0, priority) }
                ) {
                    try await client.setPriority($0, priority)
                }
            }
        }
    }
}
