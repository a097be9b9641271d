/// The sheets of a poster, as columns and rows: `2x3`.
public struct PosterGrid: RawRepresentable, Hashable, Sendable, Codable {
    /// The number of sheets side by side.
    public let columns: Int
    /// The number of sheets below one another.
    public let rows: Int

    /// The most columns, and the most rows.
    public static let limit = 10

    /// A single sheet: no poster.
    public static let single = PosterGrid(columns: 1, rows: 1)

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

    /// The number of sheets that one page is spread over.
    public var count: Int { columns * rows }
}
