import FoundationEssentials
import Glibc

/// Dates in local time.
enum LocalTime {
    /// Returns a date and time in local time: `2030-05-17 08:00`.
    static func words(_ date: Date) -> String {
        var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
        // `tm` has a pointer to the name of the time zone, which is not used.
        var fields = unsafe tm()
        unsafe localtime_r(&seconds, &fields)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = unsafe "\(fields.tm_year + 1900)-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
        return unsafe "\(day) \(two(fields.tm_hour)):\(two(fields.tm_min))"
    }
}
