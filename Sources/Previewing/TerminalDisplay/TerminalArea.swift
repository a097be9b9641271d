/// A rectangle of the terminal in cells, in the form in which file managers name it.
package struct TerminalArea: Sendable, Equatable {
    /// The width.
    package let columns: Int
    /// The height.
    package let rows: Int
    /// The column and the row of the top left corner, from 0; `nil` for the place of the cursor.
    package let origin: Origin?

    /// A corner, in cells from the top left of the terminal.
    package struct Origin: Sendable, Equatable {
        /// The column, from 0.
        package let column: Int
        /// The row, from 0.
        package let row: Int

        /// A corner at a column and a row.
        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    private static let range = 1...2000

    /// A rectangle at a corner, or at the cursor.
    package init(columns: Int, rows: Int, origin: Origin? = nil) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.origin = origin
    }

    /// Reads a size such as `80x24`; `nil` for anything else.
    package init?(size: String) {
        guard let (columns, rows) = Self.pair(size[...], in: Self.range) else { return nil }
        self.init(columns: columns, rows: rows)
    }

    /// Reads a size and a corner such as `40x20@60x1`, as kitty's `icat` takes it; `nil` for anything else.
    package init?(place: String) {
        let parts = place.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let (columns, rows) = Self.pair(parts[0], in: Self.range),
            let (column, row) = Self.pair(parts[1], in: 0...Self.range.upperBound)
        else { return nil }
        self.init(columns: columns, rows: rows, origin: Origin(column: column, row: row))
    }

    private static func pair(_ text: Substring, in range: ClosedRange<Int>) -> (Int, Int)? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = number(parts[0]), let second = number(parts[1]),
            range.contains(first), range.contains(second)
        else { return nil }
        return (first, second)
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
