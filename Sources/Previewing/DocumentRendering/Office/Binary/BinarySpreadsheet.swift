import PreviewHelper
import PreviewModel

/// A workbook of Excel in binary records ([MS-XLSB]): the cells of its sheets, each of which begins a page.
final class BinarySpreadsheet {
    private let package: OfficePackage
    private var texts: [String] = []
    private var looks = BinarySheetLooks()
    private var from1904 = false
    private var sheets: [(name: String, part: String)] = []
    private var table = Table(kind: .sheet)
    private var merged: [(row: Int, columns: ClosedRange<Int>)] = []
    private var row = 0

    private static var sheetsLimit: Int { ReadingExtent.limit(60, whole: 1_000) }
    private static var textsLimit: Int { ReadingExtent.limit(20_000, whole: 2_000_000) }
    private static let widthOfDigit = 5.4

    /// The codes of records (2.3.2).
    private enum Code {
        static let row = 0
        static let cells = 2...11
        static let text = 19
        static let columns = 60
        static let properties = 153
        static let sheet = 156
        static let merged = 176
    }

    /// Emits the sheets that have cells, each with its name, until the sink returns false.
    static func read(
        _ package: OfficePackage,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        try BinarySpreadsheet(package).read(into: sink)
    }

    private init(_ package: OfficePackage) { self.package = package }

    private func read(into sink: (Block) -> Bool) throws(DocumentProblemError) {
        let book = try package.mainPart("officeDocument") ?? "xl/workbook.bin"
        let targets = try package.relationships(of: book)
        try scan(book) { takeBook($0, targets) }
        guard sheets.contains(where: { package.has($0.part) }) else {
            throw DocumentProblemError(.damaged(why: .init(.noSheet)))
        }
        let folder = PackagePath.folder(of: book)
        try scan(folder + "sharedStrings.bin") { takeText($0) }
        try scan(folder + "styles.bin") { record in
            looks.take(record)
            return true
        }
        var isFirst = true
        for sheet in sheets {
            (table, merged, row) = (Table(kind: .sheet), [], 0)
            try scan(sheet.part) { takeCell($0) }
            table.join(merged)
            guard Spreadsheet.emit(table, named: sheet.name, isFirst: isFirst, into: sink) else {
                return
            }
            if !table.rows.isEmpty { isFirst = false }
        }
    }

    /// Reports the records of a part until the handler returns false; a missing part has none.
    private func scan(
        _ part: String,
        _ handler: (BinaryRecords.Record) -> Bool
    ) throws(DocumentProblemError) {
        guard let entry = package.archive[part] else { return }
        let bytes: [UInt8]
        do throws(ZipArchive.Failure) {
            bytes = try package.archive.start(of: entry, count: OfficePackage.partLimit)
        } catch {
            throw OfficePackage.problem(error)
        }
        if bytes.count < entry.size { ReadingExtent.noteOmission() }
        var records = BinaryRecords(bytes)
        while let record = records.next() { guard handler(record) else { return } }
    }

    private func takeBook(_ record: BinaryRecords.Record, _ targets: [String: String]) -> Bool {
        switch record.code {
        case Code.properties: from1904 = (record.number(0) ?? 0) & 1 != 0
        case Code.sheet:
            // The state is 0 where the sheet is visible. The first version had four bytes more.
            guard record.number(0) == 0,
                let id = [8, 12].lazy.compactMap({ record.text($0) })
                    .first(where: { targets[$0.words] != nil }),
                let part = targets[id.words], let name = record.text(id.end)
            else { break }
            sheets.append((name.words, part))
        default: break
        }
        if sheets.count >= Self.sheetsLimit { ReadingExtent.noteOmission() }
        return sheets.count < Self.sheetsLimit
    }

    private func takeText(_ record: BinaryRecords.Record) -> Bool {
        guard record.code == Code.text else { return true }
        texts.append(record.text(1)?.words ?? "")
        if texts.count >= Self.textsLimit { ReadingExtent.noteOmission() }
        return texts.count < Self.textsLimit
    }

    // MARK: Cells

    private func takeCell(_ record: BinaryRecords.Record) -> Bool {
        switch record.code {
        case Code.row: row = record.number(0) ?? row
        case Code.cells: putCell(record)
        case Code.columns: takeWidth(record)
        case Code.merged:
            guard let row = record.number(0), let left = record.number(8),
                let right = record.number(12), left < right, merged.count < 2_000
            else { break }
            merged.append((row, left...right))
        default: break
        }
        if row >= Spreadsheet.rowsLimit { ReadingExtent.noteOmission() }
        return row < Spreadsheet.rowsLimit || record.code != Code.row
    }

    /// Takes a value: behind the column and the look, in the form that its code says.
    private func putCell(_ record: BinaryRecords.Record) {
        guard let column = record.number(0), let index = record.number(4) else { return }
        let look = looks.look(of: index & 0xFF_FFFF)
        func number(_ value: Double?) {
            guard let value else { return }
            put(look.format.written(value, from1904: from1904), look, .end, column)
        }
        func text(_ words: String?) {
            guard let words, !words.isEmpty else { return }
            put(look.format.written(words), look, .start, column)
        }
        switch record.code {
        case 2: number(record.number(8).map { OldSpreadsheet.compressed(UInt32(clamping: $0)) })
        case 5, 9: number(record.decimal(8))
        case 6, 8: text(record.text(8)?.words)
        case 7: text(record.number(8).flatMap { texts.indices.contains($0) ? texts[$0] : nil })
        case 3, 11:
            guard record.body.count > 8 else { return }
            put(.init(text: OldSpreadsheet.error(record.body[8])), look, .center, column)
        case 4, 10:
            guard record.body.count > 8 else { return }
            put(.init(text: record.body[8] != 0 ? "TRUE" : "FALSE"), look, .center, column)
        default: break
        }
    }

    private func put(
        _ written: NumberFormat.Written,
        _ look: SheetStyles.CellLook,
        _ alignment: TextStyle.Alignment,
        _ column: Int
    ) {
        guard row < Spreadsheet.rowsLimit, column < TableSetter.columnsLimit else {
            return ReadingExtent.noteOmission()
        }
        let text = ReadingExtent.beginning(of: written.text, 1_000, whole: 131_072)
        let line = TextDecoding.harmless(text).split(separator: "\n").joined(separator: " ")
        var cell = Table.Cell()
        cell.text.append(line, look: look.look, colour: written.colour)
        cell.alignment = look.alignment ?? alignment
        while table.rows.count <= row { table.rows.append([]) }
        while table.rows[row].count <= column { table.rows[row].append(Table.Cell()) }
        table.rows[row][column] = cell
    }

    /// The widths of columns, in 256ths of a digit.
    private func takeWidth(_ record: BinaryRecords.Record) {
        guard let first = record.number(0), let last = record.number(4),
            let width = record.number(8).map({ Double($0) / 256 }), first <= last, width > 0,
            width < 256, first < TableSetter.columnsLimit
        else { return }
        for column in first...min(last, TableSetter.columnsLimit - 1) {
            table.widths[column] = width * Self.widthOfDigit + 5
        }
    }
}
