import ArgumentParser
import FileAccess
import PrintCenterClient
import PrintModel

extension Printq {
    /// Queues a job for each file, or for all of them together.
    struct Print: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "print",
            abstract: "Print files, each as a job or all together.",
            discussion: """
                Examples:
                  printq print report.pdf
                  printq print report.pdf --pages 2-3 --copies 2 --duplex -d office --wait
                  printq print --pages 3,1 a.pdf b.pdf
                  printq print --together --duplex letter.docx table.ods map.svg
                  printq print --contact-sheet 4x5 *.jpg
                  printq print --pictures site site/index.html
                  curl -s https://example.org/a.pdf | printq print - --title Collected

                A page list names pages of the document, which print in the order given. If the \
                printer cannot print a file as requested, nothing is queued (exit code 3).
                """,
            aliases: ["submit"]
        )

        @Argument(
            help: "The files; - is standard input, as is a pipe without files.",
            completion: .file()
        )
        var files: [String] = []

        @OptionGroup(title: "Options of the job") var ticket: TicketOptions
        @OptionGroup(title: "Options of the job") var together: TogetherOption
        @OptionGroup(title: "Options of the job") var preset: PresetOption
        @OptionGroup(title: "Options of the job") var pictures: PicturesOption
        @OptionGroup var secret: SecretOptions
        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        @Option(
            name: [.customShort("t", allowingJoined: true), .long],
            help: "Name the job (default: the name of the file)."
        )
        var title: String?

        @Option(
            name: [.long, .customShort("T", allowingJoined: true)],
            help: "The MIME type, such as text/markdown, where the contents allow several."
        )
        var type: String?

        @Flag(inversion: .prefixedNo, help: "Wait until the job is printed, and show the progress.")
        var wait = false

        @Flag(
            inversion: .prefixedNo,
            help: "Queue the job even if the printer is off, stopped, or not accepting jobs."
        )
        var whenPossible = false

        @Flag(help: "Do not ask before a job of 1000 sheets or more, as at a terminal.")
        var yes = false

        @Flag(inversion: .prefixedNo, help: "Hold the job until you release it.")
        var hold = false

        @OptionGroup(title: "Compatibility with lp") var habits: LPHabits

        mutating func validate() throws {
            guard !hold || (ticket.holdUntil == nil && ticket.ticket.holdUntil == nil) else {
                throw Mistake("Use --hold or --hold-until, not both.")
            }
            if let mistake = habits.mistake { throw Mistake(mistake) }
            if let title, title.allSatisfy(\.isWhitespace) {
                throw Mistake("The title is empty: use one, or leave --title out.")
            }
            if habits.job != nil {
                guard files.isEmpty else {
                    throw Mistake("Use -i for a job, or name files, not both.")
                }
                var rest = ticket.ticket
                (rest.priority, rest.holdUntil) = (nil, nil)
                guard rest == PrintTicket(), preset.name == nil, place.printer == nil, !hold,
                    ticket.holdUntil != nil || ticket.priority != nil
                else {
                    throw Mistake(
                        "-i takes -H hold, -H resume, -H restart, or -q: to print a job in another way, run: printq reprint \(habits.job ?? "JOB") with the options"
                    )
                }
                guard case .until = ticket.holdUntil else { return }
                throw Mistake(
                    "A job in the queue can be held, and released, but not until a time: to print it again at that time, run: printq reprint \(habits.job ?? "JOB") --hold-until TIME"
                )
            }
            // As with lp, a document that is piped needs no name.
            if files.isEmpty, Terminal.isInputPiped { files = ["-"] }
            guard !files.isEmpty else {
                throw Mistake("Name the files to print; - is standard input.")
            }
            if let mistake = pictures.mistake(for: files, type: type) { throw mistake }
            if case .restart = ticket.holdUntil {
                throw Mistake("-H restart prints a job again: name the job with -i.")
            }
        }

        func run() async throws {
            if let job = habits.job {
                return try await common.run { try await change(job, $0) }
            }
            try await common.run { try await printing(common.phrases).run($0, common.phrases) }
        }

        /// Changes a job in the queue, as `lp -i` does.
        private func change(_ label: String, _ client: PrintCenterClient) async throws -> ExitCode {
            let phrases = common.phrases
            var code = ExitCode.success
            if let priority = ticket.priority {
                code = try await common.each(
                    [label],
                    saying: { phrases.prioritized($0, priority) },
                    { try await client.setPriority($0, priority) }
                )
            }
            guard code == .success else { return code }
            switch ticket.holdUntil {
            case .indefinite:
                return try await common.each([label], saying: phrases.held) {
                    try await client.hold($0)
                }
            case .now:
                return try await common.each([label], saying: phrases.released) {
                    try await client.release($0)
                }
            case .restart:
                return try await common.each([label], saying: phrases.queued) {
                    try await client.reprint($0)
                }
            case .until, nil: return code
            }
        }

        /// The request from the options.
        ///
        /// - Throws: `ValidationError` if a secret cannot be read.
        func printing(_ phrases: Phrases) throws -> Printing {
            Printing(
                files: files,
                printer: place.printer,
                ticket: ticket.ticket,
                preset: preset.name,
                title: title.map(FilePath.shown),
                type: type,
                pictures: pictures.folder,
                secrets: try secret.read(phrases),
                json: common.json,
                wait: wait,
                whenPossible: whenPossible,
                hold: hold || ticket.isHeld,
                isTogether: together.joins(files, ticket.ticket),
                asks: !yes && !common.json && Terminal.asks,
                isSilent: habits.silent
            )
        }
    }
}
