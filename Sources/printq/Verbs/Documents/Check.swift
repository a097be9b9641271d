import ArgumentParser
import FileAccess
import PrintCenterClient
import PrintModel

extension Printq {
    /// Reports whether files can be printed.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check whether files can be printed, without printing them.",
            discussion: """
                Examples:
                  printq check report.pdf --duplex -d mono
                  printq check *.pdf --json

                It shows the plan, or the obstacles with their remedies. Exit codes: 0 all files can be \
                printed, 3 one cannot.
                """
        )

        @Argument(help: "The files; - is standard input.", completion: .file())
        var files: [String]

        @OptionGroup(title: "Options of the job") var ticket: TicketOptions
        @OptionGroup(title: "Options of the job") var together: TogetherOption
        @OptionGroup(title: "Options of the job") var preset: PresetOption
        @OptionGroup(title: "Options of the job") var pictures: PicturesOption
        @OptionGroup var secret: SecretOptions
        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        @Option(help: "The MIME type, such as text/markdown, where the contents allow several.")
        var type: String?

        @Option(
            name: [.customShort("t", allowingJoined: true), .long],
            help: "The name of the job, for {title} (default: the title of the document)."
        )
        var title: String?

        func validate() throws {
            if let mistake = pictures.mistake(for: files, type: type) { throw mistake }
        }

        func run() async throws {
            try await common.run { client in
                let submission = Submission(
                    client: client,
                    phrases: common.phrases,
                    secrets: try secret.read(common.phrases),
                    pictures: pictures.folder
                )
                var codes: [ExitCode] = []
                var notices = RepeatedNotices()
                let isTogether = together.joins(files, ticket.ticket)
                let notice = SlowPrinterNotice(
                    client: client,
                    phrases: common.phrases,
                    printer: place.printer
                )
                try await notice.during {
                    for paths in isTogether ? [files] : files.map({ [$0] }) {
                        do {
                            codes.append(try await check(paths, submission, &notices))
                        } catch let error as ClientError {
                            let name = submission.name(paths)
                            Terminal.say("printq: \(name): \(error.message(in: .ofUser))")
                            codes.append(ExitCode(error))
                        }
                    }
                }
                for line in notices.lines(common.phrases) {
                    Terminal.write("\(line.name): \(line.text)")
                }
                return codes.first { $0 != .success } ?? .success
            }
        }

        private func check(
            _ paths: [String],
            _ submission: Submission,
            _ notices: inout RepeatedNotices
        ) async throws -> ExitCode {
            let client = submission.client
            let answer = try await submission.withDocument(paths, type: type) { id in
                try await client.check(
                    .init(
                        document: id,
                        printer: place.printer,
                        defaults: client.defaultPrinters,
                        ticket: ticket.ticket,
                        pin: submission.secrets.pin,
                        preset: preset.name,
                        name: title.map(FilePath.shown)
                    )
                )
            }
            guard let answer else {
                if common.json { try Terminal.write(json: submission.unreadable(paths)) }
                return .noInput
            }
            try show(answer, paths, submission, &notices)
            return ExitCode(answer)
        }

        private func show(
            _ check: PrintCheck,
            _ paths: [String],
            _ submission: Submission,
            _ notices: inout RepeatedNotices
        ) throws {
            guard !common.json else { return try Terminal.write(json: check) }
            let name = check.document?.name ?? submission.name(paths)
            if check.possible { Terminal.write(common.phrases.possible(name, check)) }
            for remark in check.obstacles {
                Terminal.write("\(name): \(remark.message) \(remark.remedy)")
            }
            notices.add(submission.improved(check.notices, of: paths), of: name)
        }
    }
}
