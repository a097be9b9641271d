/// The words in English.
struct EnglishWords {
    let parameters: [String: String]

    func value(_ name: String) -> String { parameters[name] ?? "?" }
    var printer: String { "'\(value("printer"))'" }
    var document: String { "'\(value("document"))'" }
    var media: String {
        parameters["media"].map { MediaName(rawValue: $0).displayName } ?? "the right"
    }
    /// "Use 'a' or 'b' instead." where another printer could.
    private func instead(_ what: String, else other: String) -> String {
        guard let names = parameters["alternatives"] else { return other }
        var quoted = names.split(separator: ", ").map { "'\($0)'" }
        if quoted.count > 1, let last = quoted.popLast() {
            quoted = [quoted.joined(separator: ", ") + " and " + last]
        }
        return "\(quoted.joined()) can \(what)."
    }

    /// What somebody else said, as the end of a sentence of ours.
    var detail: String {
        let words = Words.withoutEnd(parameters["detail"] ?? "")
        return words.isEmpty ? "" : ": \(words)"
    }

    func words(_ keyword: String) -> String {
        keyword.split(separator: "-").joined(separator: " ")
    }

    func obstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .noPrinter:
            value("printers").isEmpty || parameters["printers"] == nil
                ? (
                    "There is no printer.",
                    "Add one in the system's printer settings, or with lpadmin."
                )
                : (
                    "No printer is named, and there is no default.",
                    "Name one with -d: \(value("printers"))."
                )
        case .schedulerUnreachable:
            ("The print scheduler does not answer.", "Start CUPS: systemctl start cups.")
        case .printerNotFound:
            (
                "There is no printer \(printer).",
                value("printers").isEmpty
                    ? "There is no printer at all; add one in the system's printer settings, or with lpadmin."
                    : "Name one of these with -d: \(value("printers"))."
            )
        case .printerUnreachable:
            (
                "\(printer) does not answer.",
                "Switch it on and check its cable or network, then try again."
            )
        case .printerStopped:
            (
                "\(printer) is stopped\(detail).",
                byAdministrator("resume it")
                    ?? "Check the printer. To resume it, run: cupsenable \(value("printer"))"
            )
        case .printerNotAccepting:
            (
                "\(printer) is not accepting jobs\(detail).",
                byAdministrator("accept jobs again")
                    ?? "To accept them again, run: cupsaccept \(value("printer"))"
            )
        case .printerUnusable:
            (
                "\(printer) gives answers that cannot be understood.",
                "Update or reset the printer, or use another one."
            )
        case .formatUnsupported:
            (
                "\(printer) cannot print a file of this type: \(value("kind")).",
                instead(
                    "print it",
                    else: "Open it in its own program and save or export it as PDF."
                )
            )
        case .documentDamaged:
            (
                "\(document) is damaged and cannot be read.",
                "Get the file again, or save it again as PDF."
            )
        case .documentEncrypted:
            (
                "\(document) opens with a password only.",
                "Give its password with --password, or save a copy without it and print that."
            )
        case .documentEmpty: ("\(document) is empty.", "Choose a file that has pages.")
        case .documentTooLarge where parameters["limit"] != nil: tooManyPages
        case .documentTooLarge:
            ("\(document) is too large to be printed.", "Print a part of it, or a smaller version.")
        case .pagesOutOfRange: pagesOutOfRange
        case .copiesUnsupported:
            (
                "\(printer) makes \(value("max")) \(value("max") == "1" ? "copy" : "copies") at most; \(value("value")) were asked for.",
                instead(
                    "make \(value("value")) copies",
                    else: "Ask for \(value("max")) or fewer, and print again for the rest."
                )
            )
        case .sidesUnsupported:
            (
                value("value") == Sides.oneSided.rawValue
                    ? "\(printer) cannot print on one side only."
                    : "\(printer) cannot print on both sides (\(value("value"))).",
                instead(
                    value("value") == Sides.oneSided.rawValue
                        ? "print on one side" : "print on both sides",
                    else: "Print without this option."
                )
            )
        case .mediaUnsupported:
            (
                "\(printer) does not take the medium '\(value("value"))'.",
                instead("print on it", else: oneOfSupported)
            )
        case .colorUnsupported:
            (
                value("value") == ColorMode.color.rawValue
                    ? "\(printer) does not print in colour."
                    : "\(printer) cannot print with the colour mode '\(value("value"))'.",
                instead(
                    value("value") == ColorMode.color.rawValue ? "print in colour" : "do that",
                    else: "Print without this option."
                )
            )
        case .optionUnsupported: optionUnsupported
        case .optionsConflict:
            (
                "\(printer) cannot do these together: \(value("options")).",
                instead("do both", else: "Leave one of them out.")
            )
        case .mediaNotLoaded:
            ("\(media) paper is not loaded in \(printer).", "Load it, or the job will wait there.")
        case .scaled:
            (
                "Page \(value("page")) of \(document) is larger than \(media) paper, and is made smaller.",
                "Choose larger paper, or --scaling none to cut it off."
            )
        case .supplyLow:
            (
                "\(printer) reports: \(words(value("supply"))).",
                "Have a new one ready; the job is printed all the same."
            )
        case .convertedByScheduler:
            (
                "The scheduler converts the document for \(printer).",
                "Nothing to do; the print may look a little different."
            )
        default: (code.rawValue, "")
        }
    }

    private var oneOfSupported: String {
        (parameters["supported"] ?? "").isEmpty
            ? "Print without this option." : "Use one of these: \(value("supported"))."
    }

    private var pagesOutOfRange: Words.Sentences {
        if let limit = parameters["limit"] {
            return ("More than \(limit) pages are named.", "Name fewer pages.")
        }
        let count = value("count")
        if let set = parameters["set"] {
            return (
                "None of the chosen pages of \(document) has an \(set) number.",
                "Choose other pages, or leave --page-set out."
            )
        }
        return (
            "Page \(value("outside")) is outside \(document), which has \(count) \(count == "1" ? "page" : "pages").",
            count == "1" ? "Leave the page list out." : "Choose pages from 1 to \(count)."
        )
    }

    private var optionUnsupported: Words.Sentences {
        let option = OptionWords.flag(value("option"))
        if parameters["unplaceable"] != nil {
            return (
                "\(option) needs a document with pages; \(document) is a \(value("kind")), which the scheduler lays out.",
                "Leave \(option) out, or save the document as PDF first."
            )
        }
        switch value("option") {
        case "collate":
            return (
                value("value") == "false"
                    ? "\(printer) cannot print the copies page by page."
                    : "\(printer) cannot keep the copies apart.",
                instead("do that", else: "Print one copy at a time, or leave the option out.")
            )
        case "pin":
            guard let max = parameters["max"] else {
                return (
                    "No job can be brought to \(printer) with a PIN.",
                    instead("do that", else: "Print without --pin, and fetch the sheets at once.")
                )
            }
            return (
                "\(printer) takes a PIN of at most \(max) characters.",
                "Choose a shorter PIN."
            )
        case "numberUp":
            return (
                "\(value("value")) pages cannot stand on one side.",
                "Choose one of these: \(value("supported"))."
            )
        default:
            guard parameters["unknown"] == nil else {
                return ("\(printer) has no option '\(value("option"))'.", oneOfSupported)
            }
            return (
                "\(printer) does not support \(option) '\(value("value"))'.",
                instead("do that", else: oneOfSupported)
            )
        }
    }
}
