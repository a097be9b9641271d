import PreviewModel

/// A Word document (ECMA-376, part 1, 17): paragraphs, headings, lists and tables.
final class WordDocument {
    /// What a named style says.
    private struct Style {
        var name = ""
        var parent: String?
        var look: Look = []
        var size: Double?
        var alignment: TextStyle.Alignment?
    }

    private let sink: (Block) -> Bool
    private var styles: [String: Style] = [:]
    private var paragraph = StyledText()
    private var style = TextStyle.body
    private var styleName = ""
    private var listLevel: Int?
    private var look: Look = []
    private var size: Double?
    private var colour: UInt32?
    private var hidden = 0
    private var inText = false
    private var inRun = false
    private var isVanished = false
    private var inParagraphProperties = false
    private var tables: [Table] = []
    private var cell = Table.Cell()
    private var breaksPage = false
    /// The paragraphs in which boxes of text lie that are open.
    private var outer: [(StyledText, TextStyle, String, Int?)] = []

    private init(_ sink: @escaping (Block) -> Bool) { self.sink = sink }

    /// Tells the blocks of a document until nobody wants more.
    static func read(
        _ package: OfficePackage,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) {
        let part = try package.mainPart("officeDocument") ?? "word/document.xml"
        guard package.has(part) else {
            throw DocumentProblemError(.damaged(why: "Its text is missing."))
        }
        let reader = WordDocument(sink)
        let folder = part.split(separator: "/").dropLast().joined(separator: "/")
        try reader.readStyles(package, "\(folder)/styles.xml")
        try package.scan(part) { reader.take($0) }
        // Of a document of which the beginning alone was read, something may be open.
        if !reader.paragraph.isEmpty { _ = reader.endParagraph() }
        if let table = reader.tables.first { _ = sink(.table(table)) }
    }

    private func readStyles(_ package: OfficePackage, _ part: String) throws(DocumentProblemError) {
        var id: String?
        var inDefaults = false
        try package.scan(part) { [self] event in
            guard case .begin(let name, let attributes) = event else {
                switch event {
                case .end("style"): id = nil
                case .end("docDefaults"): inDefaults = false
                default: break
                }
                return true
            }
            switch name {
            case "docDefaults": inDefaults = true
            case "style":
                id = attributes["styleId"]
                if let id, styles.count < 2_000 { styles[id] = Style() }
            case "sz" where inDefaults: break
            case "name": if let id { styles[id]?.name = attributes["val"]?.lowercased() ?? "" }
            case "basedOn": if let id { styles[id]?.parent = attributes["val"] }
            case "b": if let id, Self.isOn(attributes) { styles[id]?.look.insert(.bold) }
            case "i": if let id, Self.isOn(attributes) { styles[id]?.look.insert(.italic) }
            case "sz": if let id { styles[id]?.size = Self.size(attributes) }
            case "jc": if let id { styles[id]?.alignment = Self.alignment(attributes) }
            default: break
            }
            return true
        }
    }

    private static func isOn(_ attributes: XMLScanner.Attributes) -> Bool {
        !["0", "false", "off", "none"].contains(attributes["val"] ?? "1")
    }

    /// Half points, within what is readable on a page.
    private static func size(_ attributes: XMLScanner.Attributes) -> Double? {
        attributes.number("val").map { min(72, max(5, Double($0) / 2)) }
    }

    private static func alignment(_ attributes: XMLScanner.Attributes) -> TextStyle.Alignment? {
        switch attributes["val"] {
        case "center": .center
        case "right", "end": .end
        case "both", "distribute": .justify
        case "left", "start": .start
        default: nil
        }
    }

    private func take(_ event: XMLScanner.Event) -> Bool {
        switch event {
        case .begin(let name, let attributes): begin(name, attributes)
        case .text(let words):
            if inText, hidden == 0, !isVanished { append(TextDecoding.harmless(words)) }
            // A paragraph without end is told in parts, so that a full page ends the reading.
            if paragraph.string.utf8.count > StyledText.limit * 3 / 4 {
                defer { paragraph = StyledText() }
                return endParagraph()
            }
        case .end(let name): return end(name)
        }
        return true
    }

    private func append(_ words: String) {
        paragraph.append(words, look: look, colour: colour, size: size)
    }

