extension SheetLayout {
    /// A line of text at the top or bottom of each side, in a left, a middle, and a right part.
    ///
    /// It stands in the margin of the sheet as it is read, within the printable area. A folded sheet has one on each
    /// half, which is a page of the booklet. What is on the page begins beyond it.
    public struct Label: Equatable, Sendable {
        /// The text of each part, in pieces between which the page numbers of the side stand.
        public var parts: [[String]]

        /// A line of three parts.
        public init(left: [String] = [""], center: [String] = [""], right: [String] = [""]) {
            parts = [left, center, right]
        }

        /// The size of its letters, in points.
        public static let fontSize = 9.0
        /// The longest text of a part, in bytes.
        static let textLimit = 16_384
        /// The most pieces of a part.
        static let pieceLimit = 255

        /// The least distance from the upper or lower edge of the paper, in points: 5 mm.
        static let leastEdge = 5 * 72 / 25.4
        /// The least distance from the left or right edge: 10 mm.
        static let leastSide = 10 * 72 / 25.4
        /// The height of usual letters above the baseline, and below it.
        static let (ascent, descent) = (9.0, 3.0)
        /// The distance from what is on the page.
        static let gap = 6.0
        /// The space between two parts.
        static let space = 12.0

        /// The distance from the edge of the paper to what is on the page, for a margin that cannot be printed on.
        static func extent(_ margin: Double) -> Double {
            max(margin, leastEdge) + ascent + descent + gap
        }

        var isValid: Bool {
            parts.count == 3
                && parts.allSatisfy { part in
                    (1...Self.pieceLimit).contains(part.count)
                        && part.allSatisfy { $0.utf8.count <= Self.textLimit }
                }
        }

        /// The texts of the parts on a side with these pages; an empty one is not drawn.
        func texts(_ pages: [Int]) -> [String] {
            let numbers = SheetTexts.numbers(pages)
            return parts.map { $0.joined(separator: numbers).singleLine }
        }
    }

    /// Whether there is text on the sides beside that of the pages.
    public var hasTexts: Bool {
        header != nil || footer != nil || stamp != nil || contactSheet != nil
    }

    func writeTexts(_ writer: inout ByteWriter) {
        for label in [header, footer] {
            writer.write(UInt8(clamping: label == nil ? 0 : 1))
            for part in label?.parts ?? [] {
                writer.write(UInt8(clamping: part.count))
                for text in part { writer.write(text, limit: Label.textLimit) }
            }
        }
        writer.write(stamp, limit: Label.textLimit)
        writer.write(UInt8(clamping: pagesHaveRoom ? 1 : 0))
        writer.write(textPages)
    }

    mutating func readTexts(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        header = try Self.label(&reader)
        footer = try Self.label(&reader)
        stamp = try reader.readOptionalText(limit: Label.textLimit)
        pagesHaveRoom = try reader.read(UInt8.self) != 0
        textPages = try reader.readBytes()
    }

    private static func label(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> Label? {
        guard try reader.read(UInt8.self) != 0 else { return nil }
        var parts: [[String]] = []
        for _ in 0..<3 {
            var part: [String] = []
            for _ in 0..<(try reader.read(UInt8.self)) {
                part.append(try reader.readText(limit: Label.textLimit))
            }
            parts.append(part)
        }
        return Label(left: parts[0], center: parts[1], right: parts[2])
    }
}
