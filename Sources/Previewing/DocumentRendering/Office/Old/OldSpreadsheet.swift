import PreviewHelper
import PreviewModel

/// A workbook of Excel 2 to 2003 ([MS-XLS]): the cells of its sheets, each of which begins a page.
final class OldSpreadsheet {
    private struct Sheet {
        var name: String
        var place: Int
    }

    private var records: SheetRecords
    private var sheets: [Sheet] = []
    private var texts: [String] = []
    private var looks = OldSheetLooks()
    private var from1904 = false
    private var isWide = false
    private var codePage = "WINDOWS-1252"
    private var table = Table(kind: .sheet)
    private var merged: [(row: Int, columns: ClosedRange<Int>)] = []
    /// Where the text that the next record has belongs.
    private var formula: (row: Int, column: Int, look: Int)?

    private static var sheetsLimit: Int { ReadingExtent.limit(60, whole: 1_000) }
    private static var textsLimit: Int { ReadingExtent.limit(20_000, whole: 2_000_000) }
    /// The most records of a workbook that are read.
    private static var recordsLimit: Int { ReadingExtent.limit(1_000_000, whole: 20_000_000) }

    /// Reports the sheets that have cells until the sink returns false.
    static func read(
        _ descriptor: Int32,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        guard let file = FilePart(whole: descriptor) else {
            throw DocumentProblemError(.damaged(why: .init(.cannotBeRead)))
        }
        if let compound = CompoundFile(file) {
            guard
                let stream = CompoundStream("Workbook", in: compound)
                    ?? CompoundStream("Book", in: compound)
            else { throw DocumentProblemError(.damaged(why: .init(.noSheet))) }
            try OldSpreadsheet(SheetRecords(stream)).readAll(into: sink)
        } else {
            try OldSpreadsheet(SheetRecords(file)).readAll(into: sink)
        }
    }

    private init(_ records: SheetRecords) { self.records = records }

    private func readAll(into sink: (Block) -> Bool) throws(DocumentProblemError) {
        let start = records.place
        // BOF, of which each version has its own code.
        guard let first = records.next(), first.code & 0xFF == 9, first.body.count >= 4 else {
            throw DocumentProblemError(.damaged(why: .init(.noSheet)))
        }
        isWide = first.code == 0x809 && first.body.number16(0) == 0x600
        try readGlobals()
        // Excel 2 to 4 have one sheet and nothing around it.
        if sheets.isEmpty { sheets = [Sheet(name: "", place: start)] }
        var isFirst = true
        for sheet in sheets {
            records.place = sheet.place
            (table, merged, formula) = (Table(kind: .sheet), [], nil)
            readCells()
            table.join(merged)
            guard Spreadsheet.emit(table, named: sheet.name, isFirst: isFirst, into: sink) else {
                return
            }
            if !table.rows.isEmpty { isFirst = false }
        }
    }

    private func readGlobals() throws(DocumentProblemError) {
        for _ in 0..<Self.recordsLimit {
            guard let record = records.next(), record.code != 0x0A else { return }
            let body = record.body
            switch record.code {
            case 0x2F: throw DocumentProblemError(.encrypted)
            case 0x22: from1904 = body.first == 1
            case 0x42: if body.count >= 2 { setCodePage(Int(body.number16(0))) }
            case 0x85: takeSheet(body)
            case 0xFC: readTexts(body)
            default: looks.take(record, isWide: isWide) { self.text($0) }
            }
        }
    }

    private func setCodePage(_ number: Int) {
        switch number {
        case 1200, 1252, 367: break
        case 10_000: codePage = "MACINTOSH"
        case 1250...1258: codePage = "WINDOWS-\(number)"
        case 932, 936, 949, 950, 874, 437...866: codePage = "CP\(number)"
        default: break
        }
    }

    private func takeSheet(_ body: [UInt8]) {
        // Visible worksheets only.
        guard body.count > 7, body[4] & 3 == 0, body[5] == 0 else { return }
        guard sheets.count < Self.sheetsLimit else { return ReadingExtent.noteOmission() }
        let count = Int(body[6])
        let name = isWide ? wide(body, at: 7, count: count) : narrow(body, at: 7, count: count)
        sheets.append(Sheet(name: name ?? "", place: Int(body.number32(0))))
    }