    private func begin(_ name: String, _ attributes: XMLScanner.Attributes) {
        switch name {
        case "p":
            paragraph = StyledText()
            style = .body
            (styleName, listLevel) = ("", nil)
        case "pPr": inParagraphProperties = true
        case "pStyle": apply(attributes["val"] ?? "")
        case "ilvl": listLevel = max(0, min(8, attributes.number("val") ?? 0))
        case "numId": listLevel = attributes["val"] == "0" ? nil : listLevel ?? 0
        case "jc" where inParagraphProperties:
            if let alignment = Self.alignment(attributes) { style.alignment = alignment }
        case "pageBreakBefore": breaksPage = Self.isOn(attributes)
        case "r": (look, size, colour, inRun, isVanished) = ([], nil, nil, true, false)
        case "t": inText = true
        case "tab" where inRun: append("\t")
        case "br": if attributes["type"] == "page" { breaksPage = true } else { append("\n") }
        case "cr": append("\n")
        case "noBreakHyphen": append("\u{2011}")
        case "del", "instrText", "Fallback": hidden += 1
        case "txbxContent": beginBox()
        case "tbl": if tables.count < 8 { tables.append(Table(kind: .document)) }
        case "tr": if !tables.isEmpty { tables[tables.count - 1].rows.append([]) }
        case "tc": if tables.count == 1 { cell = Table.Cell() }
        case "gridSpan": cell.span = max(1, min(26, attributes.number("val") ?? 1))
        case "shd": if tables.count == 1 { shade(attributes["fill"]) }
        default: if inRun { beginRunProperty(name, attributes) }
        }
    }

    private func beginRunProperty(_ name: String, _ attributes: XMLScanner.Attributes) {
        let added: Look
        switch name {
        case "b": added = .bold
        case "i": added = .italic
        case "u": added = .underline
        case "strike": added = .strike
        case "vertAlign":
            added =
                attributes["val"] == "superscript"
                ? .raised : attributes["val"] == "subscript" ? .lowered : []
        case "vanish":
            isVanished = Self.isOn(attributes)
            return
        case "sz":
            size = Self.size(attributes)
            return
        case "color":
            colour = attributes["val"].flatMap { UInt32($0, radix: 16) }.map { $0 & 0xFFFFFF }
            return
        default: return
        }
        if Self.isOn(attributes) { look.formUnion(added) } else { look.subtract(added) }
    }

    private func shade(_ fill: String?) {
        guard let fill, fill.count == 6, let colour = UInt32(fill, radix: 16) else { return }
        // Dark fills would hide the text, whose own colour may come from a theme that is not read.
        let brightness = (colour >> 16 & 255) + (colour >> 8 & 255) + (colour & 255)
        cell.fill = brightness > 480 ? colour : 0xE4E4EA
    }

    /// Applies a named style and those that it is based on.
    private func apply(_ id: String) {
        var chain: [Style] = []
        var next: String? = id
        while let id = next, let style = styles[id], chain.count < 12 {
            chain.append(style)
            next = style.parent
        }
        let name = chain.first?.name ?? id.lowercased()
        styleName = name
        if let level = chain.lazy.compactMap({ Self.level($0.name) }).first ?? Self.level(name) {
            style = .heading(level)
        }
        for parent in chain.reversed() {
            style.look.formUnion(parent.look)
            if let size = parent.size { style.size = size }
            if let alignment = parent.alignment { style.alignment = alignment }
        }
        if name.hasPrefix("list") { listLevel = listLevel ?? 0 }
    }

    private static func level(_ name: String) -> Int? {
        if name == "title" { return 1 }
        if name == "subtitle" { return 3 }
        let prefix = ["heading ", "heading"].first { name.hasPrefix($0) }
        guard let prefix, let level = Int(name.dropFirst(prefix.count)) else { return nil }
        return level
    }

    private func end(_ name: String) -> Bool {
        switch name {
        case "t": inText = false
        case "r": inRun = false
        case "pPr": inParagraphProperties = false
        case "del", "instrText", "Fallback": hidden = max(0, hidden - 1)
        case "txbxContent": endBox()
        case "p" where hidden == 0:
            defer { paragraph = StyledText() }
            return endParagraph()
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

    /// A box of text lies in a paragraph, and has paragraphs of its own, which come first.
    private func beginBox() {
        guard outer.count < 8 else {
            hidden += 1
            return
        }
        outer.append((paragraph, style, styleName, listLevel))
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
            // A table without end is told in parts, so that the memory for it is bounded.
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
        var block = Paragraph(paragraph, style)
        if let listLevel, !paragraph.isEmpty {
            block.marker = ["\u{2022}", "\u{25E6}", "\u{25AA}"][listLevel % 3]
            block.style.indent = 20 * Double(listLevel + 1)
            block.style.after = 3
        }
        return sink(.text(block))
    }
}
