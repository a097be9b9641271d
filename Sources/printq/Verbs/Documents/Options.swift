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
                guard let file else {
                    try show(
                        try await client.options(
                            OptionsRequest(
                                printer: place.printer,
                                defaults: client.defaultPrinters,
                                preset: preset.name
                            )
                        )
                    )
                    return .success
                }
                let submission = Submission(client: client, phrases: common.phrases)
                let options = try await submission.withDocument([file], type: nil) { id in
                    try await client.options(
                        OptionsRequest(
                            document: id,
                            printer: place.printer,
                            defaults: client.defaultPrinters,
                            preset: preset.name
                        )
                    )
                }
                guard let options else { return .noInput }
                try show(options)
                return .success
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
