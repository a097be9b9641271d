import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Shows jobs until they end.
    struct Watch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch",
            abstract: "Show live progress until the jobs end; the exit code tells how.",
            discussion: """
                Examples:
                  printq watch 12
                  printq watch            (all that are under way)

                Exit code 0 where all were printed, 1 where one failed, 5 where one was canceled.
                """
        )

        @Argument(help: "Numbers of jobs, or the scheduler's names for them.")
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
                // Asking for each first tells a wrong name before the watch begins.
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
