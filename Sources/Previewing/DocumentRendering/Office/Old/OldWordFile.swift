import PreviewHelper
import PreviewModel

/// The parts of a document of Word 6 to 2003 ([MS-DOC]): where its text is, and what its characters and paragraphs
/// look like.
struct OldWordFile {
    /// A piece of the text.
    struct Piece {
        /// The number of characters.
        var count: Int
        /// Where it begins in the stream.
        var offset: Int
        /// Whether a character is a byte, and not two.
        var isNarrow: Bool
    }

    let stream: CompoundStream
    private(set) var pieces: [Piece] = []
    private(set) var characters = OldWordProperties()
    private(set) var paragraphs = OldWordProperties()
    private(set) var styles = OldWordStyles()
    private(set) var lists = OldWordLists()
    /// Whether it is of Word 6 or 95, which have other properties.
    let isOfWord95: Bool

    /// The most pieces that are read.
    private static let piecesLimit = 200_000
    /// The largest table that is read, in bytes.
    private static let tableLimit = 16 << 20

    init(_ descriptor: Int32) throws(DocumentProblemError) {
        guard let file = FilePart(whole: descriptor), let compound = CompoundFile(file) else {
            throw DocumentProblemError(.damaged(why: .init(.cannotBeRead)))
        }
        guard let stream = CompoundStream("WordDocument", in: compound),
            let header = stream.bytes(at: 0, count: 68)
        else { throw DocumentProblemError(.damaged(why: .init(.noBody))) }
        self.stream = stream
        let flags = header.number16(10)
        guard flags & 0x100 == 0 else { throw DocumentProblemError(.encrypted) }
        isOfWord95 = header.number16(2) < 0xC1
        if isOfWord95 {
            let isComplex = flags & 4 != 0
            try readOldPieces(header, isComplex: isComplex)
            return
        }
        let name = flags & 0x200 != 0 ? "1Table" : "0Table"
        guard let table = CompoundStream(name, in: compound),
            let places = stream.bytes(at: 0, count: 0x2F2)
        else { throw DocumentProblemError(.damaged(why: .init(.noBody))) }
        let length = Int(places.number32(0x4C))
        func part(_ place: Int) -> [UInt8] {
            let (offset, count) = (Int(places.number32(place)), Int(places.number32(place + 4)))
            return table.available(at: offset, count: min(count, Self.tableLimit))
        }
        readPieces(part(0x1A2), length: length)
        guard !pieces.isEmpty else { throw DocumentProblemError(.damaged(why: .init(.noBody))) }
        characters = OldWordProperties(part(0xFA), areParagraphs: false)
        paragraphs = OldWordProperties(part(0x102), areParagraphs: true)
        styles = OldWordStyles(part(0xA2))
        // The levels of lists follow their headers, and are not counted in their size.
        let place = (Int(places.number32(0x2E2)), Int(places.number32(0x2E6)))
        if place.1 > 0 {
            lists = OldWordLists(
                table.available(at: place.0, count: 1 << 20),
                overrides: part(0x2EA)
            )
        }
    }

    /// The text of Word 6 and 95: one range, or pieces of bytes.
    private mutating func readOldPieces(
        _ header: [UInt8],
        isComplex: Bool
    ) throws(DocumentProblemError) {
        let start = Int(header.number32(0x18))
        let length = Int(header.number32(0x34))
        if isComplex, let place = stream.bytes(at: 0x160, count: 8) {
            let count = min(Int(place.number32(4)), Self.tableLimit)
            let table = stream.available(at: Int(place.number32(0)), count: count)
            readPieces(table, length: length, allNarrow: true)
        }
        if pieces.isEmpty {
            pieces = [Piece(count: length, offset: start, isNarrow: true)]
        }
        guard start < stream.size, length > 0 else {
            throw DocumentProblemError(.damaged(why: .init(.noBody)))
        }
    }

    /// Reads the table of pieces (2.9.38): property changes, then positions and places.
    private mutating func readPieces(_ table: [UInt8], length: Int, allNarrow: Bool = false) {
        var place = 0
        while place + 3 <= table.count, table[place] == 1 {
            place += 3 + Int(table.number16(place + 1))
        }
        guard place + 5 <= table.count, table[place] == 2 else { return }
        let size = min(Int(table.number32(place + 1)), table.count - place - 5)
        let count = min((size - 4) / 12, Self.piecesLimit)
        guard count > 0 else { return }
        let begin = place + 5
        var left = length
        for index in 0..<count {
            let (first, next) = (
                Int(table.number32(begin + index * 4)), Int(table.number32(begin + index * 4 + 4))
            )
            guard next > first, left > 0 else { continue }
            let entry = table.number32(begin + (count + 1) * 4 + index * 8 + 2)
            let isNarrow = allNarrow || entry & 0x4000_0000 != 0
            let offset = Int(entry & 0x3FFF_FFFF)
            pieces.append(
                Piece(
                    count: min(next - first, left),
                    offset: isNarrow && !allNarrow ? offset / 2 : offset,
                    isNarrow: isNarrow
                )
            )
            left -= min(next - first, left)
        }
    }

    /// The characters of a part of a piece, as UTF-16, and whether the stream has all of them.
    func units(of piece: Piece, at index: Int, count: Int) -> [UInt16] {
        let size = piece.isNarrow ? 1 : 2
        let bytes = stream.available(at: piece.offset + index * size, count: count * size)
        guard piece.isNarrow else {
            return stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.number16($0) }
        }
        return bytes.map { $0 < 0x80 || $0 >= 0xA0 ? UInt16($0) : Self.windows[Int($0) - 0x80] }
    }

    /// The characters from 0x80 to 0x9F of Windows-1252.
    private static let windows: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
        0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
