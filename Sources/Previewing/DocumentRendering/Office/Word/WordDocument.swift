import PreviewHelper
import PreviewModel

/// A Word document (ECMA-376, part 1, 17): paragraphs, headings, lists, and tables.
final class WordDocument {
    private let sink: (Block) -> Bool
    private let package: OfficePackage
    /// The targets of the part's relationships.
    private let targets: [String: String]
    private var numbering = WordNumbering()
    private var sections: [WordSections.Section] = []
    private var section = 0
    private var styles = WordStyles()
    private var paragraph = StyledText()
    private var style = TextStyle.body
    private var styleName = ""
    private var listLevel: Int?
    /// The list to which the paragraph belongs.
    private var list: String?
    private var drawing: (width: Double, height: Double) = (0, 0)
    private var isBehind = false
    /// The pictures of the paragraph.
    private var pictures: [InlinePicture] = []
    var look: Look = []
    var size: Double?
    var colour: UInt32?
    var hidden = 0
    private var inText = false
    private var inRun = false
    var isVanished = false
    private var inParagraphProperties = false
    private var inBorders = false
    private var tables: [Table] = []
    private var cell = Table.Cell()
    private var breaksPage = false
    /// Whether it is a header or a footer.
    var isRunning = false
    private var pendingRunning = false
    /// The headers and footers of the pages after the first one.
    private var laterRunning: Block?
    /// The open fields: a page number in a header differs from page to page.
    var fields: [Field] = []
    private var instruction = ""
    private var inInstruction = false
    /// The open formula.
    private var formula: MathText?
    /// The background of the paragraph.
    private var fill: UInt32?
    /// The paragraphs that contain the open text boxes.
    private var outer: [(StyledText, TextStyle, String, Int?)] = []

    private init(
        _ package: OfficePackage,
        _ targets: [String: String],
        _ sink: @escaping (Block) -> Bool
    ) {
        self.package = package
        self.targets = targets
        self.sink = sink
    }

    /// Emits the blocks of a document until the sink returns false.
    static func read(
        _ package: OfficePackage,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        let part = try package.mainPart("officeDocument") ?? "word/document.xml"
        guard package.has(part) else {
            throw DocumentProblemError(.damaged(why: .init(.noBody)))
        }
        let targets = try package.relationships(of: part)
        let reader = WordDocument(package, targets, sink)
        let folder = part.split(separator: "/").dropLast().joined(separator: "/")
        reader.styles = try WordStyles(package, "\(folder)/styles.xml")
        // The text is readable without them.
        reader.numbering =
            (try? WordNumbering(package, "\(folder)/numbering.xml")) ?? reader.numbering
        reader.sections = WordSections.read(package, part, targets)
        guard reader.emitRunning() else { return }
        try package.scan(part) { reader.take($0) }
        // If only the beginning of a document was read, elements may still be open.
        if !reader.paragraph.isEmpty { _ = reader.endParagraph() }
        if let table = reader.tables.first { _ = sink(.table(table)) }
    }

    /// The blocks of a header or footer.
    private func running(_ part: String?) -> [Block] {
        guard let part, package.has(part) else { return [] }
        var blocks = RunningBlocks()
        // Each part has its own relationships, for its pictures.
        let relations = (try? package.relationships(of: part)) ?? [:]
        let reader = WordDocument(package, relations) { blocks.take($0) }
        reader.styles = styles
        reader.isRunning = true
        // A damaged header or footer is shown as far as it is readable.
        try? package.scan(part) { reader.take($0) }
        return blocks.visible
    }

    private func emitRunning() -> Bool {
        guard sections.indices.contains(section) else { return true }
        let parts = sections[section]
        let (header, footer) = (running(parts.header), running(parts.footer))
        if let first = parts.first {
            // Those of the first page; the others follow once that has begun.
            laterRunning = .running(header: header, footer: footer)
            return sink(.running(header: running(first.header), footer: running(first.footer)))
        }
        laterRunning = nil
        guard section > 0 || !header.isEmpty || !footer.isEmpty else { return true }
        return sink(.running(header: header, footer: footer))
    }

    private func take(_ event: XMLScanner.Event) -> Bool {
        switch event {
        case .begin(let name, let attributes): begin(name, attributes)
        case .text(let words):
            if inInstruction { instruction += String(words.prefix(200)) }
            if formula != nil {
                formula?.add(TextDecoding.harmless(words))
            } else if inText, hidden == 0, !isVanished {
                append(TextDecoding.harmless(words))
            }
            // Emit a very long paragraph in parts, so that reading ends once the page is full.
            if paragraph.string.utf8.count > StyledText.limit * 3 / 4 {
                defer { paragraph = StyledText() }
                return endParagraph()
            }
        case .end(let name): return end(name)
        }
        return true
    }

