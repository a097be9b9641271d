import PreviewModel

/// The text of HTML: headings, paragraphs, lists and emphasis; no scripts, no styles, nothing loaded.
final class HTMLText {
    private let sink: (Block) -> Bool
    private var text = StyledText()
    private var style = TextStyle.body
    private var looks: [(tag: String, look: Look)] = []
    private var lists: [Int?] = []
    private var marker: String?
    private var preformatted = 0
    private var quotes = 0
    private var wantsMore = true
    /// How many elements are open of those whose contents are not shown.
    private var hidden = 0

    /// The pictures of the document by their addresses.
    private let picture: (String) -> InlinePicture?
    /// The open links, with their addresses where these are kept.
    private var links: [String?] = []
    /// The element that began last.
    private var latest = ""
    /// What the picture says that has begun.
    private var described: [String: String] = [:]
    /// Whether what is hidden is a drawing, whose pictures are shown.
    private var isDrawing = false

    private init(
        _ picture: @escaping (String) -> InlinePicture?,
        _ sink: @escaping (Block) -> Bool
    ) {
        self.picture = picture
        self.sink = sink
    }

    /// Elements whose contents are not shown.
    private static let hiddenElements: Set<String> = [
        "script", "style", "template", "noscript", "svg", "math", "head", "iframe", "object",
        "select", "textarea", "title",
    ]
    private static let blocks: Set<String> = [
        "p", "div", "section", "article", "header", "footer", "main", "nav", "aside", "ul", "ol",
        "dl", "dt", "dd", "li", "table", "tr", "blockquote", "pre", "figure", "figcaption", "form",
        "address", "details", "summary", "h1", "h2", "h3", "h4", "h5", "h6", "body", "html",
        "center", "fieldset",
    ]
    private static let emphasis: [String: Look] = [
        "b": .bold, "strong": .bold, "th": .bold, "i": .italic, "em": .italic, "cite": .italic,
        "code": .monospace, "tt": .monospace, "kbd": .monospace, "u": .underline, "s": .strike,
        "del": .strike, "summary": .bold, "sup": .raised, "sub": .lowered,
    ]

    /// A page without the conditions that Word writes beside its own marks: "<![if !supportLists]>".
    private static func withoutConditions(_ html: String) -> String {
        guard html.contains("<![") else { return html }
        var (result, rest) = ("", html[...])
        while let start = rest.firstRange(of: "<![") {
            let words = rest[start.upperBound...]
            let isCondition = words.hasPrefix("if") || words.hasPrefix("endif")
            // What ends otherwise is the end of a comment.
            if isCondition, let end = words.firstIndex(of: ">"), words[..<end].hasSuffix("]") {
                result += rest[..<start.lowerBound]
                rest = words[words.index(after: end)...]
            } else {
                result += rest[..<start.upperBound]
                rest = words
            }
        }
        return result + rest
    }

    /// Reports the blocks of a page until the sink wants no more.
    static func read(
        _ html: String,
        picture: @escaping (String) -> InlinePicture? = InlinePicture.inside,
        into sink: @escaping (Block) -> Bool
    ) {
        let reader = HTMLText(picture, sink)
        HTMLScanner.scan(withoutConditions(html)) { event in
            reader.take(event)
            return reader.wantsMore
        }
        reader.flush()
    }

    private func take(_ event: HTMLScanner.Event) {
        switch event {
        case .begin(let name, _):
            latest = name
            described = [:]
            if hidden > 0 || Self.hiddenElements.contains(name) {
                if hidden == 0 { isDrawing = name == "svg" }
                hidden += 1
            } else {
                take(tag: name, isBegin: true)
            }
        case .end(let name, _):
            if name == "img" ? hidden == 0 : name == "image" && hidden > 0 && isDrawing {
                endPicture()
            }
            if hidden > 0 { hidden -= 1 } else { take(tag: name, isBegin: false) }
        case .text(let words): if hidden == 0 { take(words: words) }
        case .attribute(let name, let value):
            if latest != "a" {
                described[name] = value
            } else if hidden == 0, !links.isEmpty {
                links[links.count - 1] = LinkTarget.kept(value)
            }
        }
    }

