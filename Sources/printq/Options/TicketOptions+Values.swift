import ArgumentParser
import FoundationEssentials
import PrintModel

/// The parsers of option values.
extension TicketOptions {
    static func pages(_ text: String) throws -> PageSelection {
        do {
            return try PageSelection(text)
        } catch {
            throw Mistake(error.description)
        }
    }

    static func copies(_ text: String) throws -> Int {
        // Keyboards for Chinese write other digits.
        let digits = text.map {
            ("０"..."９").contains($0) ? $0.wholeNumberValue.map(String.init) ?? "" : String($0)
        }
        guard let number = Int(digits.joined()), PrintTicket.copyRange.contains(number) else {
            throw Mistake("Invalid number of copies '\(text)': use 1 or more.")
        }
        return number
    }

    static func numberUp(_ text: String) throws -> Int {
        guard let number = Int(text), PrintTicket.numberUpRange.contains(number) else {
            throw Mistake("Invalid number of pages per side '\(text)': use 1, 2, 4, 6, 9, or 16.")
        }
        return number
    }

    static func signature(_ text: String) throws -> Int {
        let range = PrintTicket.signatureRange
        guard let number = Int(text), range.contains(number), number.isMultiple(of: 4) else {
            throw Mistake(
                "Invalid number of pages in a signature '\(text)': use a multiple of 4, such as 16."
            )
        }
        return number
    }

    static func creep(_ text: String) throws -> Int {
        let range = PrintTicket.creepRange
        guard let creep = MediaMargins.length(typed: text), range.contains(creep) else {
            throw Mistake("Invalid creep '\(text)': use the thickness of a sheet, such as 0.1mm.")
        }
        return creep
    }

    static func poster(_ text: String) throws -> SheetGrid { try grid(text, of: "poster") }

    static func contactSheet(_ text: String) throws -> SheetGrid {
        try grid(text, of: "contact sheet")
    }

    private static func grid(_ text: String, of what: String) throws -> SheetGrid {
        guard let grid = SheetGrid(rawValue: text) else {
            let limit = SheetGrid.limit
            throw Mistake(
                "Invalid \(what) '\(text)': use columns x rows such as 2x3, up to \(limit)x\(limit)."
            )
        }
        return grid
    }

    static func header(_ text: String) throws -> String {
        try possible(text, in: PrintTicket(header: text))
    }

    static func footer(_ text: String) throws -> String {
        try possible(text, in: PrintTicket(footer: text))
    }

    static func stamp(_ text: String) throws -> String {
        try possible(text, in: PrintTicket(stamp: text))
    }

    /// A text in whose ticket there is no mistake.
    private static func possible(_ text: String, in ticket: PrintTicket) throws -> String {
        if let mistake = ticket.mistakes.first { throw Mistake(mistake) }
        return text
    }

    static func ppi(_ text: String) throws -> Int {
        guard let number = Int(text), PrintTicket.ppiRange.contains(number) else {
            throw Mistake(
                "Invalid resolution '\(text)': use \(PrintTicket.ppiRange.lowerBound) to \(PrintTicket.ppiRange.upperBound) pixels per inch."
            )
        }
        return number
    }

    /// The resolution of a printer as CUPS writes it.
    static func resolution(_ text: String) throws -> String {
        if text == "default" { return text }
        guard let wanted = RasterResolution(text: text) else {
            throw Mistake(
                "Invalid resolution '\(text)': use dots per inch, such as 600dpi or 600x1200dpi."
            )
        }
        return wanted.text
    }

    static func margins(_ text: String) throws -> MediaMargins {
        guard let margins = MediaMargins(typed: text) else {
            throw Mistake(
                "Invalid margins '\(text)': use one, two, or four lengths, such as 20mm or 1in,0.5in."
            )
        }
        return margins
    }

    static func fontSize(_ text: String) throws -> Double {
        let range = PrintTicket.fontSizeRange
        guard let size = Double(text), range.contains(size) else {
            throw Mistake(
                "Invalid font size '\(text)': use \(Int(clamping: range.lowerBound)) to \(Int(clamping: range.upperBound)) points."
            )
        }
        return size
    }

