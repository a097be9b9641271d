import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Lists the printers.
    struct Printers: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "printers",
            abstract: "List, add, remove, and pause printers.",
            discussion: """
                Examples:
                  printq printers
                  printq printers --json | jq -r '.[] | select(.capabilities.duplex) | .id'
                  printq printers --watch --json
                  printq printers add printer.local
                  printq printers identify Office_Printer
                  printq printers pause office --reason "Out for repair"

                With --watch, it writes a line for each printer, then a line for each printer that is \
                added, changed, or removed, until Ctrl-C (exit code 130).
                """,
            subcommands: [
                Default.self, Add.self, Remove.self, Direct.self, Trust.self, Authenticate.self,
                Identify.self, Pause.self, Resume.self,
            ]
        )

        @Flag(help: "Report each change until Ctrl-C.")
        var watch = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.run { client in
                if watch { return try await follow(client) }
                let printers = try await client.printers()
                guard !common.json else {
                    try Terminal.write(json: printers)
                    return .success
                }
                if printers.isEmpty {
                    Terminal.say(common.phrases.noPrinters)
                    if let missing = try await client.status().discoveryProblem {
                        Terminal.say(missing)
                    }
                }
                for line in lines(printers) { Terminal.write(line) }
                return .success
            }
        }

        private func follow(_ client: PrintCenterClient) async throws -> ExitCode {
            let interrupt = Interrupt(labels: [], phrases: common.phrases)
            defer { interrupt.stop() }
            for try await change in client.printerChanges() {
                if common.json {
                    try Terminal.write(json: change)
                } else {
                    var lines = lines([change.printer])
                    lines[0] = "\(common.phrases.event(change.event)): \(lines[0])"
                    for line in lines { Terminal.write(line) }
                }
            }
            return .success
        }

        private func lines(_ printers: [Printer]) -> [String] {
            let phrases = common.phrases
            var table = Table()
            for printer in printers {
                var state = phrases.state(printer)
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

    /// Sets the default printer.
    struct Default: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "default",
            abstract: "Show or set your default printer.",
            discussion: """
                Examples:
                  printq printers default office
                  printq printers default --none

                It takes precedence over PRINTER, LPDEST, lpoptions, and the scheduler's default.
                """
        )

        @Argument(
            help: "The new default printer; leave it out to show the current one.",
            completion: .custom(Completion.printers)
        )
        var printer: String?

        @Flag(help: "Remove your default printer.")
        var none = false

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            if none, printer != nil {
                throw ValidationError("Name a printer or --none, not both.")
            }
        }

        func run() async throws {
            try await common.run { client in
                let chosen =
                    printer == nil && !none
                    ? try await client.printers().first(where: \.isDefault)
                    : try await client.setDefaultPrinter(printer)
                if common.json {
                    try Terminal.write(json: chosen, unread: .goOn)
                } else {
                    Terminal.write(common.phrases.defaultPrinter(chosen?.id), unread: .goOn)
                }
                return .success
            }
        }
    }
}
