import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Prints jobs once more.
    struct Reprint: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reprint",
            abstract: "Print the document of a job once more, the same way, as a new job.",
            discussion: """
                Examples:
                  printq reprint 12
                  printq reprint 12 -d mono --wait

                The document of a job is kept for a while after the job's end; then print the file again.
                """
        )

        @OptionGroup var which: JobsArgument
        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        @Flag(help: "Stay until it is printed, and show how far it is.")
        var wait = false

        func run() async throws {
            try await common.run { client in
                var new: [JobID] = []
                let code = try await common.each(
                    which.jobs,
                    saying: common.phrases.queued,
                    // With --wait the states follow, the first of them this one.
                    isTold: !(wait && common.json)
                ) { label in
                    let job = try await client.reprint(label, on: place.printer)
                    if let id = job.id { new.append(id) }
                    return job
                }
                guard wait, !new.isEmpty else { return code }
                let watcher = JobWatcher(
                    client: client,
                    phrases: common.phrases,
                    json: common.json,
                    unread: .goOn
                )
                let ended = try await watcher.watch(new)
                let codes = [code] + new.map { ExitCode(ended[$0]?.state ?? .failed) }
                return codes.first { $0 != .success } ?? .success
            }
        }
    }
}
