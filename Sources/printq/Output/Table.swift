import TerminalDisplay

/// A table of rows and columns for people.
struct Table {
    var rows: [[String]] = []
    /// The least width of each column, where it has one.
    var leastWidths: [Int] = []

    /// The width of each column: that of its widest cell.
    var widths: [Int] {
        let count = rows.map(\.count).max() ?? 0
        return (0..<count).map { column in
            let least = column < leastWidths.count ? leastWidths[column] : 0
            return rows.map { $0.count > column ? Self.width($0[column]) : 0 }
                .reduce(least) { max($0, $1) }
        }
    }

    /// The lines, with two spaces between columns.
    var lines: [String] {
        let widths = widths
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column + 1 < row.count {
                    line += String(repeating: " ", count: widths[column] - Self.width(cell) + 2)
                }
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Cuts a text to a number of columns; a cut text ends in an ellipsis.
    static func cut(_ text: String, to columns: Int) -> String {
        // A very long text is not measured to its end.
        let beginning = text.unicodeScalars.prefix(4 * columns)
        var short = String(String.UnicodeScalarView(beginning))
        guard beginning.endIndex != text.unicodeScalars.endIndex || width(short) > columns else {
            return text
        }
        while width(short) >= columns, !short.isEmpty { short.removeLast() }
        return short + "…"
    }

    /// The number of columns of a text on a terminal; Chinese characters take two.
    static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + TerminalText.width(of: $1) }
    }
}
