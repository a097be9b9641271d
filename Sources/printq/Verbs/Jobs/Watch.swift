import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Shows jobs until they end.
    struct Watch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch",
            abstract: "Show the progress of jobs until they end.",
            discussion: """
                Examples:
                  printq watch 12
                  printq watch            (all active jobs)

                Exit codes: 0 all jobs were printed, 1 a job failed, 5 a job was canceled.
                """
        )

        @Argument(
            help:
                "The numbers of jobs, or the scheduler's names for them (default: all active jobs).",
            completion: .custom(Completion.jobs)
        )
        var jobs: [String] = []

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let watcher = JobWatcher(
                    client: client,
                    phrases: common.phrases,
                    json: common.json
                )
                let labels = jobs.isEmpty ? try await active(client) : jobs
                if labels.isEmpty { Terminal.say(common.phrases.nothingToWatch) }
                // Querying each of them first reports a wrong name before the watch begins.
                for label in labels { _ = try await client.job(label) }
                let ids = labels.compactMap { Int($0).map { JobID(rawValue: $0) } }
                let ended = ids.isEmpty ? [:] : try await watcher.watch(ids)
                var code = ExitCode.success
                for label in labels {
                    let state: JobState?
                    if let number = Int(label) {
                        state = ended[JobID(rawValue: number)]?.state
                    } else {
                        state = try await watcher.watch(external: label).state
                    }
                    if code == .success { code = ExitCode(state ?? .failed) }
                }
                return code
            }
        }

        private func active(_ client: PrintCenterClient) async throws -> [String] {
            try await client.jobs().map(\.label)
        }
    }
}
