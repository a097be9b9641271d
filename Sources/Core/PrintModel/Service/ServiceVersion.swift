/// Compares the versions of a client and a service.
public enum ServiceVersion {
    /// The header field with the version of the sender, in each request and each response.
    public static let header = "Printcenter-Version"

    /// Whether a version is older than another; an invalid version is older than all valid ones.
    ///
    /// - Parameters:
    ///   - version: A version such as `1.4.0`.
    ///   - other: Another one.
    /// - Returns: `true` if it is certainly older.
    public static func isOlder(_ version: String, than other: String) -> Bool {
        numbers(version).lexicographicallyPrecedes(numbers(other))
    }

    /// The numbers of a version, without insignificant zeros at the end.
    private static func numbers(_ version: String) -> [Int] {
        var numbers = version.prefix { $0 != "-" && $0 != "+" }.split(separator: ".")
            .map { Int($0) ?? -1 }
        while numbers.last == 0 { numbers.removeLast() }
        return numbers
    }
}