    /// Shows the picture that ends, or else its words.
    private func endPicture() {
        let address = described["src"] ?? described["href"] ?? described["xlink:href"] ?? ""
        let words = TextDecoding.harmless(described["alt"] ?? "").singleLine
        guard var picture = picture(address) else {
            if !isDot { ReadingExtent.noteMissingPicture(address) }
            return text.append(words, look: .italic, link: links.last ?? nil)
        }
        picture.resize(described)
        // Pictures of a pixel hold room, or report that a mail is read.
        guard max(picture.width, picture.height) > 2 else { return }
        picture.alternative = words
        picture.link = links.last ?? nil
        flush()
        picture.indent = indent
        wantsMore = sink(.picture(picture)) && wantsMore
    }

    /// Whether the picture that ends is said to be a pixel large.
    private var isDot: Bool {
        ["width", "height"].allSatisfy { edge in
            described[edge].flatMap { Double($0.prefix(while: \.isNumber)) }.map { $0 <= 2 }
                ?? false
        }
    }

    private func take(words: String) {
        let words = TextDecoding.harmless(words)
        let look = looks.reduce(into: Look()) { $0.formUnion($1.look) }
        if preformatted > 0 {
            text.append(words, look: look, link: links.last ?? nil)
            return
        }
        var line = ""
        var wasBlank = text.isEmpty || text.string.hasSuffix(" ") || text.string.hasSuffix("\n")
        for scalar in words.unicodeScalars {
            let isBlank = " \t\n\r\u{0C}".unicodeScalars.contains(scalar)
            if isBlank {
                if !wasBlank { line += " " }
            } else {
                line.unicodeScalars.append(scalar)
            }
            wasBlank = isBlank
        }
        let link = links.last ?? nil
        text.append(line, look: look, colour: link == nil ? nil : 0x0A5F_C4, link: link)
    }

    private func take(tag name: String, isBegin: Bool) {
        if let look = Self.emphasis[name] {
            if isBegin, looks.count < 64 {
                looks.append((name, look))
            } else if !isBegin, let index = looks.lastIndex(where: { $0.tag == name }) {
                looks.remove(at: index)
            }
        }
        if Self.blocks.contains(name) { flush() }
        switch name {
        case "a":
            if isBegin { links.append(nil) } else { _ = links.popLast() }
        case "br": text.append("\n")
        case "hr":
            flush()
            wantsMore = sink(.rule) && wantsMore
        case "td", "th":
            if isBegin, !text.isEmpty, !text.string.hasSuffix("\n") { text.append("\t") }
        case "h1", "h2", "h3", "h4", "h5", "h6":
            style = isBegin ? .heading(name.last?.wholeNumberValue ?? 6) : .body
        case "pre":
            preformatted = max(0, preformatted + (isBegin ? 1 : -1))
            style = preformatted > 0 ? .code : .body
        case "blockquote": quotes = max(0, min(8, quotes + (isBegin ? 1 : -1)))
        case "ul": if isBegin { lists.append(nil) } else { _ = lists.popLast() }
        case "ol": if isBegin { lists.append(1) } else { _ = lists.popLast() }
        case "li" where isBegin:
            if let depth = lists.indices.last, let number = lists[depth] {
                marker = "\(number)."
                lists[depth] = number &+ 1
            } else {
                marker = "\u{2022}"
            }
        default: break
        }
    }

    private var indent: Double { Double(min(lists.count, 8)) * 20 + Double(quotes) * 16 }

    private func flush() {
        let words = text
        text = StyledText()
        guard words.string.contains(where: { !$0.isWhitespace }) else { return }
        var style = style
        style.indent = indent
        var paragraph = Paragraph(words, style)
        paragraph.marker = marker
        paragraph.quoted = quotes > 0
        marker = nil
        wantsMore = sink(.text(paragraph)) && wantsMore
    }
}
