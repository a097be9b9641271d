import PreviewHelper
import PreviewModel

/// An OpenDocument text, spreadsheet, or presentation: its content.xml (ISO/IEC 26300).
final class OpenDocument {
    private typealias Style = OpenDocumentStyle

    let package: OfficePackage
    let sink: (Block) -> Bool
    var styles: OpenDocumentStyles
    private var paragraph = StyledText()
    private var style = TextStyle.body
    private var spans: [Style] = []
    var depth = 0
    /// The paragraphs that contain the open text boxes.
    private var outer: [(paragraph: StyledText, style: TextStyle, fill: UInt32?, spans: [Style])] =
        []
    private var fill: UInt32?
    private var hadBox = false
    var hidden = 0
    private var lists = 0
    private var startsItem = false
    var isSheet = false
    var isPresentation = false
    private var slides = 0
    var isTitle = false
    private var table: Table?
    var nested = 0
    var cell = Table.Cell()
    private var cellRepeats = 1
    /// Whether a cell of the table has lines.
    private var hasLines = false
    private var rowRepeats = 1
    private var emptyRows = 0
    /// The columns of the row that have cells, and the empty ones after them, which are dropped at its end.
    private var (rowWidth, emptyCells) = (0, 0)
    private var body = false
    /// Whether it is a header or a footer.
    private let isRunning: Bool
    /// Where pages begin; `nil` for what is no text.
    var paging: OpenDocumentPaging?

    private var sheetName = ""
    /// The columns of the first cells of the sheet's rows, and the number of its first row.
    private var starts: [Int: Int] = [:]
    private var firstRow = 0
    private var sheetsTold = 0
    private var isSheetFull = false
    private var covered = 0
    private var cellLook = Style()
    /// The default cell styles, by column.
    private var columnStyles: [String?] = []
    var frame: (width: Double, height: Double) = (0, 0)
    /// How many paragraphs are open around each open frame or shape.
    var frames: [Int] = []
    var pictures: [InlinePicture] = []
    /// The picture in letters that is being read.
    var binary: String?
    /// The blocks of the current slide.
    var slide: [Block] = []

    /// - Parameters:
    ///   - package: The document.
    ///   - styles: The styles, for a header or a footer; `nil` for the document itself, which has them.
    ///   - sink: Takes the blocks; returns false for no more of them.
    init(
        _ package: OfficePackage,
        runningIn styles: OpenDocumentStyles? = nil,
        _ sink: @escaping (Block) -> Bool
    ) {
        self.package = package
        self.sink = sink
        self.styles = styles ?? OpenDocumentStyles()
        isRunning = styles != nil
        body = isRunning
    }

    /// Emits the blocks of a document until the sink returns false.
    static func read(
        _ package: OfficePackage,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        guard package.has("content.xml") else {
            throw DocumentProblemError(.damaged(why: .init(.noBody)))
        }
        // In an encrypted document, the parts exist but are not XML.
        var encrypted = false
        try package.scan("META-INF/manifest.xml") { event in
            if case .begin("encryption-data", _) = event { encrypted = true }
            return !encrypted
        }
        if encrypted { throw DocumentProblemError(.encrypted) }
        let reader = OpenDocument(package, sink)
        try package.scan("styles.xml") { reader.takeStyle($0) }
        try package.scan("content.xml") { reader.take($0) }
        _ = reader.endSheet()
    }

    private func takeStyle(_ event: XMLScanner.Event) -> Bool {
        styles.take(event)
        return true
    }

    func take(_ event: XMLScanner.Event) -> Bool {
        guard body else {
            if case .begin("body", _) = event { body = true }
            return takeStyle(event)
        }
        switch event {
        case .begin(let name, let attributes): return begin(name, attributes)
        case .text(let words):
            if binary != nil {
                guard (binary?.utf8.count ?? 0) < SizeLimit.embeddedPicture * 4 / 3 else { break }
                binary?.append(words)
            } else if depth > 0, hidden == 0 {
                append(words.split(separator: "\n").joined(separator: " "))
            }
        case .end(let name): return end(name)
        }
        return true
    }

    private func append(_ words: String) {
        var look: Look = []
        var (colour, size): (UInt32?, Double?) = (nil, nil)
        for span in spans {
            look.formUnion(span.look)
            colour = span.colour ?? colour
            size = span.size ?? size
        }
        if isSheet, nested > 0 {
            look.formUnion(cellLook.look)
            colour = colour ?? cellLook.colour
        }
        // Nearly white text is meant for a background that is not drawn.
        if let color = colour, (color >> 16 & 255) + (color >> 8 & 255) + (color & 255) > 600 {
            colour = nil
        }
        if isPresentation || isSheet { size = nil }
        paragraph.append(TextDecoding.harmless(words), look: look, colour: colour, size: size)
    }

