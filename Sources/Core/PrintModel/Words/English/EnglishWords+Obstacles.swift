import CommandNames

/// Obstacles and notices in English.
extension EnglishWords {
    func obstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .noPrinter, .printerNotFound, .schedulerUnreachable, .printerUnreachable,
            .printerStopped, .printerNotAccepting, .printerUnusable, .userNotAllowed,
            .printerRefused, .databaseUnreachable:
            printerObstacle(code)
        case .formatUnsupported, .documentDamaged, .documentEncrypted, .documentRestricted,
            .documentEmpty,
            .documentTooLarge, .documentUnreadable, .pagesOutOfRange:
            documentObstacle(code)
        case .copiesUnsupported, .sidesUnsupported, .mediaUnsupported, .colorUnsupported,
            .optionUnsupported, .optionsConflict:
            optionObstacle(code)
        case .mediaNotLoaded, .scaled, .mixedSizes, .smallerPages, .supplyLow, .laidOutSimply,
            .textLeftOut, .picturesLeftOut, .lowQualityOnly, .paperSaving, .lettersLeftOut,
            .verticalWriting, .edgesCut:
            notice(code)
        default: (code.rawValue, "")
        }
    }

    // MARK: Documents

    private func documentObstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .formatUnsupported where parameters["variant"] != nil:
            (
                "\(document) is of a variant of its format that cannot be read, or its contents are in other files.",
                "Open the file in its own program and save or export it as PDF."
            )
        case .formatUnsupported:
            (
                "\(subject("cannot print", "cannot print")) this type of file: \(value("kind")).",
                instead(
                    "print it",
                    else: parameters["package"].map { "Install the package \($0), and try again." }
                        ?? "Open the file in its own program and save or export it as PDF."
                )
            )
        case .documentDamaged:
            (
                "\(document) is damaged and cannot be read.",
                "Get the file again, or save it as PDF again."
            )
        case .documentEncrypted:
            (
                "\(document) is protected with a password.",
                "Enter its password with \(Flag.password), or print a copy without one."
            )
        case .documentRestricted:
            (
                "The owner of \(document) does not allow printing.",
                "Enter the owner's password with \(Flag.password), or ask the owner for a copy that may be printed."
            )
        case .documentEmpty: ("\(document) is empty.", "Choose a file that has pages.")
        case .documentTooLarge where parameters["limit"] != nil: tooManyPages
        case .documentTooLarge where parameters["seconds"] != nil:
            (
                "\(document) is too large to lay out: that takes more than \(value("seconds")) seconds of processor time, or \(value("megabytes")) MB of text.",
                "Divide it, and print the parts."
            )
        case .documentTooLarge:
            ("\(document) is too large to print.", "Print a part of it, or a smaller version.")
        case .documentUnreadable: unreadable
        default: pagesOutOfRange
        }
    }

    private var unreadable: Words.Sentences {
        switch parameters["problem"] {
        case "not-found": ("There is no file \(document).", "Check the name and the folder.")
        case "directory": ("\(document) is a directory.", "Name the files in it.")
        case "crashed":
            (
                "The programs that read \(document) crashed on it.",
                "Open the file in its own program and save or export it as PDF."
            )
        case "unanswered":
            (
                "\(document) cannot be read: its file system does not answer.",
                "Check the network share or the device."
            )
        case "special": ("\(document) is neither a file nor a pipe.", "Choose a file.")
        default: ("\(document) cannot be read.", "Check its permissions.")
        }
    }

    private var pagesOutOfRange: Words.Sentences {
        if let limit = parameters["limit"] {
            return ("The page list names more than \(limit) pages.", "Name fewer pages.")
        }
        let count = value("count")
        if let set = parameters["set"] {
            return (
                "None of the chosen pages of \(document) has an \(set) number.",
                "Choose other pages, or leave \(Flag.pageSet) out."
            )
        }
        return (
            "There is no page \(value("outside")) in \(document), which has \(count) \(count == "1" ? "page" : "pages").",
            count == "1" ? "Leave the page list out." : "Choose pages from 1 to \(count)."
        )
    }

    // MARK: Options

    private func optionObstacle(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .copiesUnsupported:
            let isOne = value("max") == "1"
            return (
                "\(printer) makes at most \(value("max")) \(isOne ? "copy" : "copies") of a job, not \(value("value")).",
                instead(
                    "make \(value("value")) copies",
                    else:
                        "Use \(Flag.copies) \(value("max"))\(isOne ? "" : " or fewer"), and print the rest as another job."
                )
            )
        case .sidesUnsupported where parameters["for"] != nil:
            let option = Flag.ofTicket(value("for"))
            return (
                "\(printer) cannot print on both sides, as \(option) needs.",
                instead("print on both sides", else: leaveOut(option))
            )
        case .sidesUnsupported:
            let isOne = value("value") == Sides.oneSided.rawValue
            return (
                isOne
                    ? "\(printer) cannot print on one side only."
                    : "\(printer) cannot print on both sides (\(value("value"))).",
                instead(
                    isOne ? "print on one side" : "print on both sides",
                    else: leaveOut(Flag.sides)
                )
            )
        case .mediaUnsupported: return mediaUnsupported
        case .colorUnsupported:
            let isColor = value("value") == ColorMode.color.rawValue
            return (
                isColor
                    ? "\(printer) cannot print in color."
                    : "\(printer) has no color mode '\(value("value"))'.",
                instead(isColor ? "print in color" : "do that", else: leaveOut(Flag.color))
            )
        case .optionsConflict where parameters["other"] != nil:
            let other = Flag.ofTicket(value("other"))
            return (
                "\(Flag.ofTicket(value("option"))) cannot be combined with \(other) \(value("value")).",
                "Leave one of them out."
            )
        case .optionsConflict:
            return (
                "\(printer) cannot combine these options: \(value("options")).",
                instead("combine them", else: "Leave one of them out.")
            )
        default: return optionUnsupported
        }
    }

    /// The unsupported medium, and the media that the printer supports.
    private var mediaUnsupported: Words.Sentences {
        let name = MediaName(rawValue: value("value")).displayName
        let media = Words.values(of: parameters["supported"])
        var names = media.shown.map { MediaName(rawValue: $0).displayName }
        if media.more { names.append("others") }
        if let least = parameters["least"], let most = parameters["most"] {
            names.append(
                "any size from \(Self.size(least)) to \(Self.size(most)) mm, such as \(Words.sizeBetween(least, most))"
            )
        }
        return (
            "\(printer) has no \(name) paper.",
            instead(
                "print on it",
                else: names.isEmpty
                    ? leaveOut(Flag.media) : "It has \(Words.list(of: names))."
            )
        )
    }

    private static func size(_ text: String) -> String {
        text.split(separator: "x").joined(separator: " x ")
    }

    /// The media that are printed to their edges.
    private var borderlessMedia: [String] {
        let media = Words.values(of: parameters["supported"])
        return media.shown.map { MediaName(rawValue: $0).displayName }
            + (media.more ? ["others"] : [])
    }

    /// "'a' and 'b' can print on both sides.", if other printers can.
    func instead(_ what: String, else other: String) -> String {
        guard let names = parameters["alternatives"] else { return other }
        return "\(Words.list(of: Words.values(of: names).quoted("'", "'"))) can \(what)."
    }

    private var supported: String {
        let values = Words.values(of: parameters["supported"])
        return Words.choice(of: values.shown + (values.more ? ["another one"] : []))
    }

    private var optionUnsupported: Words.Sentences {
        let option = Flag.ofTicket(value("option"))
        let leaveOut = leaveOut(option)
        if parameters["linesOnly"] != nil {
            return (
                "\(option) applies to plain text and source code only, not to \(document) (\(value("kind"))).",
                leaveOut
            )
        }
        if parameters["workbooksOnly"] != nil {
            return (
                "\(option) applies to workbooks that LibreOffice lays out only, not to \(document) (\(value("kind"))).",
                leaveOut
            )
        }
        if parameters["worksheets"] != nil {
            let missing = Words.values(of: value("value")).quoted("'", "'")
            let known = Words.names(of: parameters["worksheets"]).map { "'\($0)'" }
            return (
                "\(document) has no worksheet \(Words.choice(of: missing)).",
                "Use \(Words.choice(of: known)), or numbers from 1."
            )
        }
        if parameters["partsOnly"] != nil {
            return (
                "\(option) applies to several files that are printed together only.",
                "Add \(Flag.together), or leave \(option) out."
            )
        }
        if parameters["laidOutOnly"] != nil {
            return (
                "\(option) does not apply to \(document) (\(value("kind"))), which has a layout of its own.",
                leaveOut
            )
        }
        if parameters["noRoom"] != nil { return noRoom(for: option) }
        if let least = parameters["least"], option == Flag.ofTicket("margins") {
            return (
                "\(printer) cannot print as near to the edges as margins of \(value("value")) need.",
                "Use margins of at least \(least)."
            )
        }
        if let other = parameters["needs"] {
            let needed = Flag.ofTicket(other)
            return (
                "\(option) does nothing without \(needed).",
                "Add \(needed), or leave \(option) out."
            )
        }
        if parameters["picturesOnly"] != nil {
            return ("\(option) applies to pictures only, not to \(document).", leaveOut)
        }
        if parameters["direct"] != nil {
            return (
                "The queue of \(printer) drops \(option) '\(value("value"))', which the printer supports.",
                "To print straight on the printer, run: \(Command.printersDirect) \(value("printer")) on"
            )
        }
        switch value("option") {
        case "borderless":
            return (
                "\(printer) cannot print to the edges of \(media) paper.",
                instead(
                    "do that",
                    else: (parameters["supported"] ?? "").isEmpty
                        ? leaveOut : "It can on \(Words.list(of: borderlessMedia))."
                )
            )
        case "collate":
            return (
                value("value") == "false"
                    ? "\(printer) cannot print uncollated copies."
                    : "\(printer) cannot collate copies.",
                instead("do that", else: "Print one copy at a time, or leave the option out.")
            )
        case "pin": return pinUnsupported
        case "numberUp":
            return (
                "\(value("value")) pages per side are not supported.",
                "Use \(option) \(supported)."
            )
        default:
            let isUnknown = parameters["unknown"] != nil
            let isEmpty = (parameters["supported"] ?? "").isEmpty
            guard !isUnknown else {
                // `-o noNAME` is NAME=false, so this may be what was typed.
                let other = value("value") == "false" ? " or 'no\(value("option"))'" : ""
                return (
                    "\(printer) has no option '\(value("option"))'\(other).",
                    isEmpty
                        ? (other.isEmpty ? leaveOut : "Leave it out.")
                        : "Its options for \(Flag.attribute) are: \(Words.list(of: Words.values(of: parameters["supported"]).shown))."
                )
            }
            return (
                "\(printer) does not support \(option) '\(value("value"))'.",
                instead("do that", else: isEmpty ? leaveOut : "Use \(supported).")
            )
        }
    }
}
