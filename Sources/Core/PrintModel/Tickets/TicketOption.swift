import FoundationEssentials

/// An option with its value, and the types that the value can be parsed as.
struct TicketOption {
    let name: String
    let value: String

    func invalid(_ expected: String) -> TicketOptionError {
        TicketOptionError(description: "Invalid \(name) '\(value)': use \(expected).")
    }

    func invalid(_ values: [String]) -> TicketOptionError { invalid(Words.choice(of: values)) }

    func number(_ range: ClosedRange<Int>) throws(TicketOptionError) -> Int {
        guard let number = Int(value), range.contains(number) else {
            throw invalid("\(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func percent() throws(TicketOptionError) -> Int {
        guard let number = Int(value.last == "%" ? String(value.dropLast()) : value),
            PrintTicket.percentRange.contains(number)
        else { throw invalid("a percentage from 1 to \(PrintTicket.percentRange.upperBound)") }
        return number
    }

    func margins() throws(TicketOptionError) -> MediaMargins {
        guard let margins = MediaMargins(typed: value) else {
            throw invalid("one, two, or four lengths, such as 20mm or 1in,0.5in")
        }
        return margins
    }

    func points(_ range: ClosedRange<Double>) throws(TicketOptionError) -> Double {
        guard let points = Double(value), range.contains(points) else {
            throw invalid(
                "\(Int(clamping: range.lowerBound)) to \(Int(clamping: range.upperBound)) points"
            )
        }
        return points
    }

    func flag() throws(TicketOptionError) -> Bool {
        guard let flag = OptionText.flag(value) else { throw invalid(["true", "false"]) }
        return flag
    }

    /// The number of pages in a signature; `nil` for all.
    func signature() throws(TicketOptionError) -> Int? {
        if value == "all" { return nil }
        guard let number = Int(value), PrintTicket.isSignature(number) else {
            throw invalid("all, or a multiple of 4 such as 16")
        }
        return number
    }

    func creep() throws(TicketOptionError) -> Int {
        guard let creep = MediaMargins.length(typed: value),
            PrintTicket.creepRange.contains(creep)
        else {
            throw invalid(
                "the thickness of a sheet, 0mm to \(MediaMargins.text(PrintTicket.creepRange.upperBound))"
            )
        }
        return creep
    }

    func grid() throws(TicketOptionError) -> SheetGrid {
        guard let grid = SheetGrid(rawValue: value) else {
            throw invalid(
                "columns x rows such as 2x3, up to \(SheetGrid.limit)x\(SheetGrid.limit)"
            )
        }
        return grid
    }

    func choice<Value>(_ table: [String: Value]) throws(TicketOptionError) -> Value {
        guard let known = table[value] else {
            throw invalid(table.keys.filter { Int($0) == nil }.sorted())
        }
        return known
    }

    func oneOf<Value: RawRepresentable<String> & CaseIterable>(
        _ type: Value.Type
    ) throws(TicketOptionError) -> Value {
        guard let known = Value(rawValue: value) else {
            throw invalid(Value.allCases.map(\.rawValue))
        }
        return known
    }

    /// The end of the hold; `nil` if the job is not held or the hold has no end.
    func moment(_ clock: (String) -> Date?) throws(TicketOptionError) -> Date? {
        if value == "no-hold" || value == "indefinite" { return nil }
        guard let moment = clock(value) else {
            throw invalid("\(Self.times)")
        }
        return moment
    }

    /// The syntaxes of a time.
    private static let times =
        "a time such as 22:00, a date and time, no-hold, indefinite, day-time, evening, night, "
        + "second-shift, third-shift, or weekend"

    /// The keyword for a choice in a PPD file: `by-pass-tray` for `ByPassTray`, `tray-2` for
    /// `Tray2`.
    var keyword: String {
        var keyword = ""
        for character in value {
            let isNumber = character.isNumber && keyword.last?.isLetter == true
            if !keyword.isEmpty, keyword.last != "-", character.isUppercase || isNumber {
                keyword += "-"
            }
            keyword += character.lowercased()
        }
        return keyword
    }
}
