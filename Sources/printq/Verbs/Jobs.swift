import ArgumentParser
import FoundationEssentials
import PrintCenterClient
import PrintModel

extension Printq {
    /// Lists the queue.
    struct Jobs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "jobs",
            abstract: "List the jobs, those of other programs too.",
            discussion: """
                Examples:
                  printq jobs
                  printq jobs --all -d office
                  printq jobs --all --since yesterday --user ann
                  printq jobs --watch

                TIME is today, yesterday, 2026-05-17, '2026-05-17 08:30', 08:30, or how long ago: \
                30m, 2h, 3d, 1w.

                With --watch the list follows each change until Ctrl-C (exit code 130); with --json, \
                every job there is as added, then a line for each that is added, changes or is removed.
                """,
            aliases: ["list", "ls"]
        )

        @Flag(help: "Those that have ended, too.")
        var all = false

        @Flag(help: "Go on, and show each change.")
        var watch = false

        @Option(help: ArgumentHelp("Those of one user.", valueName: "name"))
        var user: String?

        @Option(help: ArgumentHelp("Those submitted at this time or later.", valueName: "time"))
        var since: String?

        @Option(help: ArgumentHelp("Those submitted up to this time.", valueName: "time"))
        var until: String?

        @OptionGroup var place: PrinterOption
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
                let jobs = try await client.jobs(filter)
                guard !common.json else {
                    try Terminal.write(json: jobs)
                    return .success
                }
                if jobs.isEmpty { Terminal.say(common.phrases.noJobs) }
                for line in list.lines(jobs) { Terminal.write(line) }
                return .success
            }
        }
    }
}