    func append(_ words: String) {
        paragraph.append(words, look: look, colour: colour, size: size)
    }

    private func begin(_ name: String, _ attributes: XMLScanner.Attributes) {
        guard formula == nil else { return formula?.begin(name, attributes) ?? () }
        switch name {
        case "oMath": formula = MathText()
        case "p":
            paragraph = StyledText()
            style = .body
            (styleName, listLevel, list, fill) = ("", nil, nil, nil)
        case "pPr": inParagraphProperties = true
        case "pStyle": apply(attributes["val"] ?? "")
        case "ilvl": listLevel = max(0, min(8, attributes.number("val") ?? 0))
        case "numId":
            list = attributes["val"] == "0" ? nil : attributes["val"]
            listLevel = list == nil ? nil : listLevel ?? 0
        case "jc" where inParagraphProperties:
            if let alignment = WordStyles.alignment(attributes) { style.alignment = alignment }
        case "pageBreakBefore": breaksPage = WordStyles.isOn(attributes)
        case "r": (look, size, colour, inRun, isVanished) = ([], nil, nil, true, false)
        case "t": inText = true
        case "tab" where inRun: append("\t")
        case "br": if attributes["type"] == "page" { breaksPage = true } else { append("\n") }
        case "cr": append("\n")
        case "noBreakHyphen": append("\u{2011}")
        // What was deleted is not shown, nor what was moved, at its old place.
        case "del", "moveFrom", "Fallback": hidden += 1
        case "instrText":
            hidden += 1
            (inInstruction, instruction) = (true, "")
        case "fldSimple": beginField(attributes["instr"] ?? "")
        case "fldChar": takeField(attributes["fldCharType"] ?? "")
        case "inline": isBehind = false
        case "anchor": isBehind = attributes["behindDoc"] == "1"
        case "extent":
            drawing = (
                Double(attributes.number("cx") ?? 0) / 12_700,
                Double(attributes.number("cy") ?? 0) / 12_700
            )
        case "shape": drawing = Self.size(ofStyle: attributes["style"] ?? "")
        case "blip": takePicture(attributes.prefixed("embed"))
        case "imagedata": takePicture(attributes.prefixed("id"))
        case "txbxContent": beginBox()
        case "tbl":
            if tables.count < 8 {
                tables.append(Table(kind: .document))
                tables[tables.count - 1].hasLines = false
            }
        case "tr": if !tables.isEmpty { tables[tables.count - 1].rows.append([]) }
        case "tc": if tables.count == 1 { cell = Table.Cell() }
        case "gridSpan": cell.span = max(1, min(26, attributes.number("val") ?? 1))
        case "shd": shade(attributes["fill"])
        case "tblStyle":
            if tables.count == 1, styles.hasLines(attributes["val"] ?? "") {
                tables[0].hasLines = true
            }
        case "tblBorders", "tcBorders": inBorders = true
        case "top", "left", "start", "bottom", "right", "end", "insideH", "insideV":
            if inBorders, tables.count == 1, WordStyles.isLine(attributes) {
                tables[0].hasLines = true
            }
        default: if inRun { beginRunProperty(name, attributes) }
        }
    }

    private func shade(_ fill: String?) {
        guard let fill, fill.count == 6, let colour = UInt32(fill, radix: 16) else { return }
        // Dark fills would hide the text, whose own color may come from a theme that is not read.
        let brightness = (colour >> 16 & 255) + (colour >> 8 & 255) + (colour & 255)
        let shown = brightness > 480 ? colour : 0xE4E4EA
        if tables.isEmpty {
            if inParagraphProperties { self.fill = shown }
        } else if tables.count == 1, !inParagraphProperties, !inRun {
            cell.fill = shown
        }
    }

    /// Applies a named style and those that it is based on.
    private func apply(_ id: String) {
        let chain = styles.chain(from: id)
        let name = chain.first?.name ?? id.lowercased()
        styleName = name
        if let level = chain.lazy.compactMap({ WordStyles.headingLevel($0.name) }).first
            ?? WordStyles.headingLevel(name)
        {
            style = .heading(level)
        }
        for parent in chain.reversed() {
            style.look.formUnion(parent.look)
            if let size = parent.size { style.size = size }
            if let alignment = parent.alignment { style.alignment = alignment }
        }
        if let numbered = chain.first(where: { $0.list != nil }) {
            list = numbered.list == "0" ? nil : numbered.list
            listLevel = list == nil ? nil : numbered.listLevel ?? 0
        } else if name.hasPrefix("list") {
            listLevel = listLevel ?? 0
        }
    }

