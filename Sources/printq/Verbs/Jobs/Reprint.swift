import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Prints jobs again.
    struct Reprint: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reprint",
            abstract:
                "Print the document of a job again, with the same or with other options.",
            discussion: """
                Examples:
                  printq reprint 12
                  printq reprint 12 -d mono --wait
                  printq reprint 12 --from-page 3
                  printq reprint 12 --pages 2 --copies 10 --no-duplex
                  printq reprint 12 --pin

                Options that you leave out are those of the job; a job with a PIN needs one again. The service keeps the document of a job for a \
                day after the job has ended.
                """
        )

        @OptionGroup var which: JobsArgument
        @OptionGroup(title: "Options of the job") var ticket: TicketOptions
        @OptionGroup(title: "Options of the job") var preset: PresetOption
        @OptionGroup var pin: PINOptions
        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Print from this page on, like --pages N-.",
                valueName: "number"
            ),
            transform: { try TicketOptions.pages("\($0)-") }
        )
        var fromPage: PageSelection?

        @Option(
            name: [.customShort("t", allowingJoined: true), .long],
            help: "Name the new job (default: the name of the job)."
        )
        var title: String?

        @Flag(inversion: .prefixedNo, help: "Wait until it is printed, and show the progress.")
        var wait = false

        @Flag(help: "Do not ask before a job of 1000 sheets or more, as at a terminal.")
        var yes = false

        @Flag(inversion: .prefixedNo, help: "Hold the new job until you release it.")
        var hold = false

        func validate() throws {
            guard fromPage == nil || ticket.pages == nil else {
                throw Mistake("Use --from-page or --pages, not both.")
            }
            if case .restart = ticket.holdUntil {
                throw Mistake("Invalid time 'restart': leave --hold-until out to print at once.")
            }
        }

        /// The changed options.
        private func changes(pin: String?) -> ReprintRequest {
            var changed = ticket.ticket
            if let fromPage { changed.pages = fromPage }
            return ReprintRequest(
                printer: place.printer,
                ticket: changed == PrintTicket() ? nil : changed,
                name: title,
                hold: hold || ticket.isHeld ? true : nil,
                pin: pin,
                preset: preset.name
            )
        }

        /// Whether the user wants the new jobs, who is asked where they take very many sheets.
        private func isMeant(
            _ changes: ReprintRequest,
            _ client: PrintCenterClient
        ) async throws -> Bool {
            var jobs: [ManySheets.Job] = []
            var changed = changes.ticket ?? PrintTicket()
            if let name = changes.preset {
                // A preset that is not there is said when the job is printed again, as is what is wrong with a job.
                guard let preset = try? await client.preset(name) else { return true }
                changed = PresetUse(preset, under: changed).ticket
            }
            for label in which.jobs {
                do {
                    let job = try await client.job(label).job
                    guard let document = job.document, let id = document.id else { continue }
                    let request = CheckRequest(
                        document: id,
                        printer: changes.printer ?? job.printer.rawValue,
                        ticket: changed.completed(by: job.ticket),
                        pin: changes.pin,
                        name: changes.name ?? job.name
                    )
                    jobs.append(ManySheets.Job(document: document, request: request))
                } catch is ClientError {
                    continue
                }
            }
            let many = ManySheets(client: client)
            guard let sheets = try await many.sheets(of: jobs) else { return true }
            let name = jobs.count == 1 ? jobs.first?.request.name : nil
            return ManySheets.areMeant(sheets, of: name, common.phrases)
        }

        func run() async throws {
            try await common.run { client in
                let changes = changes(pin: try pin.read(common.phrases))
                if !yes, !common.json, Terminal.asks, try await !isMeant(changes, client) {
                    return .canceled
                }
                var new: [JobID] = []
                let code = try await common.each(
                    which.jobs,
                    saying: common.phrases.queued,
                    // With --wait the states follow, the first of them this one.
                    isReported: !(wait && common.json)
                ) { label in
                    let job = try await client.reprint(label, changes)
                    if !common.json { Terminal.say(noticesOf: QueuedJob(job), common.phrases) }
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
