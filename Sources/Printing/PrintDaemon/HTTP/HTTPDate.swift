import Glibc

/// The time as the header `Date` has it (RFC 9110, 5.6.7), in no language but English.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The current time.
    static var now: String {
        var seconds = time(nil)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        let (weekday, day, month) = unsafe (parts.tm_wday, parts.tm_mday, parts.tm_mon)
        let (year, clock) = unsafe (
            parts.tm_year + 1900, [parts.tm_hour, parts.tm_min, parts.tm_sec]
        )
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(two(day)) \(months[Int(month)]) \(year)"
        let time = clock.map { two($0) }.joined(separator: ":")
        return "\(days[Int(weekday)]), \(date) \(time) GMT"
    }
}
