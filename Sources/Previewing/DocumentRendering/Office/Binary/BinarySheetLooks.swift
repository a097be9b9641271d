import PreviewHelper

/// The looks of cells in a workbook in binary: its formats and fonts, by the indices of its cells.
struct BinarySheetLooks {
    private var formats: [Int: NumberFormat] = [:]
    private var fonts: [Look] = []
    private var looks: [SheetStyles.CellLook] = []
    private var isOfCells = false

    private static let limit = 10_000

    private enum Code {
        static let font = 43
        static let format = 44
        static let look = 47
        static let beginOfCells = 617
        static let endOfCells = 618
    }

    /// The look with the index that a cell has.
    func look(of index: Int) -> SheetStyles.CellLook {
        looks.indices.contains(index) ? looks[index] : SheetStyles.CellLook()
    }

    /// Reads a record of the part of the styles.
    mutating func take(_ record: BinaryRecords.Record) {
        switch record.code {
        case Code.format:
            guard let id = record.short(0), let code = record.text(2)?.words,
                formats.count < Self.limit
            else { return }
            formats[id] = NumberFormat(code)
        case Code.font: takeFont(record)
        case Code.beginOfCells: isOfCells = true
        case Code.endOfCells: isOfCells = false
        case Code.look where isOfCells: takeLook(record)
        default: break
        }
    }

    private mutating func takeFont(_ record: BinaryRecords.Record) {
        guard let flags = record.short(2), let weight = record.short(4), record.body.count > 8,
            fonts.count < Self.limit
        else { return }
        var look: Look = []
        if flags & 2 != 0 { look.insert(.italic) }
        if flags & 8 != 0 { look.insert(.strike) }
        if weight >= 600 { look.insert(.bold) }
        if record.body[8] & 0x7F != 0 { look.insert(.underline) }
        fonts.append(look)
    }

    private mutating func takeLook(_ record: BinaryRecords.Record) {
        guard let format = record.short(2), let font = record.short(4),
            let flags = record.short(12),
            looks.count < Self.limit
        else { return }
        var look = SheetStyles.CellLook()
        if let known = formats[format] ?? NumberFormat.builtIn(format).map({ NumberFormat($0) }) {
            look.format = known
        }
        if fonts.indices.contains(font) { look.look = fonts[font] }
        switch flags & 7 {
        case 1: look.alignment = .start
        case 2, 6: look.alignment = .center
        case 3: look.alignment = .end
        default: break
        }
        looks.append(look)
    }
}
