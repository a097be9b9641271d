/// Lines of untrusted text, as far as they fit into a part of a terminal.
package enum TerminalLines {
    private static let tab = 8
    /// The longest sequence for a color, without its first two characters and its last one.
    private static let sequenceLimit = 16

    /// Returns the first lines, cut to a number of columns.
    ///
    /// Sequences for colors stay where there are colors; U+FFFD stands for each other character that a terminal interprets.
    ///
    /// - Parameters:
    ///   - text: The text; its lines end with a line feed.
    ///   - columns: The most columns.
    ///   - rows: The most lines.
    ///   - hasColors: Whether the colors are shown.
    /// - Returns: The lines, none of which leaves a color on.
    package static func fitted(
        _ text: String,
        columns: Int,
        rows: Int,
        hasColors: Bool
    ) -> [String] {
        let text = text.last?.isNewline == true ? text.dropLast() : text[...]
        return text.unicodeScalars.split(
            separator: "\n",
            maxSplits: rows,
            omittingEmptySubsequences: false
        ).prefix(rows).map { fitted($0, columns: columns, hasColors: hasColors) }
    }

    private static func fitted(
        _ line: Substring.UnicodeScalarView,
        columns: Int,
        hasColors: Bool
    ) -> String {
        var (fitted, column, isColored, rest) = ("", 0, false, line)
        while let scalar = rest.popFirst() {
            if let sequence = scalar == "\u{1B}" ? color(rest) : nil {
                rest = rest.dropFirst(sequence.count)
                if hasColors, column < columns {
                    fitted += "\u{1B}" + String(sequence)
                    isColored = String(sequence) != "[0m"
                }
                continue
            }
            let width = scalar == "\t" ? tab - column % tab : TerminalText.width(of: scalar)
            guard column + width <= columns else { break }
            column += width
            if scalar == "\t" {
                fitted += String(repeating: " ", count: width)
            } else {
                fitted += TerminalText.printable(String(scalar))
            }
        }
        return isColored ? fitted + "\u{1B}[0m" : fitted
    }

    /// The rest of a sequence for a color after its first character; `nil` for any other one.
    private static func color(
        _ rest: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView? {
        guard rest.first == "[" else { return nil }
        let numbers = rest.dropFirst().prefix(sequenceLimit + 1).prefix {
            ("0"..."9").contains($0) || $0 == ";"
        }
        guard numbers.count <= sequenceLimit, numbers.endIndex < rest.endIndex,
            rest[numbers.endIndex] == "m"
        else { return nil }
        return rest.prefix(numbers.count + 2)
    }
}
