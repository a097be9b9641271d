import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Cancels jobs.
    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Cancel jobs, wherever they are.",
            discussion: """
                Examples:
                  printq cancel 12 13
                  printq cancel --all -d office
                """
        )

        @Argument(help: "Numbers of jobs, or the scheduler's names for them.")
        var jobs: [String] = []

        @Flag(help: "All jobs of yours that have not ended; with -d those on one printer.")
        var all = false

        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard all == jobs.isEmpty else {
                throw ValidationError(
                    all
                        ? "Name the jobs or say --all, not both."
                        : "Name the jobs to cancel, or say --all."
                )
            }
            if place.printer != nil, !all {
                throw ValidationError("-d goes with --all; a job's number names its printer.")
            }
        }

        func run() async throws {
            try await common.run { client in
                var labels = jobs
                if all {
                    labels = try await client.jobs(printer: place.id(client))
                        .filter { $0.id != nil }.map(\.label)
                    if labels.isEmpty { Terminal.say(common.phrases.noJobs) }
                }
                var code = ExitCode.success
                for label in labels {
                    do {
                        let job = try await client.cancel(label)
                        if common.json {
                            try Terminal.write(json: job, unread: .goOn)
                        } else {
                            Terminal.write(common.phrases.canceled(job), unread: .goOn)
                        }
                    } catch let error as ClientError {
                        // One that has just ended by itself needs no cancel any more.
                        if all, error.problem?.code == .jobEnded { continue }
                        Terminal.say("printq: \(error.description)")
                        if code == .success { code = ExitCode(error) }
                    }
                }
                return code
            }
        }
    }
}
