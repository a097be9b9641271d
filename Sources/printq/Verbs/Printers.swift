import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Lists the printers.
    struct Printers: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "printers",
            abstract: "List the printers, what they are doing and can do.",
            discussion: """
                Examples:
                  printq printers
                  printq printers --json | jq -r '.[] | select(.capabilities.duplex) | .id'
                """
        )

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                let printers = try await client.printers()
                guard !common.json else {
                    try Terminal.write(json: printers)
                    return .success
                }
                if printers.isEmpty { Terminal.say(common.phrases.noPrinters) }
                for line in lines(printers) { Terminal.write(line) }
                return .success
            }
        }

        private func lines(_ printers: [Printer]) -> [String] {
            let phrases = common.phrases
            var table = Table()
            for printer in printers {
                var state = phrases.state(printer.state)
                if !printer.accepting { state += ", " + phrases.takesNoJobs }
                table.rows.append([
                    printer.id.rawValue, state,
                    printer.capabilities.map { phrases.abilities($0) } ?? "",
                    printer.location ?? "", printer.isDefault ? phrases.isDefault : "",
                ])
            }
            return zip(table.lines, printers).flatMap { line, printer in
                [line] + printer.reasons.map { "    \($0.message) \($0.remedy)" }
            }
        }
    }
}