    private func readTexts(_ body: [UInt8]) {
        guard body.count >= 8 else { return }
        let count = min(Int(body.number32(4)), Self.textsLimit)
        var strings = SheetStrings([body] + records.continuations(limit: 1 << 16), skipping: 8)
        while texts.count < count, let text = strings.next() { texts.append(text) }
    }

    // MARK: Strings

    /// A string of Excel 97 and later, after its length.
    private func wide(_ body: [UInt8], at place: Int, count: Int) -> String? {
        guard place < body.count else { return nil }
        let isWide = body[place] & 1 != 0
        var start = place + 1
        if body[place] & 8 != 0 { start += 2 }
        if body[place] & 4 != 0 { start += 4 }
        let size = isWide ? 2 : 1
        let available = min(count, (body.count - start) / size)
        guard available >= 0 else { return nil }
        let units = (0..<available).map {
            isWide ? body.number16(start + $0 * 2) : UInt16(body[start + $0])
        }
        return String(decoding: units, as: UTF16.self)
    }

    private func narrow(_ body: [UInt8], at place: Int, count: Int) -> String? {
        guard place <= body.count else { return nil }
        let bytes = body[place..<min(body.count, place + count)]
        return TextDecoding.convert(bytes, from: codePage)
            ?? String(decoding: bytes, as: UTF8.self)
    }

    /// A string with a length of a byte, such as the name of a font or a format.
    private func text(_ body: ArraySlice<UInt8>) -> String? {
        let bytes = Array(body)
        guard let count = bytes.first else { return nil }
        return isWide
            ? wide(bytes, at: 1, count: Int(count)) : narrow(bytes, at: 1, count: Int(count))
    }

    // MARK: Cells

    private func readCells() {
        var depth = 0
        for _ in 0..<Self.recordsLimit {
            guard let record = records.next() else { return }
            let code = record.code
            // Charts within a sheet have records of their own.
            if code & 0xFF == 9, code <= 0x809 { depth += 1 }
            if code == 0x0A {
                depth -= 1
                guard depth > 0 else { return }
            }
            if depth < 2 { takeCell(code, record.body) }
        }
        ReadingExtent.noteOmission()
    }

    private func takeCell(_ code: UInt16, _ body: [UInt8]) {
        if code == 0x207, let formula {
            self.formula = nil
            guard body.count >= 3 else { return }
            let count = Int(body.number16(0))
            put(
                isWide ? wide(body, at: 2, count: count) : narrow(body, at: 2, count: count),
                formula
            )
            return
        }
        if code == 0xE5 { return takeMerged(body) }
        if code == 0x7D { return takeWidth(body) }
        guard body.count >= 6 else { return }
        var place = (
            row: Int(body.number16(0)), column: Int(body.number16(2)),
            look: Int(body.number16(4))
        )
        switch code {
        case 0xFD:
            guard body.count >= 10 else { return }
            let index = Int(body.number32(6))
            if texts.indices.contains(index) { put(texts[index], place) }
        case 0x204, 0xD6:
            guard body.count >= 8 else { return }
            let count = Int(body.number16(6))
            put(isWide ? wide(body, at: 8, count: count) : narrow(body, at: 8, count: count), place)
        case 0x203: if let number = double(body, 6) { put(number, place) }
        case 0x27E: if body.count >= 10 { put(Self.compressed(body.number32(6)), place) }
        case 0xBD:
            for index in 0..<((body.count - 6) / 6) {
                place.look = Int(body.number16(4 + index * 6))
                put(Self.compressed(body.number32(6 + index * 6)), place)
                place.column += 1
            }
        case 0x205:
            guard body.count >= 8 else { return }
            put(body[7] != 0 ? Self.error(body[6]) : body[6] != 0 ? "TRUE" : "FALSE", place)
        case 0x06, 0x206, 0x406: takeFormula(body, place)
        // Excel 2 has attributes of three bytes in place of an index.
        case 0x02:
            if body.count >= 9 { put(Double(body.number16(7)), (place.row, place.column, 0)) }
        case 0x03: if let number = double(body, 7) { put(number, (place.row, place.column, 0)) }
        case 0x04:
            guard body.count >= 8 else { return }
            put(narrow(body, at: 8, count: Int(body[7])), (place.row, place.column, 0))
        default: break
        }
    }

