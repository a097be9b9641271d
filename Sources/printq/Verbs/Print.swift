import ArgumentParser
import FileAccess
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
            try await common.run { try await printing(common.phrases).run($0, common.phrases) }
        }

        /// What is to be done.
        ///
        /// - Throws: `ValidationError` where a secret cannot be had.
        func printing(_ phrases: Phrases) throws -> Printing {
            Printing(
                files: files,
                printer: place.printer,
                ticket: ticket.ticket,
                title: title.map(FilePath.shown),
                type: type,
                secrets: try secret.read(phrases),
                json: common.json,
                wait: wait,
                whenPossible: whenPossible,
                hold: hold
            )
        }
    }
}
