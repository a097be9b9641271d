import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Lists the options of a printer.
    struct Options: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "options",
            abstract: "List the options of a printer, for any document or for a file.",
            discussion: """
                Examples:
                  printq options -d office
                  printq options report.pdf

                It lists only what the printer can do, with the defaults and the loaded paper.
                """
        )

        @Argument(help: "The file to print.", completion: .file())
        var file: String?

        @OptionGroup var preset: PresetOption
        @OptionGroup var place: PrinterOption
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let notice = SlowPrinterNotice(
                    client: client,
                    phrases: common.phrases,
                    printer: place.printer
                )
                guard let options = try await notice.during({ try await options(client) }) else {
                    return .noInput
                }
                try show(options)
                return .success
            }
        }

        /// The options; `nil` if the file cannot be read, which has been reported.
        private func options(_ client: PrintCenterClient) async throws -> PrinterOptions? {
            var request = OptionsRequest(
                printer: place.printer,
                defaults: client.defaultPrinters,
                preset: preset.name
            )
            guard let file else { return try await client.options(request) }
            let submission = Submission(client: client, phrases: common.phrases)
            return try await submission.withDocument([file], type: nil) { id in
                request.document = id
                return try await client.options(request)
            }
        }

        private func show(_ options: PrinterOptions) throws {
            guard !common.json else { return try Terminal.write(json: options) }
            let phrases = common.phrases
            Terminal.write("\(phrases.heading(.printer)): \(options.printer)")
            var table = Table()
            table.rows.append(
                [.option, .values, .usual, .loaded].map { phrases.heading($0) }
            )
            for option in options.options {
                // As typed: -o name=value; a PIN is prompted for.
                let isAttribute = option.flag.hasPrefix("-o ")
                let values =
                    option.name == "pin"
                    ? [] : option.values + [option.sizes].compactMap { $0 }
                table.rows.append([
                    option.flag + (isAttribute ? "=" : ""), values.joined(separator: " "),
                    option.defaultValue ?? "",
                    option.ready?.joined(separator: " ") ?? "",
                ])
            }
            for line in table.lines { Terminal.write(line) }
        }
    }
}
