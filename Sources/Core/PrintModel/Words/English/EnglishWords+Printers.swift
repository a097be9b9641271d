import CommandNames

/// Obstacles of printers in English.
extension EnglishWords {
    /// The printers that a sentence names, in quotes.
    var printers: [String] {
        value("printer").split(separator: ", ").map { "'\($0)'" }
    }

    /// The printer as the subject of a sentence, with its verb: `'a' and 'b' do not respond`.
    func subject(_ one: String, _ many: String) -> String {
        parameters["count"] == nil
            ? "\(printer) \(one)" : "\(Words.list(of: printers)) \(many)"
    }

    /// A command for each printer that the sentence names.
    private func command(_ name: String) -> String {
        let names = value("printer").split(separator: ", ").joined(separator: " ")
        return "\(name) \(names)"
    }

    func printerObstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .noPrinter:
            (parameters["printers"] ?? "").isEmpty
                ? ("There is no printer.", Self.addPrinter)
                : (
                    "No printer is named, and there is no default printer.",
                    "Choose one with \(Flag.printer): \(value("printers"))."
                )
        case .printerNotFound: printerNotFound
        case .schedulerUnreachable:
            ("The print scheduler does not respond.", "To start CUPS, run: systemctl start cups")
        case .databaseUnreachable:
            ("The database of the queue cannot be reached.", "Try again once it runs.")
        case .printerUnreachable where parameters["slow"] != nil:
            (
                "\(subject("has not answered yet", "have not answered yet")).",
                "Wait a moment, and try again: printing itself waits for the answer."
            )
        case .printerUnreachable:
            (
                "\(subject("is not responding", "are not responding")).",
                parameters["count"] == nil
                    ? "Switch it on, check its cable or network, and try again."
                    : "Switch one of them on, check its cable or network, and try again."
            )
        case .printerStopped:
            (
                "\(subject("is stopped", "are stopped"))\(detail).",
                atDevice("check it, and start it again") ?? byAdministrator("resume it")
                    ?? "Check the printer. To resume it, run: \(command("cupsenable"))"
            )
        case .printerNotAccepting:
            (
                "\(subject("is not accepting jobs", "are not accepting jobs"))\(detail).",
                atDevice("let it accept jobs again") ?? byAdministrator("accept jobs again")
                    ?? "To accept jobs again, run: \(command("cupsaccept"))"
            )
        case .printerRefused:
            (
                "\(subject("refuses", "refuse")) this job\(detail).",
                "Print it with other options, or use another printer."
            )
        case .userNotAllowed: userNotAllowed
        case .printerUnusable where asksForPassword: authenticationNeeded
        default: unusable(PrinterFault(parameters["fault"] ?? ""))
        }
    }

    private static let addPrinter = "Add one in the system's printer settings or with lpadmin."

    private var printerNotFound: Words.Sentences {
        let others = parameters["printers"] ?? ""
        let choose =
            others.isEmpty ? Self.addPrinter : "Choose a printer with \(Flag.printer): \(others)."
        switch parameters["origin"] {
        case "environment":
            return (
                "There is no printer \(printer), which the variable PRINTER or LPDEST names.",
                others.isEmpty
                    ? Self.addPrinter
                    : "Change the variable, or choose a printer with \(Flag.printer): \(others)."
            )
        case "settings":
            return (
                "There is no printer \(printer), which is your default printer.",
                others.isEmpty
                    ? Self.addPrinter
                    : "Set another default with '\(Command.setDefault)', or choose a printer with \(Flag.printer): \(others)."
            )
        case "lpoptions":
            return (
                "There is no printer \(printer), which lpoptions has as your default printer.",
                others.isEmpty
                    ? Self.addPrinter
                    : "Set another default with 'lpoptions -d', or choose a printer with \(Flag.printer): \(others)."
            )
        default: return ("There is no printer \(printer).", choose)
        }
    }
}