    private func begin(_ name: String, _ attributes: XMLScanner.Attributes) -> Bool {
        switch name {
        case "text":
            if !isSheet, !isPresentation, !isRunning { paging = paging ?? OpenDocumentPaging() }
        case "spreadsheet": isSheet = true
        case "presentation": isPresentation = true
        case "page":
            slides += 1
            slide = []
        case "image": takePicture(attributes["href"])
        case "binary-data": binary = hidden == 0 ? "" : nil
        case "frame": beginFrame(attributes)
        case _ where Self.shapes.contains(name): frames.append(depth)
        case "notes", "annotation", "tracked-changes", "forms", "note", "changed-region", "desc":
            hidden += 1
        // In a frame, not in its text.
        case "title" where frames.last == depth: hidden += 1
        case "page-number" where isRunning:
            append(String(StyledText.pageNumber))
            hidden += 1
        case "p", "h": return beginParagraph(name, attributes)
        case "span", "a": spans.append(styles.resolved(attributes["style-name"]))
        case "s":
            append(String(repeating: " ", count: max(0, min(80, attributes.number("c") ?? 1))))
        case "tab": append("\t")
        case "line-break": append("\n")
        case "list": lists += 1
        case "list-item": startsItem = true
        case "table":
            guard beginPage(styles.resolved(attributes["style-name"])) else { return false }
            nested += 1
            if nested == 1 {
                table = Table(kind: isSheet ? .sheet : .document)
                (sheetName, isSheetFull, emptyRows) = (attributes["name"] ?? "", false, 0)
                (columnStyles, hasLines) = ([], false)
                beginSheet()
            }
        case "table-column": if nested == 1, isSheet { beginColumn(attributes) }
        case "table-row":
            rowRepeats = attributes.number("number-rows-repeated") ?? 1
            (emptyCells, rowWidth) = (0, 0)
            if nested == 1, !isSheetFull { table?.rows.append([]) }
        case "table-cell", "covered-table-cell":
            if nested == 1 { beginCell(attributes) }
        default: break
        }
        return true
    }

    private func beginParagraph(_ name: String, _ attributes: XMLScanner.Attributes) -> Bool {
        let resolved = styles.resolved(attributes["style-name"])
        guard beginPage(resolved) else { return false }
        // A text box stands in the paragraph to which it is anchored.
        if depth > 0 { outer.append((paragraph, style, fill, spans)) }
        depth += 1
        paragraph = StyledText()
        spans = []
        style = name == "h" ? .heading(attributes.number("outline-level") ?? 1) : .body
        fill = resolved.fill
        style.look.formUnion(resolved.look)
        if isPresentation {
            style.size = isTitle ? 30 : 18
            if isTitle { style.look.insert(.bold) }
            style.after = isTitle ? 14 : 7
        } else if let size = resolved.size {
            style.size = size
        }
        if let colour = resolved.colour, !isPresentation { style.colour = colour }
        if let alignment = resolved.alignment { style.alignment = alignment }
        return true
    }

    private func beginCell(_ attributes: XMLScanner.Attributes) {
        cell = Table.Cell()
        let column = rowWidth + emptyCells
        let usual = columnStyles.indices.contains(column) ? columnStyles[column] : nil
        cellLook = isSheet ? styles.resolved(attributes["style-name"] ?? usual) : Style()
        if !isSheet {
            let look = styles.resolved(attributes["style-name"])
            cell.fill = look.fill
            if look.hasLines ?? false { hasLines = true }
        }
        cell.span = max(1, min(26, attributes.number("number-columns-spanned") ?? 1))
        cellRepeats = attributes.number("number-columns-repeated") ?? 1
        if ["float", "percentage", "currency"].contains(attributes["value-type"] ?? "") {
            cell.alignment = .end
        }
    }

    private func beginColumn(_ attributes: XMLScanner.Attributes) {
        let width = styles.resolved(attributes["style-name"]).width
        let limit = TableSetter.columnsLimit + 1_024
        for _ in 0..<max(1, min(limit, attributes.number("number-columns-repeated") ?? 1))
        where columnStyles.count < limit {
            if let width, width > 0 { table?.widths[columnStyles.count] = width }
            columnStyles.append(attributes["default-cell-style-name"])
        }
    }

    private func end(_ name: String) -> Bool {
        switch name {
        case "frame": _ = frames.popLast()
        case _ where Self.shapes.contains(name): _ = frames.popLast()
        case "notes", "annotation", "tracked-changes", "forms", "note", "changed-region", "desc":
            hidden = max(0, hidden - 1)
        case "title" where frames.last == depth: hidden = max(0, hidden - 1)
        case "page-number" where isRunning: hidden = max(0, hidden - 1)
        case "p", "h":
            depth = max(0, depth - 1)
            defer {
                if let open = outer.popLast() {
                    (paragraph, style, fill, spans) = open
                } else {
                    paragraph = StyledText()
                }
            }
            return endParagraph()
        case "binary-data":
            endBinary()
            binary = nil
        case "span", "a": _ = spans.popLast()
        case "list": lists = max(0, lists - 1)
        case "table-cell", "covered-table-cell": if nested == 1 { endCell(name) }
        case "table-row": if nested == 1 { return endRow() }
        case "table":
            nested = max(0, nested - 1)
            if nested == 0 { return endSheet() }
        case "page": return endSlide()
        default: break
        }
        return true
    }

