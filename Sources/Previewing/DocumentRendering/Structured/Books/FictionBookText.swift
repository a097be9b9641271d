import PreviewModel

/// The words of a FictionBook: its description, then its bodies with their sections, verses, and notes.
final class FictionBookText {
    /// Whether there was a paragraph of a body.
    private(set) var hasWords = false

    private let picture: (String) -> InlinePicture?
    private let sink: (Block) -> Bool
    private var wantsMore = true
    private var place: [String] = []
    private var text = StyledText()
    private var looks: [(element: String, look: Look)] = []
    private var sections = 0
    private var rows: [[Table.Cell]] = []
    /// The parts of an author's name, and the title, of the description.
    private var names: [String] = []
    private var bookTitle = ""

    init(_ picture: @escaping (String) -> InlinePicture?, _ sink: @escaping (Block) -> Bool) {
        (self.picture, self.sink) = (picture, sink)
    }

    private static let emphasis: [String: Look] = [
        "strong": .bold, "emphasis": .italic, "strikethrough": .strike, "sub": .lowered,
        "sup": .raised, "code": .monospace,
    ]
    private static let paragraphs: Set<String> = ["p", "v", "subtitle", "text-author", "date"]
    private static let parts: Set<String> = ["first-name", "middle-name", "last-name", "nickname"]

    /// Handles the next event; returns false to stop.
    func take(_ event: XMLScanner.Event) -> Bool {
        switch event {
        case .begin(let name, let attributes): begin(name, attributes)
        case .end(let name): end(name)
        case .text(let words): take(words)
        }
        return wantsMore
    }

    private var isInBody: Bool { place.contains("body") }
    private var isOfTitle: Bool { place.contains("title-info") }

    private func begin(_ name: String, _ attributes: XMLScanner.Attributes) {
        if let look = Self.emphasis[name] { looks.append((name, look)) }
        switch name {
        case "annotation" where isOfTitle: emitTitle()
        case "body" where hasWords: emit(.pageBreak)
        case "section":
            sections += 1
            // A chapter begins a page, after the first one.
            if sections == 1, hasWords, isInBody { emit(.pageBreak) }
        case "image" where isInBody: show(attributes)
        case "empty-line" where isInBody:
            emit(.text(Paragraph(StyledText(" "))))
        case "table": rows = []
        case "tr": rows.append([])
        default: break
        }
        place.append(name)
    }

    private func end(_ name: String) {
        if let last = looks.last, last.element == name { looks.removeLast() }
        _ = place.popLast()
        switch name {
        case "section": sections = max(0, sections - 1)
        case "author" where isOfTitle && !place.contains("author"): names.append(",")
        case "title-info": emitTitle()
        case "td", "th":
            if var row = rows.popLast() {
                row.append(Table.Cell(text: text))
                rows.append(row)
            }
            text = StyledText()
        case "table":
            var table = Table(kind: .document)
            table.rows = rows.filter { !$0.isEmpty }
            rows = []
            if !table.rows.isEmpty { emit(.table(table)) }
        case _ where Self.paragraphs.contains(name): endParagraph(name)
        default: break
        }
    }

    private func take(_ words: String) {
        if isOfTitle, let last = place.last {
            if Self.parts.contains(last), place.contains("author") { names.append(words) }
            if last == "book-title" { bookTitle += words }
        }
        guard isInBody || place.contains("annotation") else { return }
        // The lines of the file are none of the book.
        let isText =
            place.contains { Self.paragraphs.contains($0) || $0 == "td" || $0 == "th" }
        guard isText else { return }
        let look = looks.reduce(into: Look()) { $0.formUnion($1.look) }
        text.append(TextDecoding.harmless(Self.unbroken(words)), look: look)
    }

    /// The words with each run of blanks as one.
    private static func unbroken(_ words: String) -> String {
        var result = ""
        for letter in words {
            let isBlank = letter == " " || letter.isNewline || letter == "\t"
            if !isBlank || result.last != " " { result.append(isBlank ? " " : letter) }
        }
        return result
    }

    private func emitTitle() {
        var style = TextStyle.heading(1)
        style.alignment = .center
        let title = TextDecoding.harmless(bookTitle).singleLine
        let authors = names.joined(separator: " ").split(separator: ",")
            .map { TextDecoding.harmless(String($0)).singleLine }.filter { !$0.isEmpty }
        (bookTitle, names) = ("", [])
        if !title.isEmpty { emit(.text(Paragraph(StyledText(title), style))) }
        guard !authors.isEmpty else { return }
        var author = TextStyle.body
        (author.alignment, author.after) = (.center, 18)
        emit(.text(Paragraph(StyledText(authors.joined(separator: ", ")), author)))
    }

    private func endParagraph(_ name: String) {
        defer { text = StyledText() }
        guard text.isVisible, !place.contains("td"), !place.contains("th") else { return }
        if isInBody { hasWords = true }
        emit(.text(Paragraph(text, style(name))))
    }

    private func style(_ name: String) -> TextStyle {
        if place.contains("title") {
            var style = TextStyle.heading(min(4, 1 + max(1, sections)))
            style.alignment = .center
            return style
        }
        var style = TextStyle.body
        switch name {
        case "subtitle":
            style = .heading(4)
            style.alignment = .center
        case "v": (style.indent, style.after) = (36, 1)
        case "text-author", "date":
            (style.alignment, style.look) = (.end, .italic)
        default:
            if place.contains("epigraph") || place.contains("cite") { style.indent = 36 }
            if place.contains("annotation") { style.look = .italic }
        }
        return style
    }

    private func show(_ attributes: XMLScanner.Attributes) {
        guard let name = attributes["href"] else { return }
        guard var shown = picture(String(name.drop { $0 == "#" })) else {
            return ReadingExtent.noteMissingPicture(name)
        }
        shown.alignment = .center
        shown.alternative = attributes["alt"] ?? ""
        hasWords = true
        emit(.picture(shown))
    }

    private func emit(_ block: Block) {
        guard wantsMore else { return }
        wantsMore = sink(block)
    }
}
