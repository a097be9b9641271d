/// The rule for names of jobs and documents, which limits their length and leaves control characters out,
/// including bidirectional and invisible ones.
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
        guard name.contains(where: { $0.properties.generalCategory != .format }) else { return nil }
        guard name.dropFirst(longest).isEmpty else {
            return String(String.UnicodeScalarView(name.prefix(longest - 1))) + "…"
        }
        return String(String.UnicodeScalarView(name))
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace
    }

    /// Whether a format character is part of how a text is written: joiners, of which emoji are made, too; marks of one
    /// direction; and the signs that some scripts put around numbers, which are seen.
    ///
    /// Bidirectional embeddings, overrides, and isolates reach beyond the name, and display `exe.pdf` as `fdp.exe`.
    private static func isWanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C...0x200F, 0x061C, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2,
            0x110BD, 0x110CD:
            true
        default: false
        }
    }

    /// A character as it stands in a line: a space for the end of a line, and nothing for a command.
    private static func onLine(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.properties.generalCategory {
        case .control: isBlank(scalar) ? " " : nil
        case .lineSeparator, .paragraphSeparator: " "
        case .format: isWanted(scalar) ? scalar : nil
        default: scalar
        }
    }
}