    static func worksheets(_ text: String) throws -> WorksheetSelection {
        let selection = WorksheetSelection(rawValue: text)
        guard selection.isValid else {
            throw Mistake(
                "Invalid worksheets '\(text)': write names or numbers, separated by commas, such as Costs,3."
            )
        }
        return selection
    }

    static func priority(_ text: String) throws -> Int {
        guard let number = Int(text), (1...100).contains(number) else {
            throw Mistake("Invalid priority '\(text)': use 1 to 100.")
        }
        return number
    }

    static func pageSet(_ text: String) throws -> PageSet { try oneOf(text, "page set") }

    static func orientation(_ text: String) throws -> PageOrientation {
        try oneOf(text, "orientation")
    }

    static func numberUpLayout(_ text: String) throws -> NumberUpLayout {
        try oneOf(text, "page order")
    }

    static func position(_ text: String) throws -> PagePosition { try oneOf(text, "position") }

    static func border(_ text: String) throws -> PageBorder { try oneOf(text, "border") }

    static func quality(_ text: String) throws -> PrintQuality { try oneOf(text, "quality") }

    static func scaling(_ text: String) throws -> Scaling {
        if text.hasSuffix("%") {
            guard let percent = Int(text.dropLast()), PrintTicket.percentRange.contains(percent)
            else { throw Mistake("Invalid scaling '\(text)': use 1% to 1000%.") }
            return Scaling(scaling: .none, percent: percent)
        }
        guard let scaling = PrintScaling(rawValue: text) else {
            throw Mistake(
                "Invalid scaling '\(text)': use auto, fit, fill, none, or a percentage such as 50%."
            )
        }
        return Scaling(scaling: scaling)
    }

    static func sides(_ text: String) throws -> Sides {
        switch text {
        case "one-sided": return .oneSided
        case "long-edge", "two-sided-long-edge": return .twoSidedLongEdge
        case "short-edge", "two-sided-short-edge": return .twoSidedShortEdge
        default: throw Mistake("Invalid sides '\(text)': use one-sided, long-edge, or short-edge.")
        }
    }

    /// The keywords of `print-color-mode` (PWG 5100.13, and the IANA registry of IPP).
    private static let colorModes: Set<String> = [
        "auto", "auto-monochrome", "bi-level", "color", "highlight", "monochrome",
        "process-bi-level", "process-monochrome",
    ]

    static func color(_ text: String) throws -> ColorMode {
        guard colorModes.contains(text) else {
            throw Mistake("Invalid color mode '\(text)': use auto, color, or monochrome.")
        }
        return ColorMode(rawValue: text)
    }

    static func holdUntil(_ text: String) throws -> HoldTime {
        switch text {
        case "no-hold", "immediate", "resume": return .now
        case "indefinite", "hold": return .indefinite
        case "restart": return .restart
        default: break
        }
        guard let date = LocalTime.moment(text) else {
            throw Mistake(
                "Invalid time '\(text)': use a time such as 22:00 or 5pm, a day such as tomorrow, friday, or 2030-05-17, or a delay such as +2h."
            )
        }
        // A period that has already begun starts now.
        guard date.timeIntervalSinceNow > -60 else {
            throw Mistake("The time '\(text)' has passed: use one that is still to come.")
        }
        return .until(date)
    }

    static func attributes(_ text: String) throws -> Attributes {
        let options = OptionText.typed(text)
        guard !options.isEmpty else { throw Mistake("Invalid option '\(text)': use name=value.") }
        var ticket = PrintTicket()
        for (name, value) in options {
            guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw Mistake("Invalid option '\(text)': use name=value.")
            }
            do {
                try ticket.take(option: name, value: value, clock: LocalTime.moment)
            } catch {
                throw Mistake(error.description)
            }
            if let mistake = ticket.mistakes.first { throw Mistake(mistake) }
        }
        return Attributes(all: options)
    }

    private static func oneOf<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        _ name: String
    ) throws -> Value {
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue)
            let others = known.dropLast().joined(separator: ", ")
            throw Mistake("Invalid \(name) '\(text)': use \(others), or \(known.last ?? "").")
        }
        return value
    }
}
