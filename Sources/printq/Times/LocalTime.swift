import FoundationEssentials
import Glibc

/// The syntax of times that users of lp and at know.
enum LocalTime {
    /// Returns the next date that a text means; `nil` for an invalid text.
    ///
    /// It is one of these, in any case of letters:
    /// - a time of day, `22:00`, `9:05:30`, `5pm`, `5:30 pm`, `noon` or `midnight`: tomorrow's where it
    ///   has passed today;
    /// - a day, `today`, `tomorrow`, `friday`, `fri` or `2030-05-17`, with a time of day behind it or
    ///   from its beginning;
    /// - a while from now, `+2h`, `+1h30m` or `in 20 minutes`;
    /// - a date in RFC 3339;
    /// - a period of `job-hold-until` (RFC 8011, 5.2.2), which is now where it is on already.
    static func moment(_ text: String) -> Date? { moment(text, now: Date()) }

    static func moment(_ text: String, now: Date) -> Date? {
        let plain = text.lowercased()
        if let period = period(plain, now: now) { return period }
        if let delay = delay(plain) { return now.addingTimeInterval(delay) }
        var words = plain.split(separator: " ")
        // A date and a time in one word.
        if words.count == 1, let t = words[0].firstIndex(of: "t"), day(words[0][..<t]) != nil {
            words = [words[0][..<t], words[0][words[0].index(after: t)...]]
        }
        if words.count > 1, words[0] == "next" || words[0] == "on" || words[0] == "at" {
            words.removeFirst()
        }
        if let time = clock(words[...]) { return next(time, after: now) }
        if let first = words.first, let day = named(first, now: now) {
            var rest = words.dropFirst()
            if rest.first == "at" { rest = rest.dropFirst() }
            let time = clock(rest)
            guard time != nil || rest.isEmpty else { return zoned(text) }
            return day.moment(at: time ?? (0, 0, 0), after: now)
        }
        return zoned(text)
    }

    /// A date and a time of day with a time zone.
    private static func zoned(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }

    /// A date and time in local time, to the second: `2030-05-17 08:00:00`.
    static func words(_ date: Date) -> String {
        var seconds = time_t(clamping: date.timeIntervalSince1970.rounded(.down))
        var fields = unsafe tm()
        unsafe localtime_r(&seconds, &fields)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = unsafe "\(fields.tm_year + 1900)-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
        let time = unsafe [fields.tm_hour, fields.tm_min, fields.tm_sec].map(two)
        return day + " " + time.joined(separator: ":")
    }

    // MARK: Times of day

    /// The hours, minutes and seconds of a time.
    private typealias Clock = (hour: Int32, minute: Int32, second: Int32)

    /// Parses a time of day in one word or two: `22:00`, `5pm`, `5:30 pm`, `noon`.
    private static func clock(_ words: ArraySlice<Substring>) -> Clock? {
        guard let first = words.first, words.count <= 2 else { return nil }
        if words.count == 1, first == "noon" { return (12, 0, 0) }
        if words.count == 1, first == "midnight" { return (0, 0, 0) }
        let whole = words.joined()
        for half in ["am", "pm", "a.m.", "p.m."] where whole.hasSuffix(half) {
            let time = whole.dropLast(half.count)
            guard let clock = digits(time, isHourEnough: true), (1...12).contains(clock.hour) else {
                return nil
            }
            return (clock.hour % 12 + (half.hasPrefix("p") ? 12 : 0), clock.minute, clock.second)
        }
        return words.count == 1 ? digits(first, isHourEnough: false) : nil
    }

