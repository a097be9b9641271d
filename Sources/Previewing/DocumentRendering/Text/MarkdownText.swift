import CText
import PreviewModel

/// Markdown, laid out.
///
/// Nothing is loaded: pictures that are not in the document, or packed with it, are their descriptions; links are colored
/// words.
final class MarkdownText {
    private static let link: UInt32 = 0x0A5F_C4

    /// The most lines of settings at the top of a text.
    private static let frontMatterLimit = 400

    private let sink: (Block) -> Bool
    /// The number of the last footnote that was shown.
    private var footnotes = 0
    /// The pictures of the document by their addresses.
    private let picture: (String) -> InlinePicture?
    private var text = StyledText()
    /// The open inline styles, such as emphasis.
    private var looks: [Look] = []
    /// The open links, with their addresses.
    private var links: [String?] = []
    /// The pictures that have begun, and where the words in their places begin.
    private var pictures: [(picture: InlinePicture?, start: StyledText)] = []
    private var quotes = 0
    /// The open lists: their next number, or `nil` for bullets.
    private var lists: [Int?] = []
    private var marker: String?
    private var table: Table?
    private var row: [Table.Cell] = []
    private var cellPicture: InlinePicture?
    private var alignment = TextStyle.Alignment.start
    private var wantsMore = true

    private init(
        _ picture: @escaping (String) -> InlinePicture?,
        _ sink: @escaping (Block) -> Bool
    ) {
        self.picture = picture
        self.sink = sink
    }

