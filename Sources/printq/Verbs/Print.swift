import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Queues a job per file.
    struct Print: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "print",
            abstract: "Queue a job per file, only when printing is possible.",
            discussion: """
                Examples:
                  printq print report.pdf
                  printq print report.pdf --pages 2-3 --copies 2 --duplex -d office --wait
                  printq print --pages 3,1 a.pdf b.pdf
                  pdftk … | printq print - --title Collected

                A page range names pages of the document, and they come out in the order written.
                What the printer cannot do is refused before anything is queued: exit code 3.
                """,
            aliases: ["submit"]
        )

        @Argument(help: "The files; - is standard input.")
        var files: [String]

        @OptionGroup var ticket: TicketOptions
        @OptionGroup var secret: SecretOptions
        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        @Option(
            name: [.customShort("t", allowingJoined: true), .long],
            help: "What to call the job; without it the file's name."
        )
        var title: String?

        @Option(help: "The MIME type, where the contents do not show it.")
        var type: String?

        @Flag(help: "Stay until it is printed, and show how far it is.")
        var wait = false

        @Flag(help: "Queue the job even if the printer is off, stopped or not accepting now.")
        var whenPossible = false

        @Flag(help: "Queue the job held, until printq release lets it go.")
        var hold = false

        func validate() throws {
            guard !hold || ticket.ticket.holdUntil == nil else {
                throw ValidationError("Say --hold or --hold-until, not both.")
            }
        }

        func run() async throws {
            try await common.run { client in
                let submission = Submission(
                    client: client,
                    phrases: common.phrases,
                    secrets: try secret.read(common.phrases)
                )
                var codes: [ExitCode] = []
                var jobs: [(index: Int, id: JobID)] = []
                for path in files {
                    let index = codes.count
                    do {
                        let job = try await submit(path, submission)
                        codes.append(job.code)
                        if let id = job.id { jobs.append((index, id)) }
                    } catch let error as ClientError {
                        Terminal.say(
                            "printq: \(path): \(error.description)"
                        )
                        codes.append(ExitCode(error))
                    }
                }
                if wait, !jobs.isEmpty {
                    let watcher = JobWatcher(
                        client: client,
                        phrases: common.phrases,
                        json: common.json
                    )
                    let ended = try await watcher.watch(jobs.map(\.id))
                    for job in jobs { codes[job.index] = ExitCode(ended[job.id]?.state ?? .failed) }
                }
                return codes.first { $0 != .success } ?? .success
            }
        }

        /// Queues one file; what is said of it has been said.
        private func submit(
            _ path: String,
            _ submission: Submission
        ) async throws -> (code: ExitCode, id: JobID?) {
            do {
                let job = try await submission.withDocument(path, type: type, isKept: true) { id in
                    try await submit(document: id, submission)
                }
                guard let job else { return (.noInput, nil) }
                // With --wait the states follow, the first of them this one.
                if common.json, !wait { try Terminal.write(json: job, unread: .goOn) }
                if !common.json { Terminal.write(common.phrases.queued(job), unread: .goOn) }
                return (.success, job.id)
            } catch let refused as Submission.Refused {
                if common.json { try Terminal.write(json: refused.check, unread: .goOn) }
                submission.refuse(refused.check.document?.name ?? path, refused.check)
                return (ExitCode(refused.check), nil)
            }
        }

        private func submit(
            document id: String,
            _ submission: Submission
        ) async throws -> PrintJob {
            let client = submission.client
            do {
                return try await client.submit(
                    SubmissionRequest(
                        document: id,
                        printer: place.printer,
                        defaults: client.defaultPrinters,
                        ticket: ticket.ticket,
                        name: title,
                        pin: submission.secrets.pin,
                        whenPossible: whenPossible,
                        hold: hold ? true : nil
                    )
                )
            } catch let error as ClientError {
                guard let check = error.problem?.check else { throw error }
                throw Submission.Refused(check: check)
            }
        }
    }
}