    private static func digits(_ text: Substring, isHourEnough: Bool) -> Clock? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.count <= 2 && part.allSatisfy(\.isNumber) ? Int32(part) : nil
        }
        guard numbers.count == parts.count, ((isHourEnough ? 1 : 2)...3).contains(numbers.count)
        else { return nil }
        let minute = numbers.count > 1 ? numbers[1] : 0
        let second = numbers.count > 2 ? numbers[2] : 0
        guard (0...23).contains(numbers[0]), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        return (numbers[0], minute, second)
    }

    // MARK: Days

    private static let weekdays = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    /// A named day.
    private enum NamedDay {
        /// The locale is the same on every thread.
        case date(year: Int32, month: Int32, day: Int32)
        /// A number of days from today.
        case ahead(Int32)
        /// The next such day of the week, including today if the time is still to come.
        case weekday(Int32)

        func moment(at time: Clock, after now: Date) -> Date? {
            let today = LocalTime.local(now)
            switch self {
            case .date(let year, let month, let day):
                guard let moment = LocalTime.date(year, month, day, time),
                    LocalTime.local(moment).day == day
                else { return nil }
                return moment
            case .ahead(let days):
                return LocalTime.date(today.year, today.month, today.day + days, time)
            case .weekday(let weekday):
                let days = (weekday - today.weekday + 7) % 7
                let moment = LocalTime.date(today.year, today.month, today.day + days, time)
                guard let moment, moment <= now else { return moment }
                return LocalTime.date(today.year, today.month, today.day + days + 7, time)
            }
        }
    }

    private static func named(_ word: Substring, now: Date) -> NamedDay? {
        switch word {
        case "today": return .ahead(0)
        case "tomorrow": return .ahead(1)
        default: break
        }
        let weekday = weekdays.firstIndex { $0 == word || (word.count == 3 && $0.hasPrefix(word)) }
        if let weekday { return .weekday(Int32(clamping: weekday)) }
        return day(word).map { .date(year: $0.year, month: $0.month, day: $0.day) }
    }

    private static func day(_ text: Substring) -> (year: Int32, month: Int32, day: Int32)? {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
            .compactMap { Int32($0) }
        guard numbers.count == 3, (1970...9999).contains(numbers[0]),
            (1...12).contains(numbers[1]), (1...31).contains(numbers[2])
        else { return nil }
        return (numbers[0], numbers[1], numbers[2])
    }

    // MARK: Durations

    private static let units: [(names: Set<String>, seconds: Double)] = [
        (["s", "sec", "secs", "second", "seconds"], 1),
        (["m", "min", "mins", "minute", "minutes"], 60),
        (["h", "hr", "hrs", "hour", "hours"], 3600),
        (["d", "day", "days"], 86_400), (["w", "week", "weeks"], 7 * 86_400),
    ]

    /// The maximum duration: ten years.
    private static let longestDelay = 10 * 366 * 86_400.0

    /// Parses a duration, and returns its seconds: `+2h`, `+1h30m`, `in 2 hours`, `in an hour`.
    private static func delay(_ text: String) -> Double? {
        var rest: Substring
        if text.hasPrefix("+") {
            rest = text.dropFirst()
        } else if text.hasPrefix("in ") {
            rest = text.dropFirst(3)
        } else {
            return nil
        }
        var seconds = 0.0
        var isEmpty = true
        while true {
            rest = rest.drop { $0 == " " }
            guard !rest.isEmpty else { break }
            let digits = rest.prefix(while: \.isNumber)
            let words = rest.dropFirst(digits.count)
            let article = ["an ", "a "].first { digits.isEmpty && words.hasPrefix($0) }
            let behind = words.dropFirst(article?.count ?? 0).drop { $0 == " " }
            let name = behind.prefix(while: \.isLetter)
            let unit = units.first { $0.names.contains(String(name)) }
            guard let unit, let number = article == nil ? Double(digits) : 1, digits.count <= 6
            else { return nil }
            seconds += number * unit.seconds
            isEmpty = false
            rest = behind.dropFirst(name.count)
        }
        return isEmpty || seconds > longestDelay ? nil : seconds
    }

    // MARK: The calendar

    /// A date's day, and its hour and weekday.
    private struct Day {
        var year: Int32
        var month: Int32
        var day: Int32
        var hour: Int32
        /// The days from Sunday, which is 0.
        var weekday: Int32
    }

    /// The C library knows the local changes of daylight saving time.
    private static func local(_ date: Date) -> Day {
        var seconds = time_t(clamping: date.timeIntervalSince1970)
        var fields = unsafe tm()
        // `tm` has a pointer to the name of the time zone, which is not used.
        unsafe localtime_r(&seconds, &fields)
        return unsafe Day(
            year: fields.tm_year + 1900,
            month: fields.tm_mon + 1,
            day: fields.tm_mday,
            hour: fields.tm_hour,
            weekday: fields.tm_wday
        )
    }

    /// A date from its parts; days beyond the end of a month belong to the next one.
    private static func date(_ year: Int32, _ month: Int32, _ day: Int32, _ time: Clock) -> Date? {
        var fields = unsafe tm()
        unsafe fields.tm_year = year - 1900
        unsafe fields.tm_mon = month - 1
        unsafe fields.tm_mday = day
        unsafe fields.tm_hour = time.hour
        unsafe fields.tm_min = time.minute
        unsafe fields.tm_sec = time.second
        // The C library determines whether daylight saving time applies.
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

    /// The beginning of a named period, as the scheduler defines it.
    private static func period(_ name: String, now: Date) -> Date? {
        let today = local(now)
        switch name {
        case "now": return now
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
