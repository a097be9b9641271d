/// The rule for names of jobs, which limits their length.
///
/// The name is part of every record and every event of its job, and a column of a table, while a
/// client may send any text.
public enum JobName {
    /// The maximum length of a name, in Unicode scalars.
    public static let longest = 255

    /// Returns the job name for a text: without surrounding blanks, and cut to ``longest``
    /// characters, the last of which is then an ellipsis.
    ///
    /// - Parameter text: The text from a client.
    /// - Returns: The name; `nil` for a text without a visible character.
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
