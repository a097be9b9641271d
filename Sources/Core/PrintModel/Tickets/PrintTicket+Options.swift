public import FoundationEssentials

extension PrintTicket {
    /// Sets an option in the syntax of `lp -o NAME=VALUE` and `lpoptions`.
    ///
    /// The names of IPP and the established names of CUPS set fields of the ticket; any other name
    /// sets an attribute, which the printer has to support.
    ///
    /// - Parameters:
    ///   - name: The option's name.
    ///   - value: Its value; an option without one is `true`.
    ///   - clock: Converts a time of day to a date.
    /// - Throws: ``TicketOptionError`` for a value that no printer could accept.
    public mutating func take(
        option name: String,
        value: String,
        clock: (String) -> Date? = { _ in nil }
    ) throws(TicketOptionError) {
        let option = TicketOption(name: name, value: value)
        if let row = LayoutOption.all.first(where: { $0.lpName == name }) {
            try row.set(option, &self)
            return
        }
        if try takePlacing(option) { return }
        if try takePosition(option) { return }
        if try takeSheets(option) { return }
        if try takePaper(option) { return }
        switch name {
        case "job-priority": priority = try option.number(1...100)
        case "job-hold-until": holdUntil = try option.moment(clock)
        case "page-ranges":
            do { pages = try PageSelection(value) } catch {
                throw TicketOptionError(description: error.description)
            }
        case "outputorder": reverse = try option.choice(["normal": false, "reverse": true])
        default: attributes = (attributes ?? [:]).merging([name: value]) { _, new in new }
        }
    }

    /// Sets an option about pages with words of its own; `false` for any other option.
    private mutating func takePlacing(_ option: TicketOption) throws(TicketOptionError) -> Bool {
        switch option.name {
        case "landscape": orientation = try option.flag() ? .landscape : .auto
        case "orientation-requested":
            orientation = try option.choice([
                "3": .portrait, "portrait": .portrait, "4": .landscape, "landscape": .landscape,
                "5": .reverseLandscape, "reverse-landscape": .reverseLandscape,
                "6": .reversePortrait, "reverse-portrait": .reversePortrait,
                "7": .auto, "none": .auto,
            ])
        case "fit-to-page", "fitplot": scaling = try option.flag() ? .fit : .auto
        case "fill": scaling = try option.flag() ? .fill : .auto
        case "print-scaling":
            scaling =
                option.value == "auto-fit" ? .auto : try option.oneOf(PrintScaling.self)
        case "scaling":
            percent = try option.percent()
            scaling = .fit
        case "natural-scaling":
            percent = try option.percent()
            scaling = PrintScaling.none
        case "booklet-signature": signature = try option.signature()
        case "page-label":
            let text = option.value.split(separator: "{", omittingEmptySubsequences: false)
                .joined(separator: "{{").split(separator: "|", omittingEmptySubsequences: false)
                .joined(separator: "{|}")
            // CUPS writes it at the bottom and at the top.
            try take(option: "footer", value: text)
            try take(option: "header", value: text)
        case "ppi": ppi = try option.number(PrintTicket.ppiRange)
        case "cpi":
            // A letter of equal widths is 0.6 of its size wide.
            fontSize = 120 / (try option.points(1...40))
        case "page-top": try takeMargin(\.top, option)
        case "page-right": try takeMargin(\.right, option)
        case "page-bottom": try takeMargin(\.bottom, option)
        case "page-left": try takeMargin(\.left, option)
        default: return false
        }
        return true
    }

    /// Sets where pages lie on their sheet, in the words of PWG 5100.3; `false` for any other option.
    private mutating func takePosition(_ option: TicketOption) throws(TicketOptionError) -> Bool {
        let words = position?.rawValue ?? ""
        switch option.name {
        case "presentation-direction-number-up":
            numberUpLayout = try option.choice([
                "toright-tobottom": .lrtb, "toright-totop": .lrbt, "toleft-tobottom": .rltb,
                "toleft-totop": .rlbt, "tobottom-toright": .tblr, "tobottom-toleft": .tbrl,
                "totop-toright": .btlr, "totop-toleft": .btrl,
            ])
        case "x-image-position":
            let column = try option.choice([
                "none": "", "center": "", "left": "left", "right": "right",
            ])
            let row = ["top", "bottom"].first { words.hasPrefix($0) }
            position = PagePosition(row: row ?? "", column: column)
        case "y-image-position":
            let row = try option.choice([
                "none": "", "center": "", "top": "top", "bottom": "bottom",
            ])
            let column = ["left", "right"].first { words.hasSuffix($0) }
            position = PagePosition(row: row, column: column ?? "")
        default: return false
        }
        return true
    }

