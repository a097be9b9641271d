/// Some worksheets of a workbook, by their names or by their numbers from 1: `Costs,3`; or `all`.
///
/// A worksheet with a comma in its name is chosen by its number.
public struct WorksheetSelection: RawRepresentable, Codable, Sendable, Hashable {
    /// The selection as it was written.
    public let rawValue: String

    /// Creates a selection; ``isValid`` says whether it chooses any.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether it stands for all worksheets.
    public var isAll: Bool { rawValue == "all" }

    /// The names and numbers, without spaces around them.
    public var names: [String] {
        rawValue.split(separator: ",").map { part in
            let words = part.drop(while: \.isWhitespace)
            let end = words.lastIndex { !$0.isWhitespace }
            return end.map { String(words[...$0]) } ?? ""
        }
        .filter { !$0.isEmpty }
    }

    /// The most bytes of a selection.
    public static let longest = 1000

    /// Whether it chooses a worksheet, and is a line of text that is not too long.
    public var isValid: Bool {
        !names.isEmpty && rawValue.utf8.count <= Self.longest && names.count <= 100
            && !rawValue.unicodeScalars.contains { $0.properties.generalCategory == .control }
            && names.allSatisfy { $0.utf8.count <= 512 }
    }

    /// The names and numbers that no worksheet of a workbook has.
    ///
    /// - Parameter worksheets: The names of its worksheets, in their order.
    /// - Returns: Them as they were written.
    func missing(in worksheets: [String]) -> [String] {
        let numbers = Set(worksheets.indices.map { "\($0 + 1)" })
        return names.filter { !worksheets.contains($0) && !numbers.contains($0) }
    }
}
