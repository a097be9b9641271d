/// Columns and rows, such as `2x3`: the sheets of a poster, or the pages on a side of a contact sheet.
public struct SheetGrid: RawRepresentable, Hashable, Sendable, Codable {
    /// The number of columns.
    public let columns: Int
    /// The number of rows.
    public let rows: Int

    /// The most columns, and the most rows.
    public static let limit = 10

    /// A single one: no poster, and no contact sheet.
    public static let single = SheetGrid(columns: 1, rows: 1)

    private init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Parses `2x3`; `nil` for any other text, and for more than ten columns or rows.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: "x", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard parts.count == 2, numbers.count == 2,
            numbers.allSatisfy({ (1...Self.limit).contains($0) }),
            rawValue == "\(numbers[0])x\(numbers[1])"
        else { return nil }
        self.init(columns: numbers[0], rows: numbers[1])
    }

    /// The number of columns and rows, as in JSON.
    public var rawValue: String { "\(columns)x\(rows)" }

    /// The number of sheets, or of pages.
    public var count: Int { columns * rows }
}