    private func endParagraph() -> Bool {
        guard hidden == 0 else { return true }
        if nested > 0 {
            if !cell.text.isEmpty { cell.text.append(isSheet ? " " : "\n") }
            cell.text.append(paragraph)
            return true
        }
        // The paragraph around a box or a picture often holds nothing else.
        if depth == 0, hadBox, !paragraph.isVisible, pictures.isEmpty {
            hadBox = false
            return true
        }
        hadBox = depth > 0
        var block = Paragraph(paragraph, style)
        block.fill = fill
        if lists > 0 {
            block.style.indent = 20 * Double(min(8, lists))
            block.style.after = isPresentation ? 7 : 3
            if startsItem, !paragraph.isEmpty { block.marker = "\u{2022}" }
            startsItem = false
        }
        if isPresentation {
            if slide.count < 400, paragraph.isVisible { slide.append(.text(block)) }
            return true
        }
        let pictures = pictures
        self.pictures = []
        if pictures.isEmpty || paragraph.isVisible {
            guard sink(.text(block)) else { return false }
        }
        let isDone = pictures.allSatisfy { picture in
            var picture = picture
            picture.alignment = block.style.alignment
            return sink(.picture(picture))
        }
        return isDone && (!paragraph.isVisible && pictures.isEmpty || emitLater())
    }

    private func endCell(_ name: String) {
        guard let row = table?.rows.indices.last else { return }
        guard !isSheetFull else { return cell.text.isEmpty ? () : ReadingExtent.noteOmission() }
        if name == "covered-table-cell", !isSheet { return }
        var count = max(1, min(cellRepeats, TableSetter.columnsLimit))
        if name == "covered-table-cell" {
            let taken = min(count, covered)
            (count, covered) = (count - taken, covered - taken)
        } else {
            covered = cell.span - 1
        }
        if isSheet, cell.isEmpty {
            emptyCells = min(emptyCells + max(1, min(cellRepeats, 16_384)), 16_384)
            return
        }
        if isSheet, table?.rows[row].isEmpty == true {
            // The cells before the first one of all rows are not shown.
            starts[row] = emptyCells
            (rowWidth, emptyCells) = (emptyCells, 0)
        }
        let empty = min(emptyCells, TableSetter.columnsLimit)
        let between = [Table.Cell](repeating: Table.Cell(), count: empty)
        emptyCells = 0
        for cell in between + [Table.Cell](repeating: cell, count: count) {
            guard (table?.rows[row].count ?? 0) < TableSetter.columnsLimit else {
                return cell.text.isEmpty ? () : ReadingExtent.noteOmission()
            }
            table?.rows[row].append(cell)
            rowWidth += cell.span
        }
    }

    private func endRow() -> Bool {
        guard isSheet, let count = table?.rows.count else {
            // A very long table is emitted in parts.
            guard var part = table, part.rows.count > 200 else { return true }
            part.hasLines = hasLines
            table?.rows = []
            return sink(.table(part))
        }
        guard !isSheetFull else { return true }
        let last = table?.rows.last ?? []
        let isEmpty = last.allSatisfy { $0.text.isEmpty }
        if isEmpty, count == 1 {
            // Nor are the rows before the first one with cells.
            table?.rows = []
            firstRow = min(firstRow + max(1, rowRepeats), 1 << 30)
            return true
        }
        let limit = isEmpty ? 100 : ReadingExtent.limit(100, whole: 10_000)
        if !isEmpty, rowRepeats > limit { ReadingExtent.noteOmission() }
        for _ in 1..<max(2, min(rowRepeats, limit)) where rowRepeats > 1 {
            starts[table?.rows.count ?? 0] = starts[count - 1]
            table?.rows.append(last)
        }
        if isEmpty { emptyRows += min(rowRepeats, limit) } else { emptyRows = 0 }
        let emptyLimit = ReadingExtent.limit(200, whole: 10_000)
        isSheetFull = count >= Spreadsheet.rowsLimit || emptyRows >= emptyLimit
        return true
    }

    private func endSheet() -> Bool {
        guard var done = table else { return true }
        table = nil
        done.dropEmptyRows()
        done.hasLines = isSheet || hasLines
        if isSheet {
            done.begin(starts: starts, firstRow: firstRow)
            done.dropEmptyColumns()
            let isFirst = sheetsTold == 0
            if !done.rows.isEmpty { sheetsTold += 1 }
            return Spreadsheet.emit(done, named: sheetName, isFirst: isFirst, into: sink)
        }
        guard isPresentation else { return sink(.table(done)) && emitLater() }
        slide.append(.table(done))
        return true
    }

    private func beginSheet() { (starts, firstRow) = ([:], 0) }
}
