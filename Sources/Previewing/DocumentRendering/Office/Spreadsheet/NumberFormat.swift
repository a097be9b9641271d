import Glibc

/// A number format of a spreadsheet (ECMA-376, part 1, 18.8.30 and 18.8.31), such as "#,##0.00;[Red]-#,##0.00".
struct NumberFormat: Sendable {
    /// The displayed text and color of a cell.
    struct Written: Equatable {
        var text: String
        var colour: UInt32?
    }

    /// The format `General`, which shows a number as it is.
    static let general = NumberFormat("General")

    private var sections: [FormatSection]

    init(_ code: String) {
        sections = FormatSection.split(code).prefix(4).map(FormatSection.init)
    }

    /// The built-in formats, by id; those that depend on the locale follow ISO 8601.
    static func builtIn(_ id: Int) -> String? {
        switch id {
        case 0: "General"
        case 1: "0"
        case 2: "0.00"
        case 3: "#,##0"
        case 4: "#,##0.00"
        case 5, 6: "\"$\"#,##0;\\-\"$\"#,##0"
        case 7, 8: "\"$\"#,##0.00;\\-\"$\"#,##0.00"
        case 9: "0%"
        case 10: "0.00%"
        case 11: "0.00E+00"
        case 12: "# ?/?"
        case 13: "# ??/??"
        case 14, 27...31, 36, 50...54, 57, 58: "yyyy-mm-dd"
        case 15: "d-mmm-yy"
        case 16: "d-mmm"
        case 17: "mmm-yy"
        case 18: "h:mm AM/PM"
        case 19: "h:mm:ss AM/PM"
        case 20, 32, 34, 55: "h:mm"
        case 21, 33, 35, 56: "h:mm:ss"
        case 22: "yyyy-mm-dd h:mm"
        case 37, 38: "#,##0;(#,##0)"
        case 39, 40: "#,##0.00;(#,##0.00)"
        case 41, 42: "#,##0"
        case 43, 44: "#,##0.00"
        case 45: "mm:ss"
        case 46: "[h]:mm:ss"
        case 47: "mm:ss.0"
        case 48: "##0.0E+0"
        case 49: "@"
        default: nil
        }
    }

    /// Returns the displayed text for a number.
    ///
    /// - Parameters:
    ///   - number: The number; for a date, the number of days since the end of 1899.
    ///   - from1904: Whether days count from the beginning of 1904 instead.
    /// - Returns: The text and its color.
    func written(_ number: Double, from1904: Bool = false) -> Written {
        guard number.isFinite, let (section, isSigned) = section(for: number) else {
            return Written(text: NumberText.general(number))
        }
        let text: String
        if section.isDate {
            guard let date = SheetDate(number, from1904: from1904, precision: section.subseconds)
            else { return Written(text: NumberText.general(number)) }
            text = section.written(date)
        } else {
            text = section.written(isSigned ? number : abs(number))
        }
        return Written(text: text, colour: section.colour)
    }

    /// Returns the displayed text for a text value.
    func written(_ text: String) -> Written {
        guard let last = sections.last, last.hasText else { return Written(text: text) }
        return Written(text: last.written(text), colour: last.colour)
    }

    /// The section for a number, and whether it leaves the sign to the number.
    private func section(for number: Double) -> (FormatSection, Bool)? {
        let numeric = sections.count > 1 ? sections.filter { !$0.hasText } : sections
        guard let first = numeric.first else { return nil }
        if numeric.contains(where: { $0.condition != nil }) {
            let found = numeric.first { $0.condition?(number) ?? false }
            return (found ?? numeric.first { $0.condition == nil } ?? first, true)
        }
        if number < 0, numeric.count > 1 { return (numeric[1], false) }
        if number == 0, numeric.count > 2 { return (numeric[2], false) }
        return (first, true)
    }
}

/// Numbers as text.
enum NumberText {
    /// Returns a number as a cell without a format shows it, rounded to hide binary representation
    /// errors.
    static func general(_ number: Double) -> String {
        guard number.isFinite else { return "\(number)" }
        let size = abs(number)
        if size != 0, size < 1e-5 || size >= 1e15 { return scientific(number) }
        if number == number.rounded() { return String(Int(clamping: number)) }
        let text = trimmed(fixed(number, max(0, 9 - Int(clamping: log10(max(1, size))))))
        return text == "0" || text == "-0" ? scientific(number) : text
    }

    /// Returns a number with a fixed number of decimal places.
    static func fixed(_ number: Double, _ places: Int) -> String {
        let places = min(places, 15)
        let factor = pow(10, Double(places))
        let scaled = (abs(number) * factor).rounded()
        guard scaled < 9e17 else { return scientific(number) }
        let digits = String(Int(clamping: scaled))
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return sign + padded.dropLast(places) + "." + padded.suffix(places)
    }

    /// Returns a number without trailing zeros.
    static func trimmed(_ text: String) -> String {
        guard text.contains(".") else { return text }
        var text = text
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }

    private static func scientific(_ number: Double) -> String {
        guard number != 0 else { return "0" }
        var exponent = Int(clamping: floor(log10(abs(number))))
        var mantissa = number / pow(10, Double(exponent))
        if abs(mantissa) >= 9.999995 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
        let sign = exponent < 0 ? "-" : "+"
        let digits = String(abs(exponent))
        return trimmed(fixed(mantissa, 5)) + "E" + sign + (digits.count < 2 ? "0" : "") + digits
    }
}

/// A date and time from a spreadsheet serial number.
struct SheetDate: Equatable {
    var year = 0
    var month = 0
    var day = 0
    /// The day of the week, 0 for Sunday.
    var weekday = 0
    /// Seconds of the day, with a fraction if the format shows one.
    var seconds = 0.0
    /// Seconds since the epoch, for durations beyond a day.
    var total = 0.0

    /// The date of a serial number; `nil` if it is negative or after the year 9999.
    init?(_ number: Double, from1904: Bool, precision: Int = 0) {
        let number = number + (from1904 ? 1_462 : 0)
        guard number >= 0, number < 2_958_466 else { return nil }
        let parts = pow(10, Double(precision))
        let all = (number * 86_400 * parts).rounded() / parts
        total = from1904 ? all - 1_462 * 86_400 : all
        let serial = Int(clamping: all / 86_400)
        seconds = all - Double(serial) * 86_400
        // Spreadsheets treat 1900 as a leap year, for compatibility with Lotus 1-2-3.
        weekday = (serial + 6) % 7
        if serial == 60 {
            (year, month, day) = (1900, 2, 29)
        } else {
            setDay(serial - 25_569 + (serial < 60 ? 1 : 0))
        }
    }

    /// The calendar date of a number of days since 1970 (algorithm by Howard Hinnant).
    private mutating func setDay(_ number: Int) {
        let days = number + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * part + 2) / 5 + 1
        month = part < 10 ? part + 3 : part - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
}
