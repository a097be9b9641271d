import ArgumentParser
import FoundationEssentials
import PrintCenterClient
import PrintModel

extension Printq {
    /// Lists the queue.
    struct Jobs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "jobs",
            abstract: "List the active jobs, including those of other programs.",
            discussion: """
                Examples:
                  printq jobs
                  printq jobs --all -d office
                  printq jobs --all --since yesterday --user ann
                  printq jobs --watch

                On a terminal, it shows up to 1,000 jobs, and says how many others there are; a pipe or a file \
                gets all of them: printq jobs | less

                TIME is today, yesterday, 2026-05-17, '2026-05-17 08:30', 08:30, or how long ago: \
                30m, 2h, 3d, 1w.

                With --watch, the list is updated until Ctrl-C (exit code 130). With --json, it writes a \
                line for each job, as added, then a line for each job that is added, changed, or removed.
                """,
            aliases: ["list", "ls"]
        )

        @Flag(help: "List the jobs that have ended, too.")
        var all = false

        @Flag(help: "Keep the list up to date until Ctrl-C.")
        var watch = false

        @Option(help: ArgumentHelp("List the jobs of this user.", valueName: "name"))
        var user: String?

        @Option(
            help: ArgumentHelp("List the jobs submitted at this time or later.", valueName: "time")
        )
        var since: String?

        @Option(help: ArgumentHelp("List the jobs submitted before this time.", valueName: "time"))
        var until: String?

        @OptionGroup var place: JobsPrinterOption
        @OptionGroup var common: CommonOptions

        func validate() throws {
            for (name, text) in [("--since", since), ("--until", until)] {
                guard let text, PastTime.moment(text) == nil else { continue }
                throw ValidationError(
                    "Invalid time '\(text)' for \(name): use today, yesterday, 2026-05-17, '2026-05-17 08:30', 08:30, or 30m, 2h, 3d, 1w ago."
                )
            }
        }

        func run() async throws {
            try await common.run { client in
                let filter = JobFilter(
                    all: all,
                    printer: try await place.id(client),
                    user: user,
                    since: since.flatMap { PastTime.moment($0) },
                    until: until.flatMap { PastTime.moment($0, isEnd: true) }
                )
                let list = JobTable(phrases: common.phrases)
                guard !watch else {
                    return try await JobListWatcher(
                        client: client,
                        table: list,
                        json: common.json,
                        filter: filter
                    ).watch()
                }
                let output = JobOutput(phrases: common.phrases, filter: filter)
                if common.json {
                    try await output.writeJSON(client)
                } else {
                    try await output.writeTable(client)
                }
                return .success
            }
        }
    }
}
