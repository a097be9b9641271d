import PreviewHelper
import PreviewModel

/// The paragraphs and tables of a document of Word 6 to 2003.
struct OldWordText {
    private let file: OldWordFile
    private let sink: (Block) -> Bool
    private var lists: OldWordLists

    private var text = StyledText()
    /// The characters of the same look that are not yet in the text.
    private var pending: [UInt16] = []
    private var look = CharacterLook()
    private var lookRange = 0..<0
    private var characterPages = OldWordProperties.PageCache()
    private var paragraphPages = OldWordProperties.PageCache()
    private var fields: [Bool] = []
    private var cells: [Table.Cell] = []
    private var rows: [[Table.Cell]] = []
    private var cell = StyledText()
    /// Whether nothing has been shown yet.
    private var isFirst = true

    /// How many characters are read at once.
    private static let pieceSize = 1 << 15

    private struct CharacterLook {
        var look: Look = []
        var size: Double?
        var colour: UInt32?
        var isHidden = false
    }

    private struct ParagraphLook {
        var level = 0
        var isInTable = false
        var endsRow = false
        var list = 0
        var listLevel = 0
        var alignment = TextStyle.Alignment.start
    }

    /// Reports the text until the sink returns false.
    static func read(
        _ descriptor: Int32,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        let file = try OldWordFile(descriptor)
        var reader = OldWordText(file: file, sink: sink, lists: file.lists)
        _ = reader.read()
    }

    private init(file: OldWordFile, sink: @escaping (Block) -> Bool, lists: OldWordLists) {
        (self.file, self.sink, self.lists) = (file, sink, lists)
    }

    /// Returns whether more is wanted.
    private mutating func read() -> Bool {
        var left = PageLayout.textLimit
        for piece in file.pieces {
            var index = 0
            while index < piece.count {
                guard left > 0 else {
                    ReadingExtent.noteOmission()
                    return finish()
                }
                let wanted = min(Self.pieceSize, piece.count - index, left)
                let units = file.units(of: piece, at: index, count: wanted)
                let size = piece.isNarrow ? 1 : 2
                for (number, unit) in units.enumerated() {
                    let place = piece.offset + (index + number) * size
                    guard take(unit, at: place) else { return false }
                }
                guard units.count == wanted else { return finish() }
                index += wanted
                left -= wanted
            }
        }
        return finish()
    }

    private mutating func finish() -> Bool {
        flush()
        if text.isVisible || !cells.isEmpty {
            guard endParagraph(ParagraphLook()) else { return false }
        }
        return endTable()
    }

    private mutating func take(_ unit: UInt16, at place: Int) -> Bool {
        if !lookRange.contains(place) { readLook(at: place) }
        switch unit {
        case 0x13: fields.append(false)
        // What follows is the result of the field.
        case 0x14: if !fields.isEmpty { fields[fields.count - 1] = true }
        case 0x15: _ = fields.popLast()
        case 0x0D, 0x07, 0x0C:
            flush()
            let paragraph = paragraphLook(at: place)
            if unit == 0x0C, !paragraph.isInTable {
                if text.isVisible { guard endParagraph(paragraph) else { return false } }
                return endTable() && (isFirst || sink(.pageBreak))
            }
            return unit == 0x07 || paragraph.endsRow
                ? endCell(paragraph) : endParagraph(paragraph)
        default:
            guard !look.isHidden, fields.allSatisfy({ $0 }) else { return true }
            switch unit {
            case 0x0B, 0x0E: pending.append(0x0A)
            case 0x1E: pending.append(0x2011)
            case 0x09, 0x20...: pending.append(unit)
            // Pictures, notes, and other marks.
            default: break
            }
        }
        return true
    }

    /// Adds the characters of one look to the text.
    private mutating func flush() {
        guard !pending.isEmpty else { return }
        let words = TextDecoding.harmless(String(decoding: pending, as: UTF16.self))
        pending.removeAll(keepingCapacity: true)
        text.append(words, look: look.look, colour: look.colour, size: look.size)
    }

    // MARK: Looks

