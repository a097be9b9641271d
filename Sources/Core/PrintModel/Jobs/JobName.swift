/// The rule for names of jobs and documents, which limits their length and leaves control characters out.
///
/// The name is part of every record and every event of its job, and a column of a table, while a
/// client may send any text; and printers show it, or print it on a separator sheet.
public enum JobName {
    /// The maximum length of a name, in Unicode scalars.
    public static let longest = 255

    /// Returns the job name for a text: on one line, without control characters and surrounding
    /// blanks, and cut to ``longest`` characters, the last of which is then an ellipsis.
    ///
    /// - Parameter text: The text from a client.
    /// - Returns: The name; `nil` for a text without a visible character.
    public static func usable(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = String.UnicodeScalarView(text.unicodeScalars.compactMap(onLine))
        var name = line[...]
        while let first = name.first, isBlank(first) { name = name.dropFirst() }
        while let last = name.last, isBlank(last) { name = name.dropLast() }
        guard !name.isEmpty else { return nil }
        guard name.dropFirst(longest).isEmpty else {
            return String(String.UnicodeScalarView(name.prefix(longest - 1))) + "…"
        }
        return String(String.UnicodeScalarView(name))
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace
    }

    /// A character as it stands in a line: a space for the end of a line, and nothing for a command.
    private static func onLine(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.properties.generalCategory {
        case .control: isBlank(scalar) ? " " : nil
        case .lineSeparator, .paragraphSeparator: " "
        default: scalar
        }
    }
}
