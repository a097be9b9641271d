/// Which of two programs that talk to each other is the newer one.
public enum ServiceVersion {
    /// The header in which each request and each answer says of what version its sender is.
    public static let header = "Printcenter-Version"

    /// Whether a version is older than another; what is no version is older than all that are.
    ///
    /// - Parameters:
    ///   - version: A version such as `1.4.0`.
    ///   - other: Another one.
    /// - Returns: `true` where it is surely older.
    public static func isOlder(_ version: String, than other: String) -> Bool {
        numbers(version).lexicographicallyPrecedes(numbers(other))
    }

    /// The numbers of a version, without the zeros at its end that change nothing.
    private static func numbers(_ version: String) -> [Int] {
        var numbers = version.prefix { $0 != "-" && $0 != "+" }.split(separator: ".")
            .map { Int($0) ?? -1 }
        while numbers.last == 0 { numbers.removeLast() }
        return numbers
    }
}
