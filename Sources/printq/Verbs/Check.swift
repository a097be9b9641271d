import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Says whether files can be printed.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Say whether printing is possible: the plan, or what stands against it.",
            discussion: """
                Examples:
                  printq check report.pdf --duplex -d mono
                  printq check *.pdf --json

                Nothing is queued. Exit code 0 where it is possible, 3 where it is not.
                """
        )

        @Argument(help: "The files; - is standard input.")
        var files: [String]

        @OptionGroup var ticket: TicketOptions
        @OptionGroup var secret: SecretOptions
        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        @Option(help: "The MIME type, where the contents do not show it.")
        var type: String?

        func run() async throws {
            try await common.run { client in
                let submission = Submission(
                    client: client,
                    phrases: common.phrases,
                    secrets: try secret.read(common.phrases)
                )
                var codes: [ExitCode] = []
                for path in files {
                    do {
                        codes.append(try await check(path, submission))
                    } catch let error as ClientError {
                        Terminal.say("printq: \(path): \(error.description)")
                        codes.append(ExitCode(error))
                    }
                }
                return codes.first { $0 != .success } ?? .success
            }
        }

        private func check(_ path: String, _ submission: Submission) async throws -> ExitCode {
            let client = submission.client
            let answer = try await submission.withDocument(path, type: type) { id in
                try await client.check(
                    .init(
                        document: id,
                        printer: place.printer,
                        defaults: client.defaultPrinters,
                        ticket: ticket.ticket,
                        pin: submission.secrets.pin
                    )
                )
            }
            guard let answer else {
                if common.json { try Terminal.write(json: submission.unreadable(path)) }
                return .noInput
            }
            try show(answer, path)
            return ExitCode(answer)
        }

        private func show(_ check: PrintCheck, _ path: String) throws {
            guard !common.json else { return try Terminal.write(json: check) }
            let name = check.document?.name ?? path
            if check.possible { Terminal.write(common.phrases.possible(name, check)) }
            for remark in check.obstacles + check.notices {
                Terminal.write("\(name): \(remark.message) \(remark.remedy)")
            }
        }
    }
}
