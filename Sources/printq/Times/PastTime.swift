import FoundationEssentials
import Glibc

/// The syntax of times in the past.
enum PastTime {
    /// Returns the date that a text means.
    ///
    /// `today`, `yesterday`, `2026-05-17` (its beginning), `2026-05-17 08:30`, `08:30` (today), a
    /// date in RFC 3339, or an age: `30m`, `2h`, `3d`, `1w`.
    ///
    /// - Parameters:
    ///   - text: The text as typed.
    ///   - isEnd: Whether a day means its end rather than its beginning.
    ///   - now: The date from which ages count.
    /// - Returns: The date; `nil` for an invalid text.
    static func moment(_ text: String, isEnd: Bool = false, now: Date = Date()) -> Date? {
        if let ago = ago(text) { return now.addingTimeInterval(-ago) }
        let today = day(of: now)
        switch text {
        case "now": return now
        case "today": return moment(today, (0, 0, 0), later: isEnd ? 1 : 0)
        case "yesterday": return moment(today, (0, 0, 0), later: isEnd ? 0 : -1)
        default: break
        }
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        if parts.count == 1, let clock = clock(parts[0]) { return moment(today, clock) }
        guard let first = parts.first, let day = day(first) else { return iso(text) }
        if parts.count == 1 { return moment(day, (0, 0, 0), later: isEnd ? 1 : 0) }
        guard parts.count == 2, let clock = clock(parts[1]) else { return iso(text) }
        return moment(day, clock)
    }

    private typealias Day = (year: Int32, month: Int32, day: Int32)
    private typealias Clock = (hour: Int32, minute: Int32, second: Int32)

    private static func iso(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }

    /// The seconds of an age; `nil` for an invalid text.
    private static func ago(_ text: String) -> Double? {
        let units: [Character: Double] = ["m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        guard let last = text.last, let unit = units[last], text.count <= 7,
            let number = UInt32(text.dropLast())
        else { return nil }
        return Double(number) * unit
    }

    private static func clock(_ text: Substring) -> Clock? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.count <= 2 ? Int32($0) : nil }
        guard numbers.count == parts.count, (2...3).contains(numbers.count) else { return nil }
        let second = numbers.count == 3 ? numbers[2] : 0
        guard (0...23).contains(numbers[0]), (0...59).contains(numbers[1]),
            (0...59).contains(second)
        else { return nil }
        return (numbers[0], numbers[1], second)
    }

    private static func day(_ text: Substring) -> Day? {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
            .compactMap { Int32($0) }
        guard numbers.count == 3, (1970...9999).contains(numbers[0]),
            (1...12).contains(numbers[1]), (1...31).contains(numbers[2])
        else { return nil }
        return (numbers[0], numbers[1], numbers[2])
    }

    private static func day(of date: Date) -> Day {
        var seconds = time_t(clamping: date.timeIntervalSince1970)
        // `tm` has a pointer to the name of the time zone, which is not used.
        var fields = unsafe tm()
        unsafe localtime_r(&seconds, &fields)
        return unsafe (fields.tm_year + 1900, fields.tm_mon + 1, fields.tm_mday)
    }

    /// A date in local time, some days later; `nil` for an invalid day.
    private static func moment(_ day: Day, _ clock: Clock, later days: Int32 = 0) -> Date? {
        var fields = unsafe tm()
        unsafe fields.tm_year = day.year - 1900
        unsafe fields.tm_mon = day.month - 1
        unsafe fields.tm_mday = day.day + days
        unsafe fields.tm_hour = clock.hour
        unsafe fields.tm_min = clock.minute
        unsafe fields.tm_sec = clock.second
        // The C library determines whether daylight saving time applies.
        unsafe fields.tm_isdst = -1
        let seconds = unsafe mktime(&fields)
        guard seconds != -1 else { return nil }
        let isReal = unsafe days != 0 || fields.tm_mday == day.day
        return isReal ? Date(timeIntervalSince1970: TimeInterval(seconds)) : nil
    }
}
