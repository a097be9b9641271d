import PreviewHelper
import PreviewModel

/// An Excel workbook (ECMA-376, part 1, 18): the cells of its sheets, each of which begins a page.
final class Spreadsheet {
    /// The longest value, in bytes: a cell of Excel has 32,767 characters at most.
    private static var valueLimit: Int { ReadingExtent.limit(1_000, whole: 131_072) }
    /// The maximum number of rows of a sheet, and of shared strings, to read.
    static var rowsLimit: Int { ReadingExtent.limit(1_000, whole: 100_000) }
    private static var textsLimit: Int { ReadingExtent.limit(20_000, whole: 2_000_000) }
    /// The maximum number of sheets to read.
    private static var sheetsLimit: Int { ReadingExtent.limit(60, whole: 1_000) }

    private struct Sheet {
        var name: String
        var part: String
    }

    private var texts: [String] = []
    private var styles = SheetStyles()
    private var from1904 = false
    private var table = Table(kind: .sheet)
    private var merged: [(row: Int, columns: ClosedRange<Int>)] = []
    /// The cells of the sheet that say something, and the widths of columns, in the order of the file.
    private var cells: [(row: Int, column: Int, cell: Table.Cell)] = []
    private var widths: [(columns: ClosedRange<Int>, width: Double)] = []
    /// The relationship that names the sheet's drawing.
    private var drawing: String?

    /// Emits the sheets that have cells, each with its name, until the sink returns false.
    static func read(
        _ package: OfficePackage,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        let book = try package.mainPart("officeDocument") ?? "xl/workbook.xml"
        let targets = try package.relationships(of: book)
        let reader = Spreadsheet()
        var sheets: [Sheet] = []
        try package.scan(book) { event in
            guard case .begin(let name, let attributes) = event else { return true }
            if name == "workbookPr" {
                reader.from1904 = ["1", "true"].contains(attributes["date1904"] ?? "")
            }
            if name == "sheet", attributes["state"] ?? "visible" == "visible",
                let part = attributes.prefixed("id").flatMap({ targets[$0] })
            {
                sheets.append(Sheet(name: attributes["name"] ?? "", part: part))
            }
            if sheets.count >= sheetsLimit { ReadingExtent.noteOmission() }
            return sheets.count < sheetsLimit
        }
        if sheets.isEmpty { sheets = [Sheet(name: "", part: "xl/worksheets/sheet1.xml")] }
        guard sheets.contains(where: { package.has($0.part) }) else {
            throw DocumentProblemError(.damaged(why: .init(.noSheet)))
        }
        let folder = book.split(separator: "/").dropLast().joined(separator: "/")
        try reader.readTexts(package, "\(folder)/sharedStrings.xml")
        try reader.styles.read(package, "\(folder)/styles.xml")
        var isFirst = true
        for sheet in sheets {
            (reader.merged, reader.cells, reader.widths) = ([], [], [])
            reader.drawing = nil
            try reader.readCells(package, sheet.part)
            reader.placeCells()
            reader.mergeCells()
            let texts = reader.cellTexts
            let drawn = SheetDrawing.blocks(package, of: sheet.part, drawing: reader.drawing) {
                SheetReference($0)?.texts(in: sheet.name, texts) ?? []
            }
            let isShown = emit(
                reader.table,
                named: sheet.name,
                isFirst: isFirst,
                drawn: drawn,
                into: sink
            )
            guard isShown else { return }
            if !reader.table.rows.isEmpty || !drawn.isEmpty { isFirst = false }
        }
    }

    /// Emits a sheet on a page of its own, and below its cells what is drawn on it; one without either is skipped.
    static func emit(
        _ table: Table,
        named name: String,
        isFirst: Bool,
        drawn: [Block] = [],
        into sink: (Block) -> Bool
    ) -> Bool {
        guard !table.rows.isEmpty || !drawn.isEmpty else { return true }
        if !isFirst { guard sink(.pageBreak) else { return false } }
        let name = TextDecoding.harmless(name)
        if name.contains(where: { !$0.isWhitespace }) {
            var style = TextStyle.heading(4)
            style.before = 0
            style.after = 2
            guard sink(.text(Paragraph(StyledText(name), style))) else { return false }
        }
        guard table.rows.isEmpty || sink(.table(table)) else { return false }
        return drawn.allSatisfy(sink)
    }

    private func readTexts(_ package: OfficePackage, _ part: String) throws(DocumentProblemError) {
        var (text, inText, phonetic) = ("", false, false)
        try package.scan(part) { [self] event in
            switch event {
            case .begin("si", _): text = ""
            case .begin("rPh", _): phonetic = true
            case .end("rPh"): phonetic = false
            case .begin("t", _): inText = !phonetic
            case .end("t"): inText = false
            case .text(let words): if inText { Self.add(words, to: &text) }
            case .end("si"): texts.append(text)
            default: break
            }
            if texts.count >= Self.textsLimit { ReadingExtent.noteOmission() }
            return texts.count < Self.textsLimit
        }
    }

