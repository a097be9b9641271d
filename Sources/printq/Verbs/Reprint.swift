import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Prints jobs once more.
    struct Reprint: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reprint",
            abstract:
                "Print the document of a job once more as a new job, the same way or in another.",
            discussion: """
                Examples:
                  printq reprint 12
                  printq reprint 12 -d mono --wait
                  printq reprint 12 --from-page 3
                  printq reprint 12 --pages 2 --copies 10 --no-duplex

                Options that are left out are those of the job. The document of a job is kept for a while after the job's end; then print the file again.
                """
        )

        @OptionGroup var which: JobsArgument
        @OptionGroup var ticket: TicketOptions
        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Print from this page of the document on: --pages N-.",
                valueName: "number"
            ),
            transform: { try TicketOptions.pages("\($0)-") }
        )
        var fromPage: PageSelection?

        @Option(
            name: [.customShort("t", allowingJoined: true), .long],
            help: "The name of the new job; without it that of the job."
        )
        var title: String?

        @Flag(inversion: .prefixedNo, help: "Stay until it is printed, and show the progress.")
        var wait = false

        @Flag(inversion: .prefixedNo, help: "Hold the new job until it is released.")
        var hold = false

        func validate() throws {
            guard fromPage == nil || ticket.pages == nil else {
                throw Mistake("Use --from-page or --pages, not both.")
            }
            if case .restart = ticket.holdUntil {
                throw Mistake("Invalid time 'restart': leave --hold-until out to print at once.")
            }
        }

        /// What is to be different.
        private var wish: ReprintRequest {
            var changed = ticket.ticket
            if let fromPage { changed.pages = fromPage }
            return ReprintRequest(
                printer: place.printer,
                ticket: changed == PrintTicket() ? nil : changed,
                name: title,
                hold: hold || ticket.isHeld ? true : nil
            )
        }

        func run() async throws {
            try await common.run { client in
                var new: [JobID] = []
                let code = try await common.each(
                    which.jobs,
                    saying: common.phrases.queued,
                    // With --wait the states follow, the first of them this one.
                    isTold: !(wait && common.json)
                ) { label in
                    let job = try await client.reprint(label, wish)
                    if !common.json { Terminal.say(noticesOf: job) }
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