    private func takeFormula(_ body: [UInt8], _ place: (row: Int, column: Int, look: Int)) {
        guard body.count >= 14 else { return }
        guard body[12] == 0xFF, body[13] == 0xFF else {
            if let number = double(body, 6) { put(number, place) }
            return
        }
        switch body[6] {
        // The text of the result follows.
        case 0: formula = place
        case 1: put(body[8] != 0 ? "TRUE" : "FALSE", place)
        case 2: put(Self.error(body[8]), place)
        default: break
        }
    }

    private func double(_ body: [UInt8], _ place: Int) -> Double? {
        guard body.count >= place + 8 else { return nil }
        let bits = UInt64(body.number32(place)) | UInt64(body.number32(place + 4)) << 32
        return Double(bitPattern: bits)
    }

    /// A number in four bytes ([MS-XLS] 2.5.217).
    static func compressed(_ word: UInt32) -> Double {
        let isInteger = word & 2 != 0
        let number =
            isInteger
            ? Double(Int32(bitPattern: word) >> 2)
            : Double(bitPattern: UInt64(word & 0xFFFF_FFFC) << 32)
        return word & 1 != 0 ? number / 100 : number
    }

    static func error(_ code: UInt8) -> String {
        switch code {
        case 0x00: "#NULL!"
        case 0x07: "#DIV/0!"
        case 0x0F: "#VALUE!"
        case 0x17: "#REF!"
        case 0x1D: "#NAME?"
        case 0x24: "#NUM!"
        default: "#N/A"
        }
    }

    private func put(_ text: String?, _ place: (row: Int, column: Int, look: Int)) {
        guard let text, !text.isEmpty else { return }
        let look = looks.look(of: place.look)
        let isBoolean = text == "TRUE" || text == "FALSE"
        put(look.format.written(text), look, isBoolean ? .center : .start, place)
    }

    private func put(_ number: Double, _ place: (row: Int, column: Int, look: Int)) {
        let look = looks.look(of: place.look)
        put(look.format.written(number, from1904: from1904), look, .end, place)
    }

    private func put(
        _ written: NumberFormat.Written,
        _ look: SheetStyles.CellLook,
        _ alignment: TextStyle.Alignment,
        _ place: (row: Int, column: Int, look: Int)
    ) {
        guard place.row < Spreadsheet.rowsLimit, place.column < TableSetter.columnsLimit else {
            return ReadingExtent.noteOmission()
        }
        let text = ReadingExtent.beginning(of: written.text, 1_000, whole: 131_072)
        let line = TextDecoding.harmless(text).split(separator: "\n").joined(separator: " ")
        var cell = Table.Cell()
        cell.text.append(line, look: look.look, colour: written.colour ?? look.colour)
        cell.alignment = look.alignment ?? alignment
        cell.fill = look.fill
        while table.rows.count <= place.row { table.rows.append([]) }
        while table.rows[place.row].count <= place.column {
            table.rows[place.row].append(Table.Cell())
        }
        table.rows[place.row][place.column] = cell
    }

    private func takeMerged(_ body: [UInt8]) {
        guard body.count >= 2 else { return }
        for index in 0..<min(Int(body.number16(0)), (body.count - 2) / 8) {
            let place = 2 + index * 8
            let (left, right) = (Int(body.number16(place + 4)), Int(body.number16(place + 6)))
            guard left < right, merged.count < 2_000 else { continue }
            merged.append((Int(body.number16(place)), left...right))
        }
    }

    /// The widths of columns, in 256ths of a digit.
    private func takeWidth(_ body: [UInt8]) {
        guard body.count >= 6 else { return }
        let (first, last) = (Int(body.number16(0)), Int(body.number16(2)))
        let width = Double(body.number16(4)) / 256
        guard first <= last, width > 0, width < 256, first < TableSetter.columnsLimit else {
            return
        }
        for column in first...min(last, TableSetter.columnsLimit - 1) {
            table.widths[column] = width * 5.4 + 5
        }
    }
}