    private func readCells(_ package: OfficePackage, _ part: String) throws(DocumentProblemError) {
        var (column, row) = (0, -1)
        var (kind, value, style) = ("", "", 0)
        var inValue = false
        try package.scan(part) { [self] event in
            switch event {
            case .begin("row", let attributes):
                row = (attributes.number("r") ?? row + 2) - 1
                column = -1
            case .begin("col", let attributes): takeWidth(attributes)
            case .begin("c", let attributes):
                let named = attributes["r"].flatMap(SheetReference.column)
                column = named ?? column + 1
                kind = attributes["t"] ?? "n"
                style = attributes.number("s") ?? 0
                value = ""
            case .begin("v", _), .begin("t", _): inValue = true
            case .end("v"), .end("t"): inValue = false
            case .text(let words): if inValue { Self.add(words, to: &value) }
            case .end("c"):
                put(value, kind: kind, style: style, row: row, column: column)
            case .begin("drawing", let attributes): drawing = attributes.prefixed("id")
            case .begin("mergeCell", let attributes): takeMerged(attributes["ref"] ?? "")
            default: break
            }
            return merged.count < 2_000
        }
    }

    private static func add(_ words: String, to value: inout String) {
        if value.utf8.count < valueLimit { value += words } else { ReadingExtent.noteOmission() }
    }

    /// Records the widths of columns, which the file gives in digits of the default font.
    private func takeWidth(_ attributes: XMLScanner.Attributes) {
        guard let first = attributes.number("min"), let last = attributes.number("max"),
            let width = attributes["width"].flatMap(Double.init), width > 0, width < 256,
            attributes["customWidth"] ?? "0" != "0", first >= 1, last >= first
        else { return }
        guard widths.count < 4_096 else { return }
        widths.append(((first - 1)...(last - 1), width * 5.4 + 5))
    }

    /// Makes the table: of the cells from the first used column and row on, as many as are shown.
    private func placeCells() {
        table = Table(kind: .sheet)
        guard let left = cells.map(\.column).min(), let top = cells.map(\.row).min() else {
            return
        }
        (table.firstColumn, table.firstRow) = (left, top)
        for (row, column, cell) in cells {
            let (row, column) = (row - top, column - left)
            guard row < Self.rowsLimit, column < TableSetter.columnsLimit else {
                ReadingExtent.noteOmission()
                continue
            }
            while table.rows.count <= row { table.rows.append([]) }
            while table.rows[row].count <= column { table.rows[row].append(Table.Cell()) }
            table.rows[row][column] = cell
        }
        let shown = left..<(left + TableSetter.columnsLimit)
        for (columns, width) in widths {
            for column in Range(columns).clamped(to: shown) { table.widths[column - left] = width }
        }
    }

    /// Records a merged range such as "A1:C2", row by row.
    private func takeMerged(_ reference: String) {
        let ends = reference.split(separator: ":").map(String.init)
        guard ends.count == 2, let left = SheetReference.column(ends[0]),
            let right = SheetReference.column(ends[1]),
            let row = Int(ends[0].drop { !$0.isNumber }), left < right,
            right < 16_384, (1...1_048_576).contains(row)
        else { return }
        merged.append((row - 1, left...right))
    }

    /// The texts of the cells by row and column, where something is drawn on the sheet.
    private var cellTexts: [SheetReference.Place: String] {
        guard drawing != nil else { return [:] }
        let pairs = cells.map {
            (SheetReference.Place(row: $0.row, column: $0.column), $0.cell.text.string)
        }
        return Dictionary(pairs) { $1 }
    }

    /// Merges cells within each row; merged cells below the first row are empty anyway.
    private func mergeCells() {
        // From right to left, so that indices to the left stay valid.
        for (row, columns) in merged.sorted(by: { $0.columns.lowerBound > $1.columns.lowerBound }) {
            let row = row - table.firstRow
            let first = columns.lowerBound - table.firstColumn
            guard table.rows.indices.contains(row), table.rows[row].indices.contains(first) else {
                continue
            }
            let end = max(first + 1, min(first + columns.count, table.rows[row].count))
            table.rows[row].removeSubrange((first + 1)..<end)
            table.rows[row][first].span = columns.count
        }
    }

    private func put(_ value: String, kind: String, style: Int, row: Int, column: Int) {
        guard !value.isEmpty else { return }
        // Rows come in their order: those too far below the first one are not shown.
        let last = (cells.first?.row ?? row) + Self.rowsLimit
        guard (0..<1_048_576).contains(row), (0..<16_384).contains(column), row < last,
            cells.count < ReadingExtent.limit(60_000, whole: 8_000_000)
        else { return ReadingExtent.noteOmission() }
        let look = styles.look(of: style)
        let text: NumberFormat.Written
        var alignment = TextStyle.Alignment.start
        switch kind {
        case "s":
            guard let index = Int(value), texts.indices.contains(index) else { return }
            text = look.format.written(texts[index])
        case "b":
            text = NumberFormat.Written(text: value == "1" ? "TRUE" : "FALSE")
            alignment = .center
        case "str", "inlineStr": text = look.format.written(value)
        case "e", "d": text = NumberFormat.Written(text: value)
        default:
            alignment = .end
            text =
                Double(value).map { look.format.written($0, from1904: from1904) }
                ?? NumberFormat.Written(text: value)
        }
        var cell = Table.Cell()
        cell.text.append(
            Self.line(text.text),
            look: look.look,
            colour: text.colour ?? look.colour
        )
        cell.alignment = look.alignment ?? alignment
        cell.fill = look.fill
        cells.append((row, column, cell))
    }

