import FoundationEssentials
import Glibc

/// Times as people here say them.
enum LocalTime {
    /// The next moment that a time means: `HH:MM[:SS]`, `YYYY-MM-DD HH:MM[:SS]`, a date in RFC 3339, or
    /// one of the periods of `job-hold-until` (RFC 8011, 5.2.2); `nil` for anything else.
    ///
    /// A time of day that has passed means tomorrow's. In a period that is on already it is now.
    static func moment(_ text: String) -> Date? { moment(text, now: Date()) }

    static func moment(_ text: String, now: Date) -> Date? {
        if let period = period(text, now: now) { return period }
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        if parts.count == 1, let time = clock(parts[0]) {
            return next(time, after: now)
        }
        if parts.count == 2, let day = day(parts[0]), let time = clock(parts[1]) {
            guard let moment = date(day.year, day.month, day.day, time),
                local(moment).day == day.day
            else { return nil }
            return moment
        }
        return try? Date(text, strategy: .iso8601)
    }

    /// A moment in local time, to the second: `2030-05-17 08:00:00`.
    static func words(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var fields = unsafe tm()
        unsafe localtime_r(&seconds, &fields)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = unsafe "\(fields.tm_year + 1900)-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
        let time = unsafe [fields.tm_hour, fields.tm_min, fields.tm_sec].map(two)
        return day + " " + time.joined(separator: ":")
    }

    /// Hours, minutes and seconds.
    private typealias Clock = (hour: Int32, minute: Int32, second: Int32)

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

    private static func day(_ text: Substring) -> (year: Int32, month: Int32, day: Int32)? {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
            .compactMap { Int32($0) }
        guard numbers.count == 3, (1970...9999).contains(numbers[0]),
            (1...12).contains(numbers[1]), (1...31).contains(numbers[2])
        else { return nil }
        return (numbers[0], numbers[1], numbers[2])
    }

    /// A day, and the hour and weekday of a moment in it.
    private struct Day {
        var year: Int32
        var month: Int32
        var day: Int32
        var hour: Int32
        /// Counted from Sunday, which is 0.
        var weekday: Int32
    }

    /// The C library knows when the clocks are changed here.
    private static func local(_ date: Date) -> Day {
        var seconds = time_t(date.timeIntervalSince1970)
        var fields = unsafe tm()
        // `tm` has a pointer, to the name of the time zone, which is not touched.
        unsafe localtime_r(&seconds, &fields)
        return unsafe Day(
            year: fields.tm_year + 1900,
            month: fields.tm_mon + 1,
            day: fields.tm_mday,
            hour: fields.tm_hour,
            weekday: fields.tm_wday
        )
    }

    /// A moment; days beyond the end of a month are those of the next.
    private static func date(_ year: Int32, _ month: Int32, _ day: Int32, _ time: Clock) -> Date? {
        var fields = unsafe tm()
        unsafe fields.tm_year = year - 1900
        unsafe fields.tm_mon = month - 1
        unsafe fields.tm_mday = day
        unsafe fields.tm_hour = time.hour
        unsafe fields.tm_min = time.minute
        unsafe fields.tm_sec = time.second
        // Whether the clocks are advanced then is for the C library to find out.
        unsafe fields.tm_isdst = -1
        let seconds = unsafe mktime(&fields)
        return seconds == -1 ? nil : Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private static func next(_ time: Clock, after now: Date, daysAhead: Int32 = 0) -> Date? {
        let today = local(now)
        func on(_ days: Int32) -> Date? {
            date(today.year, today.month, today.day + days, time)
        }
        guard let moment = on(daysAhead) else { return nil }
        return moment > now ? moment : on(daysAhead + 1)
    }

    /// The beginning of a period, as the scheduler has them.
    private static func period(_ name: String, now: Date) -> Date? {
        let today = local(now)
        switch name {
        case "day-time": return (6..<18).contains(today.hour) ? now : next((6, 0, 0), after: now)
        case "evening", "night":
            return (6..<18).contains(today.hour) ? next((18, 0, 0), after: now) : now
        case "second-shift": return today.hour >= 16 ? now : next((16, 0, 0), after: now)
        case "third-shift": return today.hour < 8 ? now : next((0, 0, 0), after: now)
        case "weekend":
            let isOn = today.weekday == 0 || today.weekday == 6
            return isOn ? now : next((0, 0, 0), after: now, daysAhead: 6 - today.weekday)
        default: return nil
        }
    }
}
