import PreviewHelper

/// The looks of cells in a workbook of Excel 5 to 2003: formats, fonts, and fills by their indices.
struct OldSheetLooks {
    private var formats: [Int: NumberFormat] = [:]
    private var fonts: [(look: Look, colour: UInt32?)] = []
    private var looks: [SheetStyles.CellLook] = []
    private var palette: [UInt32] = Self.usual

    private static let limit = 10_000

    /// The look with the index that a cell has.
    func look(of index: Int) -> SheetStyles.CellLook {
        looks.indices.contains(index) ? looks[index] : SheetStyles.CellLook()
    }

    /// Reads a record of the workbook, if it is about looks.
    mutating func take(
        _ record: SheetRecords.Record,
        isWide: Bool,
        text: (ArraySlice<UInt8>) -> String?
    ) {
        let body = record.body
        switch record.code {
        case 0x41E:
            guard body.count > 4, formats.count < Self.limit else { return }
            let code: String?
            if isWide {
                // A length of two bytes, of which the second one is 0.
                code = text([body[2]] + body[4...])
            } else {
                code = text(body[2...])
            }
            if let code { formats[Int(body.number16(0))] = NumberFormat(code) }
        case 0x31, 0x231: takeFont(body, isBold: record.code == 0x31)
        case 0xE0: takeLook(body, isWide: isWide)
        case 0x92:
            for index in 0..<min(56, (body.count - 2) / 4) where body.count > 2 {
                let place = 2 + index * 4
                palette[index] =
                    UInt32(body[place]) << 16 | UInt32(body[place + 1]) << 8
                    | UInt32(body[place + 2])
            }
        default: break
        }
    }

    private mutating func takeFont(_ body: [UInt8], isBold: Bool) {
        guard body.count >= 8, fonts.count < Self.limit else { return }
        var look: Look = []
        let flags = body.number16(2)
        if flags & 2 != 0 { look.insert(.italic) }
        if flags & 8 != 0 { look.insert(.strike) }
        if isBold ? body.number16(6) >= 600 : flags & 1 != 0 { look.insert(.bold) }
        if isBold, body.count > 10, body[10] & 0x7F != 0 { look.insert(.underline) }
        let colour = self.colour(Int(body.number16(4)))
        // The font with the index 4 does not exist.
        if fonts.count == 4 { fonts.append(fonts[0]) }
        fonts.append((look, colour.flatMap { Self.brightness($0) <= 480 ? $0 : nil }))
    }

    private mutating func takeLook(_ body: [UInt8], isWide: Bool) {
        guard body.count >= 16, looks.count < Self.limit else { return }
        var look = SheetStyles.CellLook()
        let (font, format) = (Int(body.number16(0)), Int(body.number16(2)))
        if let known = formats[format] {
            look.format = known
        } else if let code = NumberFormat.builtIn(format) {
            let known = NumberFormat(code)
            formats[format] = known
            look.format = known
        }
        if fonts.indices.contains(font) { (look.look, look.colour) = fonts[font] }
        switch body[6] & 7 {
        case 1: look.alignment = .start
        case 2, 6: look.alignment = .center
        case 3: look.alignment = .end
        default: break
        }
        if isWide, body.count >= 20, body.number16(16) >> 10 == 1 {
            // A solid fill.
            fill(&look, Int(body.number16(18) & 0x7F))
        } else if !isWide, body[10] & 0x3F == 1 {
            fill(&look, Int(body.number16(8) & 0x7F))
        }
        looks.append(look)
    }

    private func fill(_ look: inout SheetStyles.CellLook, _ index: Int) {
        guard let colour = colour(index), colour != 0xFF_FFFF else { return }
        look.fill = Self.brightness(colour) > 480 ? colour : 0xE4_E4EA
    }

    private func colour(_ index: Int) -> UInt32? {
        switch index {
        case 0..<8: Self.usual[index]
        case 8..<64: palette[index - 8]
        default: nil
        }
    }

    private static func brightness(_ colour: UInt32) -> UInt32 {
        (colour >> 16 & 255) + (colour >> 8 & 255) + (colour & 255)
    }

    /// The palette of Excel 97.
    private static let usual: [UInt32] = [
        0x000000, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFF00FF, 0x00FFFF, 0x800000,
        0x008000, 0x000080, 0x808000, 0x800080, 0x008080, 0xC0C0C0, 0x808080, 0x9999FF, 0x993366,
        0xFFFFCC, 0xCCFFFF, 0x660066, 0xFF8080, 0x0066CC, 0xCCCCFF, 0x000080, 0xFF00FF, 0xFFFF00,
        0x00FFFF, 0x800080, 0x800000, 0x008080, 0x0000FF, 0x00CCFF, 0xCCFFFF, 0xCCFFCC, 0xFFFF99,
        0x99CCFF, 0xFF99CC, 0xCC99FF, 0xFFCC99, 0x3366FF, 0x33CCCC, 0x99CC00, 0xFFCC00, 0xFF9900,
        0xFF6600, 0x666699, 0x969696, 0x003366, 0x339966, 0x003300, 0x333300, 0x993300, 0x993366,
        0x333399, 0x333333,
    ]
}
