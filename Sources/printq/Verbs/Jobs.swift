import ArgumentParser
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
                """,
            aliases: ["list", "ls"]
        )

        @Flag(help: "Those that have ended, too.")
        var all = false

        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let jobs = try await client.jobs(all: all, printer: place.id(client))
                guard !common.json else {
                    try Terminal.write(json: jobs)
                    return .success
                }
                if jobs.isEmpty { Terminal.say(common.phrases.noJobs) }
                for line in lines(jobs) { Terminal.write(line) }
                return .success
            }
        }

        private func lines(_ jobs: [PrintJob]) -> [String] {
            let phrases = common.phrases
            guard !jobs.isEmpty else { return [] }
            var table = Table()
            table.rows.append(
                [.job, .state, .progress, .name, .printer, .reason].map { phrases.heading($0) }
            )
            for job in jobs {
                table.rows.append([
                    job.label, phrases.state(job.state), phrases.progress(job), job.name,
                    job.printer.rawValue, job.reasons.map(\.message).joined(separator: " "),
                ])
            }
            return table.lines
        }
    }
}