    private static func line(_ text: String) -> String {
        TextDecoding.harmless(text).split(separator: "\n").joined(separator: " ")
    }
}

/// The cell styles of a workbook: its styles.xml (18.8).
struct SheetStyles {
    /// The style of a cell.
    struct CellLook {
        var format = NumberFormat.general
        var look: Look = []
        var colour: UInt32?
        var fill: UInt32?
        var alignment: TextStyle.Alignment?
    }

    private var looks: [CellLook] = []

    /// The style with an index, by which cells refer to it.
    func look(of index: Int) -> CellLook {
        looks.indices.contains(index) ? looks[index] : CellLook()
    }

    /// Reads the part of the styles.
    mutating func read(_ package: OfficePackage, _ part: String) throws(DocumentProblemError) {
        let reader = Reader()
        try package.scan(part) { reader.take($0) }
        looks = reader.looks
    }

    private final class Reader {
        var looks: [CellLook] = []
        private var formats: [Int: NumberFormat] = [:]
        private var fonts: [(look: Look, colour: UInt32?)] = []
        private var fills: [UInt32?] = []
        private var list = ""

        func take(_ event: XMLScanner.Event) -> Bool {
            switch event {
            case .begin(let name, let attributes):
                if ["fonts", "fills", "cellXfs", "dxfs", "cellStyleXfs"].contains(name) {
                    list = name
                } else {
                    begin(name, attributes)
                }
            case .end(let name): if name == list { list = "" }
            default: break
            }
            return looks.count < 10_000 && fonts.count < 10_000 && fills.count < 10_000
        }

        private func begin(_ name: String, _ attributes: XMLScanner.Attributes) {
            let isOn = !["0", "false", "none"].contains(attributes["val"] ?? "1")
            switch (list, name) {
            case (_, "numFmt"):
                guard list != "dxfs", let id = attributes.number("numFmtId"),
                    formats.count < 2_000
                else { return }
                formats[id] = NumberFormat(attributes["formatCode"] ?? "General")
            case ("fonts", "font"): fonts.append(([], nil))
            case ("fonts", "b"): if isOn { change { $0.look.insert(.bold) } }
            case ("fonts", "i"): if isOn { change { $0.look.insert(.italic) } }
            case ("fonts", "strike"): if isOn { change { $0.look.insert(.strike) } }
            case ("fonts", "u"): if isOn { change { $0.look.insert(.underline) } }
            case ("fonts", "color"): change { $0.colour = Self.colour(attributes, below: 480) }
            case ("fills", "fill"): fills.append(nil)
            case ("fills", "fgColor"):
                guard let last = fills.indices.last,
                    let colour = Self.colour(attributes, below: .max)
                else { return }
                // Text of unknown color would be invisible on a dark background.
                fills[last] = Self.brightness(colour) > 480 ? colour : 0xE4E4EA
            case ("cellXfs", "xf"): addLook(attributes)
            case ("cellXfs", "alignment"):
                guard let last = looks.indices.last else { return }
                looks[last].alignment =
                    switch attributes["horizontal"] {
                    case "center", "centerContinuous": .center
                    case "right": .end
                    case "left": .start
                    default: nil
                    }
            default: break
            }
        }

        private func change(_ change: (inout (look: Look, colour: UInt32?)) -> Void) {
            guard let last = fonts.indices.last else { return }
            change(&fonts[last])
        }

        private func addLook(_ attributes: XMLScanner.Attributes) {
            var look = CellLook()
            let id = attributes.number("numFmtId") ?? 0
            if let format = formats[id] {
                look.format = format
            } else if let code = NumberFormat.builtIn(id) {
                let format = NumberFormat(code)
                formats[id] = format
                look.format = format
            }
            if let font = attributes.number("fontId"), fonts.indices.contains(font) {
                (look.look, look.colour) = fonts[font]
            }
            if let fill = attributes.number("fillId"), fill > 1, fills.indices.contains(fill) {
                look.fill = fills[fill]
            }
            looks.append(look)
        }

        private static func brightness(_ colour: UInt32) -> UInt32 {
            (colour >> 16 & 255) + (colour >> 8 & 255) + (colour & 255)
        }

        /// An explicit RGB color that is not brighter than a limit.
        private static func colour(
            _ attributes: XMLScanner.Attributes,
            below limit: UInt32
        ) -> UInt32? {
            guard let text = attributes["rgb"], let colour = UInt32(text.suffix(6), radix: 16),
                brightness(colour) <= limit
            else { return nil }
            return colour
        }
    }
}