    private func end(_ name: String) -> Bool {
        if let open = formula {
            if name == "oMath" {
                formula = nil
                (look, size, colour) = ([], nil, nil)
                if hidden == 0 { append(open.text) }
            } else {
                formula?.end(name)
            }
            return true
        }
        switch name {
        case "t": inText = false
        case "r": inRun = false
        case "pPr": inParagraphProperties = false
        case "tblBorders", "tcBorders": inBorders = false
        case "instrText":
            (hidden, inInstruction) = (max(0, hidden - 1), false)
            if let last = fields.indices.last { fields[last].code += instruction }
        case "del", "moveFrom", "Fallback": hidden = max(0, hidden - 1)
        case "txbxContent": endBox()
        case "fldSimple": fieldEnds()
        case "sectPr" where !isRunning && section + 1 < sections.count:
            // The properties belong to the section that ends here; the next one begins.
            section += 1
            pendingRunning = true
        case "p" where hidden == 0:
            defer { paragraph = StyledText() }
            guard endParagraph() else { return false }
            guard pendingRunning else { return true }
            pendingRunning = false
            let breaks = !sections[section].isContinuous
            return (!breaks || sink(.pageBreak)) && emitRunning()
        case "tc":
            if tables.count == 1, let row = tables[0].rows.indices.last {
                tables[0].rows[row].append(cell)
            }
        case "tbl":
            guard let table = tables.popLast(), tables.isEmpty else { break }
            return sink(.table(table))
        default: break
        }
        return true
    }

    private func takePicture(_ id: String?) {
        let (width, height) = drawing
        // Pictures behind the text are backgrounds; pictures smaller than a letter are decoration.
        guard hidden == 0, !isBehind, max(width, height) >= 16,
            let part = id.flatMap({ targets[$0] }),
            let picture = package.picture(part, width: width, height: height)
        else { return }
        if tables.isEmpty ? pictures.count >= 100 : cell.picture != nil {
            ReadingExtent.noteOmission()
        } else if tables.isEmpty {
            pictures.append(picture)
        } else {
            cell.picture = picture
        }
    }

    /// Begins a text box, whose paragraphs are emitted before the one that contains it.
    private func beginBox() {
        guard outer.count < 8 else {
            hidden += 1
            return
        }
        outer.append((paragraph, style, styleName, listLevel))
        list = nil
    }

    private func endBox() {
        guard let open = outer.popLast() else {
            hidden = max(0, hidden - 1)
            return
        }
        (paragraph, style, styleName, listLevel) = open
        inRun = true
    }

    private func endParagraph() -> Bool {
        if !tables.isEmpty {
            if !cell.text.isEmpty { cell.text.append("\n") }
            cell.text.append(paragraph)
            cell.alignment = style.alignment
            // Emit a very long table in parts, to bound its memory.
            if tables.count == 1, tables[0].rows.count > 200 {
                let table = tables[0]
                tables[0].rows = []
                return sink(.table(table))
            }
            return true
        }
        if breaksPage {
            breaksPage = false
            guard sink(.pageBreak) else { return false }
        }
        let pictures = pictures
        self.pictures = []
        if pictures.isEmpty || paragraph.isVisible { guard emit(paragraph) else { return false } }
        if let later = laterRunning, paragraph.isVisible {
            laterRunning = nil
            guard sink(later) else { return false }
        }
        return pictures.allSatisfy { picture in
            var picture = picture
            picture.alignment = style.alignment
            return sink(.picture(picture))
        }
    }

    /// Emits a paragraph, with its number if it is in a list.
    private func emit(_ paragraph: StyledText) -> Bool {
        var block = Paragraph(paragraph, style)
        block.fill = fill
        guard let listLevel, !paragraph.isEmpty else { return sink(.text(block)) }
        let usual = ["\u{2022}", "\u{25E6}", "\u{25AA}"][listLevel % 3]
        let marker = list.flatMap { numbering.next($0, listLevel) }
        if WordStyles.headingLevel(styleName) != nil || style.size > 13 {
            // The number of a heading is part of its text.
            if case .number(let number)? = marker, !number.isEmpty {
                block.text = StyledText(number + " ")
                block.text.append(paragraph)
            }
            return sink(.text(block))
        }
        switch marker {
        case .number(let number)?: block.marker = number
        case .bullet(let sign)?: block.marker = sign ?? usual
        case nil: block.marker = usual
        }
        let room = Double(block.marker?.count ?? 0) * style.size * 0.58 + 9
        block.style.indent = max(20 * Double(listLevel + 1), room)
        block.style.after = 3
        return sink(.text(block))
    }
}
