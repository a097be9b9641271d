import ArgumentParser
import PrintCenterClient
import PrintModel
import Synchronization

extension Printq {
    /// Cancels jobs.
    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Cancel jobs, also those that are printing.",
            discussion: """
                A job that its printer has ends when the printer says so. Where the printer does not come back, --force \
                ends it; a job that its printer may print a part of fails then, with the reason. Removing the printer, and a \
                day, do the same.

                Examples:
                  printq cancel 12 13
                  printq cancel --all -d office
                  printq cancel --force 12
                """
        )

        @Argument(
            help: "The numbers of jobs, or the scheduler's names for them.",
            completion: .custom(Completion.jobs)
        )
        var jobs: [String] = []

        @Flag(help: "Cancel all of your active jobs; with -d, those on one printer.")
        var all = false

        @Flag(help: "Do not wait for a printer that does not come back.")
        var force = false

        @OptionGroup var place: JobsPrinterOption
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
                let words = common.phrases.canceled
                guard all else {
                    return try await common.each(jobs, saying: words) {
                        try await client.cancel($0, force: force)
                    }
                }
                let printer = try await place.id(client)
                let hasJobs = Atomic(false)
                try await client.cancelAll(on: printer?.rawValue, force: force) { job in
                    hasJobs.store(true, ordering: .relaxed)
                    try common.report(job, words)
                }
                if !hasJobs.load(ordering: .relaxed) { Terminal.say(common.phrases.noJobs) }
                return .success
            }
        }
    }
}
