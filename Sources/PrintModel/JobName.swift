/// What people call a job, within bounds.
///
/// The name is part of every record and every event of its job, and a column of a table: a client
/// may send any text as one.
public enum JobName {
    /// The most characters of a name, counted as Unicode scalars.
    public static let longest = 255

    /// The name that a text gives a job: without blanks around it, and cut to ``longest`` characters,
    /// the last of which is then an ellipsis.
    ///
    /// - Parameter text: What a client sent.
    /// - Returns: The name; `nil` for a text without a visible character, which is no name.
    public static func usable(_ text: String?) -> String? {
        guard let text else { return nil }
        var name = text.unicodeScalars[...]
        while let first = name.first, isBlank(first) { name = name.dropFirst() }
        while let last = name.last, isBlank(last) { name = name.dropLast() }
        guard !name.isEmpty else { return nil }
        guard name.dropFirst(longest).isEmpty else {
            return String(String.UnicodeScalarView(name.prefix(longest - 1))) + "…"
        }
        return String(String.UnicodeScalarView(name))
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
}