    static func read(
        _ text: String,
        picture: @escaping (String) -> InlinePicture? = InlinePicture.inside,
        into sink: @escaping (Block) -> Bool
    ) {
        let reader = MarkdownText(picture, sink)
        var text = withoutFrontMatter(text)
        let context = unsafe Unmanaged.passUnretained(reader).toOpaque()
        text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                _ = unsafe ctext_markdown(bytes.baseAddress, bytes.count, emitPart, context)
            }
        }
    }

    /// The text without the settings that site generators keep at its top.
    private static func withoutFrontMatter(_ text: String) -> String {
        // YAML between hyphens, and TOML between plus signs.
        guard let mark = ["---", "+++"].first(where: { text.hasPrefix($0 + "\n") }) else {
            return text
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let settings = lines.dropFirst().prefix(frontMatterLimit)
        guard let end = settings.firstIndex(of: Substring(mark)) else { return text }
        return lines[(end + 1)...].joined(separator: "\n")
    }

    fileprivate func take(type: String, isBegin: Bool, _ part: Part) -> Bool {
        switch type {
        case "footnote_reference": if isBegin { refer(to: part.literal) }
        case "text", "code", "softbreak", "linebreak", "html_inline": take(inline: type, part)
        case "strong": change(.bold, isBegin)
        case "emph": change(.italic, isBegin)
        case "strikethrough": change(.strike, isBegin)
        case "link":
            if isBegin {
                links.append(part.address.flatMap(LinkTarget.kept))
            } else {
                _ = links.popLast()
            }
        case "image":
            change(.italic, isBegin)
            if isBegin { beginPicture(part.address ?? "") } else { endPicture() }
        case "html_block": if isBegin { take(html: part.literal) }
        case "paragraph": if !isBegin, table == nil { flush(.body) }
        case "heading": if !isBegin { flush(.heading(part.level)) }
        case "block_quote": quotes += isBegin ? 1 : -1
        case "list": if isBegin { lists.append(part.start) } else { _ = lists.popLast() }
        case "footnote_definition":
            if isBegin { beginFootnote() } else { endFootnote() }
        case "item", "tasklist": if isBegin { beginItem(part) } else { marker = nil }
        case "code_block": takeCode(part.literal, part.language ?? "")
        case "thematic_break": if isBegin { wantsMore = sink(.rule) && wantsMore }
        case "table":
            if isBegin {
                table = Table(kind: .document, hasHeader: true)
            } else if let done = table {
                table = nil
                wantsMore = sink(.table(done)) && wantsMore
            }
        case "table_header", "table_row":
            if isBegin {
                row = []
            } else if (table?.rows.count ?? 0) < ReadingExtent.limit(500, whole: 100_000) {
                table?.rows.append(row)
            } else {
                ReadingExtent.noteOmission()
            }
        case "table_cell":
            if isBegin {
                alignment = part.alignment
            } else {
                row.append(Table.Cell(text: text, picture: cellPicture, alignment: alignment))
                (text, cellPicture) = (StyledText(), nil)
            }
        default: break
        }
        return wantsMore
    }

    private func change(_ look: Look, _ isBegin: Bool) {
        if isBegin { looks.append(look) } else { _ = looks.popLast() }
    }

    private func take(inline type: String, _ part: Part) {
        var look = looks.reduce(into: Look()) { $0.formUnion($1) }
        switch type {
        case "softbreak": text.append(" ")
        case "linebreak": text.append("\n")
        case "html_inline": take(inlineHTML: part.literal)
        case "code":
            look.insert(.monospace)
            text.append(
                part.literal,
                look: look,
                colour: 0x8A2B4E,
                size: 10,
                link: links.last ?? nil
            )
        default:
            text.append(
                part.literal,
                look: look,
                colour: links.isEmpty ? nil : Self.link,
                link: links.last ?? nil
            )
        }
    }

    private func beginPicture(_ address: String) {
        pictures.append((picture(address), text))
        if pictures.last?.picture != nil {
            text = StyledText()
        } else {
            ReadingExtent.noteMissingPicture(address)
        }
    }

    /// Shows the picture that ends, or leaves its words in its place.
    private func endPicture() {
        guard let (picture, before) = pictures.popLast(), var picture else { return }
        let words = text.string.singleLine
        text = before
        picture.alternative = words
        show(picture)
    }

    private func show(_ picture: InlinePicture) {
        var picture = picture
        picture.link = picture.link ?? links.last ?? nil
        picture.indent = indent
        if table != nil {
            if cellPicture != nil { text.append(picture.alternative, look: .italic) }
            cellPicture = cellPicture ?? picture
            return
        }
        if text.isVisible || marker != nil { flush(.body) }
        wantsMore = sink(.picture(picture)) && wantsMore
    }

    /// Shows markup that stands between paragraphs.
    private func take(html: String) {
        HTMLText.read(html, picture: picture) { block in
            switch block {
            case .text(var paragraph):
                paragraph.style.indent += self.indent
                self.wantsMore = self.sink(.text(paragraph)) && self.wantsMore
            case .picture(let picture): self.show(picture)
            default: self.wantsMore = self.sink(block) && self.wantsMore
            }
            return self.wantsMore
        }
    }

    /// Shows a picture within a paragraph; other markup changes nothing.
    private func take(inlineHTML markup: String) {
        guard markup.prefix(5).lowercased() == "<img " else { return }
        HTMLText.read(markup, picture: picture) { block in
            switch block {
            case .picture(let picture): self.show(picture)
            case .text(let paragraph): self.text.append(paragraph.text)
            default: break
            }
            return true
        }
    }

    private func beginItem(_ part: Part) {
        let depth = lists.count - 1
        guard depth >= 0 else { return }
        if let checked = part.checked {
            marker = checked ? "\u{2611}" : "\u{2610}"
        } else if let number = lists[depth] {
            marker = "\(number)."
            lists[depth] = number &+ 1
        } else {
            marker = ["\u{2022}", "\u{25E6}", "\u{25AA}"][depth % 3]
        }
    }

    /// Shows the number of a footnote, which the parser gives in the order of the text.
    private func refer(to number: String) {
        text.append("[\(number)]", look: .raised, colour: Self.link)
    }

    /// Begins a footnote; they follow the text, in the order of their numbers.
    private func beginFootnote() {
        if footnotes == 0 { wantsMore = sink(.rule) && wantsMore }
        footnotes += 1
        lists.append(nil)
        marker = "\(footnotes)."
    }

    private func endFootnote() {
        _ = lists.popLast()
        marker = nil
    }

    private var indent: Double { Double(lists.count) * 20 + Double(quotes) * 16 }

    private func flush(_ style: TextStyle) {
        var style = style
        style.indent = indent
        if !lists.isEmpty { style.after = 3 }
        if quotes > 0 { style.colour = 0x60_6066 }
        var paragraph = Paragraph(text, style)
        paragraph.marker = marker
        paragraph.quoted = quotes > 0
        marker = nil
        text = StyledText()
        // Nothing is left of a paragraph that was a picture.
        guard !paragraph.text.isEmpty || paragraph.marker != nil else { return }
        wantsMore = sink(.text(paragraph)) && wantsMore
    }

    private func takeCode(_ code: String, _ language: String) {
        let colours = CodeColours(CodeLanguage(named: language), for: code)
        let all = code.split(separator: "\n", omittingEmptySubsequences: false)
        var lines = all.prefix(ReadingExtent.limit(4_000, whole: 1_000_000))
        if lines.count < all.count { ReadingExtent.noteOmission() }
        if lines.last?.isEmpty == true { lines.removeLast() }
        for (number, line) in lines.enumerated() {
            var style = TextStyle.code
            style.indent = indent
            style.before = number == 0 ? 3 : 0
            style.after = number == lines.count - 1 ? 9 : 0
            var paragraph = Paragraph(PlainText.styled(line, colours), style)
            paragraph.shaded = true
            wantsMore = sink(.text(paragraph)) && wantsMore
            guard wantsMore else { return }
        }
    }

    /// A part as the C function reports it.
    fileprivate struct Part {
        var literal = ""
        /// The address of a link or picture.
        var address: String?
        /// The language of a block of code.
        var language: String?
        var level = 0
        var start: Int?
        var checked: Bool?
        var alignment = TextStyle.Alignment.start
    }
}

/// The handler that C calls with the reader.
private func emitPart(
    _ context: UnsafeMutableRawPointer?,
    _ part: UnsafePointer<ctext_part>?
) -> Int32 {
    guard let context = unsafe context, let part = unsafe part?.pointee else { return 0 }
    let reader = unsafe Unmanaged<MarkdownText>.fromOpaque(context).takeUnretainedValue()
    var values = MarkdownText.Part()
    if let literal = unsafe part.literal { values.literal = unsafe String(cString: literal) }
    values.address = unsafe part.address.map { unsafe String(cString: $0) }
    values.language = unsafe part.language.map { unsafe String(cString: $0) }
    values.level = unsafe Int(part.level)
    values.start = unsafe part.start >= 0 ? Int(part.start) : nil
    values.checked = unsafe part.checked >= 0 ? part.checked == 1 : nil
    values.alignment =
        switch unsafe UInt8(bitPattern: part.alignment) {
        case UInt8(ascii: "c"): .center
        case UInt8(ascii: "r"): .end
        default: .start
        }
    let type = unsafe part.type.map { unsafe String(cString: $0) } ?? ""
    let isBegin = unsafe part.entering != 0
    return reader.take(type: type, isBegin: isBegin, values) ? 1 : 0
}