    private mutating func readLook(at place: Int) {
        flush()
        look = CharacterLook()
        guard let run = file.characters.run(at: place, in: file.stream, &characterPages) else {
            lookRange = place..<(place + 1 << 20)
            return
        }
        lookRange = run.range
        var found = CharacterLook()
        OldWordProperties.forEach(run.changes) { code, value in
            let isOn = value.first.map { $0 & 1 != 0 } ?? false
            switch code {
            case 0x0835: if isOn { found.look.insert(.bold) }
            case 0x0836: if isOn { found.look.insert(.italic) }
            case 0x0837: if isOn { found.look.insert(.strike) }
            case 0x2A3E: if value.first != 0 { found.look.insert(.underline) }
            case 0x2A48:
                if value.first == 1 { found.look.insert(.raised) }
                if value.first == 2 { found.look.insert(.lowered) }
            // Hidden text, and deletions that are tracked.
            case 0x083C, 0x0800: if isOn { found.isHidden = true }
            case 0x4A43:
                let half = Double(Array(value).number16(0))
                if (8...200).contains(half) { found.size = half / 2 }
            case 0x6870:
                let colour = Array(value)
                guard colour[3] == 0 else { return }
                found.colour = Self.legible(colour)
            default: break
            }
        }
        look = found
    }

    /// A color that can be seen on paper; `nil` for white and the like.
    private static func legible(_ rgb: [UInt8]) -> UInt32? {
        let sum = rgb[0..<3].reduce(0) { $0 + Int($1) }
        guard sum < 480 else { return nil }
        return UInt32(rgb[0]) << 16 | UInt32(rgb[1]) << 8 | UInt32(rgb[2])
    }

    private mutating func paragraphLook(at place: Int) -> ParagraphLook {
        var found = ParagraphLook()
        guard let run = file.paragraphs.run(at: place, in: file.stream, &paragraphPages) else {
            return found
        }
        found.level = file.styles.level(of: run.style)
        OldWordProperties.forEach(run.changes) { code, value in
            switch code {
            case 0x2416: found.isInTable = value.first != 0
            case 0x2417: found.endsRow = value.first != 0
            case 0x6649: if value.contains(where: { $0 != 0 }) { found.isInTable = true }
            case 0x460B:
                let index = Int(Array(value).number16(0))
                found.list = index < 0x7FF ? index : 0
            case 0x260A: found.listLevel = min(8, Int(value.first ?? 0))
            case 0x2403, 0x2461:
                switch value.first {
                case 1: found.alignment = .center
                case 2: found.alignment = .end
                case 3: found.alignment = .justify
                default: found.alignment = .start
                }
            default: break
            }
        }
        return found
    }

    // MARK: Blocks

    private mutating func endParagraph(_ look: ParagraphLook) -> Bool {
        if look.isInTable {
            // Another paragraph of the same cell.
            text.append("\n")
            cell.append(text)
            text = StyledText()
            return true
        }
        guard endTable() else { return false }
        var style = look.level > 0 ? TextStyle.heading(look.level) : .body
        style.alignment = look.alignment
        var paragraph = Paragraph(text, style)
        if look.list > 0, text.isVisible,
            let marker = lists.marker(list: look.list, level: look.listLevel)
        {
            paragraph.marker = marker
            paragraph.style.indent =
                Double(look.listLevel) * 16 + Double(marker.count) * style.size * 0.58 + 9
            paragraph.style.after = 2
        }
        if text.isVisible { isFirst = false }
        text = StyledText()
        return sink(.text(paragraph))
    }

    private mutating func endCell(_ look: ParagraphLook) -> Bool {
        if file.isOfWord95 {
            // The marks of rows are in other properties there: a second mark in a row is taken for one.
            guard text.isEmpty || text.string.hasSuffix("\t") else {
                text.append("\t")
                return true
            }
            return endParagraph(look)
        }
        guard look.endsRow else {
            cell.append(text)
            text = StyledText()
            if cells.count < TableSetter.columnsLimit {
                cells.append(Table.Cell(text: cell))
            } else {
                ReadingExtent.noteOmission()
            }
            cell = StyledText()
            return true
        }
        (text, cell) = (StyledText(), StyledText())
        guard !cells.isEmpty else { return true }
        rows.append(cells)
        cells = []
        return rows.count < ReadingExtent.limit(2_000, whole: 100_000)
    }

    private mutating func endTable() -> Bool {
        if !cells.isEmpty {
            rows.append(cells)
            cells = []
        }
        guard !rows.isEmpty else { return true }
        var table = Table(kind: .document)
        table.rows = rows
        rows = []
        isFirst = false
        return sink(.table(table))
    }
}
