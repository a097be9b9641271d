import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Sets the priority of jobs.
    struct Priority: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "priority",
            abstract: "Change the priority of a job in its printer's queue.",
            discussion: """
                Example:
                  printq priority 12 80
                """
        )

        @Argument(
            help: "The number of the job, or the scheduler's name for it.",
            completion: .custom(Completion.jobs)
        )
        var job: String

        @Argument(help: "The priority, from 1, the lowest, to 100 (jobs have 50 by default).")
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