    /// Sets a single margin; the others are three quarters of an inch, as around text.
    private mutating func takeMargin(
        _ edge: WritableKeyPath<MediaMargins, Int>,
        _ option: TicketOption
    ) throws(TicketOptionError) {
        let usual = 1905
        var all = margins ?? MediaMargins(top: usual, right: usual, bottom: usual, left: usual)
        all[keyPath: edge] = Int(clamping: (try option.points(0...10_000) * 2540 / 72).rounded())
        margins = all
    }

    /// Sets an option about sheets; `false` for any other option.
    private mutating func takeSheets(_ option: TicketOption) throws(TicketOptionError) -> Bool {
        switch option.name {
        case "copies": copies = try option.number(PrintTicket.copyRange)
        case "collate", "Collate": collate = try option.flag()
        case "multiple-document-handling":
            collate = try option.choice([
                "single-document": true, "single-document-new-sheet": true,
                "separate-documents-collated-copies": true,
                "separate-documents-uncollated-copies": false,
            ])
            if option.value == "single-document-new-sheet" { eachOnNewSheet = true }
        case "sheet-collate":
            collate = try option.choice(["collated": true, "uncollated": false])
        case "sides": sides = Sides(rawValue: option.value)
        case "Duplex", "EFDuplex", "JCLDuplex":
            sides = try option.choice([
                "None": .oneSided, "DuplexNoTumble": .twoSidedLongEdge,
                "DuplexTumble": .twoSidedShortEdge,
            ])
        case "print-color-mode": color = ColorMode(rawValue: option.value)
        case "ColorModel":
            let isGrey = ["gray", "grey", "black", "mono"].contains {
                option.value.lowercased().contains($0)
            }
            color = isGrey ? .monochrome : .color
        case "print-quality", "cupsPrintQuality":
            let named = PrintQuality(rawValue: option.value.lowercased())
            let numbered = Int32(option.value).flatMap { PrintQuality(ippValue: $0) }
            guard let known = named ?? numbered else {
                throw option.invalid(PrintQuality.allCases.map(\.rawValue))
            }
            quality = known
        case PrinterCapabilities.resolution, "Resolution":
            let name = PrinterCapabilities.resolution
            guard let wanted = RasterResolution(text: option.value) else {
                // The keyword that leaves it to the printer.
                guard option.value == "default" else {
                    throw option.invalid("dots per inch such as 600dpi")
                }
                attributes = (attributes ?? [:]).merging([name: option.value]) { $1 }
                break
            }
            attributes = (attributes ?? [:]).merging([name: wanted.text]) { $1 }
        case "finishings":
            finishings = option.value.split(separator: ",").map { Self.finishing($0) }
        default: return false
        }
        return true
    }

    /// Sets an option about the source and the destination of sheets; `false` for any other option.
    private mutating func takePaper(_ option: TicketOption) throws(TicketOptionError) -> Bool {
        switch option.name {
        case "media", "PageSize":
            // A size, optionally with a tray, as in `A4,tray-2`.
            let parts = option.value.split(separator: ",").map(String.init)
            guard let first = parts.first, parts.count <= 2 else {
                throw option.invalid("a size, or a size and a tray such as A4,tray-2")
            }
            media = MediaName(typed: first)
            if parts.count > 1 { source = parts[1] }
        case "borderless": borderless = try option.flag()
        case "media-source": source = option.value
        case "InputSlot": source = option.keyword
        case "output-bin": outputBin = option.value
        case "OutputBin": outputBin = option.keyword
        case "MediaType":
            attributes = (attributes ?? [:]).merging(["media-type": option.keyword]) { $1 }
        default: return false
        }
        return true
    }

    /// Creates a ticket from a printer's entry in `lpoptions`; it ignores unknown options.
    public init(habits options: [String: String]) {
        self.init()
        for (name, value) in options.sorted(by: { $0.key < $1.key }) {
            var ticket = self
            guard (try? ticket.take(option: name, value: value)) != nil else { continue }
            self = ticket
        }
    }

    /// The keyword of a finishing, which older settings give as a number.
    private static func finishing(_ text: Substring) -> String {
        Int(text).flatMap { Finishings.keyword(of: $0) } ?? String(text)
    }
}

extension PagePosition {
    /// The position in a row and a column, each of them empty in the middle.
    fileprivate init(row: String, column: String) {
        let word = [row, column].filter { !$0.isEmpty }.joined(separator: "-")
        self = PagePosition(rawValue: word) ?? .center
    }
}
