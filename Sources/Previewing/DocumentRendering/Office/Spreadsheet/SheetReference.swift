/// A reference to cells of a sheet, such as "Plan!$B$2:$B$9".
struct SheetReference {
    /// A place of a sheet, from 0.
    struct Place: Hashable {
        var row: Int
        var column: Int
    }

    private let sheet: String?
    private let rows: ClosedRange<Int>
    private let columns: ClosedRange<Int>

    /// The most cells that are looked up.
    private static let limit = 1_000

    /// Reads a reference to one range; `nil` for any other.
    init?(_ text: String) {
        let parts = text.split(separator: "!", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let range = parts.last else { return nil }
        sheet = parts.count == 2 ? parts[0].filter { $0 != "'" } : nil
        let ends = range.filter { $0 != "$" }.split(separator: ":").map(String.init)
        guard let first = ends.first, let last = ends.last, ends.count <= 2,
            let left = Self.column(first), let right = Self.column(last), left <= right,
            let top = Int(first.drop { !$0.isNumber }),
            let bottom = Int(last.drop { !$0.isNumber }),
            (1...1_048_576).contains(top), (top...1_048_576).contains(bottom)
        else { return nil }
        (rows, columns) = ((top - 1)...(bottom - 1), left...right)
    }

    /// The texts of its cells in a sheet, row by row; empty for those that say nothing, none for another sheet.
    func texts(in name: String, _ cells: [Place: String]) -> [String] {
        guard sheet == nil || sheet == name else { return [] }
        var texts: [String] = []
        for row in rows {
            for column in columns {
                guard texts.count < Self.limit else { return texts }
                texts.append(cells[Place(row: row, column: column)] ?? "")
            }
        }
        return texts
    }

    /// The column of a cell, from 0: that of "AB12" is 27.
    static func column(_ name: String) -> Int? {
        var number = 0
        for byte in name.utf8.prefix(4) {
            guard (0x41...0x5A).contains(byte) else { break }
            number = number * 26 + Int(byte) - 0x40
        }
        return number > 0 ? number - 1 : nil
    }
}
