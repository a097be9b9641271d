/// Sizes of files in words: "1.5 MB", counted in thousands as file managers do.
public enum ByteSize {
    /// A number of bytes in words; the units are the same in every language.
    ///
    /// - Parameter bytes: The number; a negative one counts as none.
    /// - Returns: Such as "0 B", "999 B", "1.5 kB", "12 MB".
    public static func words(_ bytes: Int) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
        var (value, unit) = (Double(max(0, bytes)), 0)
        // What would be rounded up to a thousand is one of the next unit.
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        guard unit > 0, value < 9.95 else { return "\(Int(value.rounded())) \(units[unit])" }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0
            ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
