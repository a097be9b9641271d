/// File sizes in words, such as "1.5 MB", in multiples of 1000 as file managers count.
public enum ByteSize {
    /// Returns a number of bytes in words; the units are the same in every language.
    ///
    /// - Parameter bytes: The number; a negative one counts as 0.
    /// - Returns: Words such as "0 B", "999 B", "1.5 kB", or "12 MB".
    public static func words(_ bytes: Int) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
        var (value, unit) = (Double(max(0, bytes)), 0)
        // A number that would be rounded up to 1000 takes the next unit.
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        guard unit > 0, value < 9.95 else {
            return "\(Int(clamping: value.rounded())) \(units[unit])"
        }
        let tenths = Int(clamping: (value * 10).rounded())
        return tenths % 10 == 0
            ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
