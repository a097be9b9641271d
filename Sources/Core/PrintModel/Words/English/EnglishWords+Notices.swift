import CommandNames

/// The sentences of notices, which refuse nothing, in English.
extension EnglishWords {
    func notice(_ code: Obstacle.Code) -> Words.Sentences {
        switch code {
        case .mediaNotLoaded where parameters["source"] != nil:
            (
                "Tray '\(value("source"))' of \(printer) has \(MediaName(rawValue: value("other")).displayName) paper, not \(media).",
                "Load \(media) paper there, or leave \(Flag.ofTicket("source")) out, or the job will wait at the printer."
            )
        case .mediaNotLoaded:
            (
                "\(media) paper is not loaded in \(printer).",
                "Load it, or the job will wait at the printer."
            )
        case .scaled where parameters["for"] != nil: madeSmaller(pages("is", "are"))
        case .scaled:
            (
                "\(pages("is", "are")) larger than \(media) paper and will be made smaller.",
                "Choose larger paper with \(Flag.media), or crop with \(Flag.scaling) none."
            )
        case .mixedSizes:
            (
                "\(pages("has", "have")) the size of \(MediaName(rawValue: value("other")).displayName) paper, but all sheets of the job are \(media).",
                "To print on \(MediaName(rawValue: value("other")).displayName) paper, print these pages as a job of their own: \(Flag.pages) \(value("pages"))"
            )
        case .smallerPages:
            (
                "\(pages("is", "are")) much smaller than \(media) paper.",
                "To print on \(MediaName(rawValue: value("other")).displayName) paper, load it and add \(Flag.media) \(value("other"))."
            )
        case .supplyLow:
            (
                Words.lowSupply(value("supply"), language: .english)
                    ?? "\(printer) reports: \(words(value("supply"))).",
                "Have a replacement ready for \(printer); the job will print anyway."
            )
        case .paperSaving where value("option") == "sides":
            (
                "On both sides, this takes \(sheets(value("fewer"))) instead of \(value("sheets")).",
                "To print on both sides, add \(Flag.ofTicket("sides")) \(value("value"))."
            )
        case .paperSaving:
            (
                "With \(value("value")) pages on a side, this takes \(sheets(value("fewer"))) instead of \(value("sheets")).",
                "To print so, add \(Flag.ofTicket("numberUp")) \(value("value"))."
            )
        case .textLeftOut:
            (
                "Some words or pictures of \(document) exceed a limit, and do not print.",
                "To print all of it, save it as PDF in the program that made it."
            )
        case .picturesLeftOut: leftOut
        case .lettersLeftOut:
            (
                "No font here has some letters of \(document) (\(value("letters"))), so boxes or gaps print instead.",
                "Install a font that has them, which is used at once, or print a PDF that brings its fonts."
            )
        case .verticalWriting:
            (
                "The lines of \(document) should run from top to bottom, but print from left to right.",
                "For vertical lines, save it as PDF in a browser."
            )
        case .edgesCut:
            (
                "\(pages("reaches", "reach")) into an edge of the \(media) paper that \(printer) cannot print.",
                "To print all of it, add \(Flag.scaling) fit."
            )
        case .lowQualityOnly:
            (
                "The owner of \(document) allows printing in low quality only, so it prints in the lowest quality of the printer.",
                "For better quality, ask the owner for a copy that allows it."
            )
        default:
            (
                "\(document) (\(value("kind"))) prints with its words, headings, lists, and tables, but not with its own look.",
                parameters["package"].map {
                    "For the document's own look, install the package \($0)."
                } ?? "For the document's own look, save it as PDF in the program that made it."
            )
        }
    }

    /// `Page 3 of 'a.pdf' is` or `Pages 3-4,6 of 'a.pdf' are`.
    private func pages(_ one: String, _ many: String) -> String {
        let list = parameters["pages"] ?? value("page")
        return list.allSatisfy(\.isNumber)
            ? "Page \(list) of \(document) \(one)" : "Pages \(list) of \(document) \(many)"
    }

    private var leftOut: Words.Sentences {
        let (pictures, styles) = (value("pictures"), value("styleSheets"))
        let shown =
            "\(pictures) \(pictures == "1" ? "picture" : "pictures") of \(document) \(pictures == "1" ? "is" : "are") not shown"
        let used = "\(styles) style \(styles == "1" ? "sheet" : "sheets")"
        let message =
            if styles == "0" {
                "\(shown)."
            } else if pictures == "0" {
                "\(used) of \(document) \(styles == "1" ? "is" : "are") not used, so that it looks different."
            } else {
                "\(shown), and \(used) \(styles == "1" ? "is" : "are") not used."
            }
        if let folder = parameters["folder"] {
            return (message, "To show pictures beside it, add \(Flag.pictures) \(folder).")
        }
        let program = parameters["web"] == nil ? "in a program that shows them" : "in a browser"
        return (
            message,
            "Nothing outside of a document is read: to print all of it, save it as PDF \(program)."
        )
    }

    private func sheets(_ number: String) -> String {
        number == "1" ? "1 sheet" : "\(number) sheets"
    }
}
