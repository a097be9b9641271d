/// The text of HTML: headings, paragraphs, lists and emphasis; no scripts, no styles, nothing loaded.
struct HTMLText {
    private let sink: (Block) -> Bool
    private var text = StyledText()
    private var style = TextStyle.body
    private var looks: [(tag: String, look: Look)] = []
    private var lists: [Int?] = []
    private var marker: String?
    private var preformatted = 0
    private var quotes = 0
    private var wantsMore = true
    /// What the title says, for the facts.
    private(set) var title: String?

    private init(_ sink: @escaping (Block) -> Bool) { self.sink = sink }

    /// Contents that nobody reads.
    private static let hidden: Set<String> = [
        "script", "style", "template", "noscript", "svg", "math", "head", "iframe", "object",
        "select", "textarea", "title",
    ]
    private static let blocks: Set<String> = [
        "p", "div", "section", "article", "header", "footer", "main", "nav", "aside", "ul", "ol",
        "dl", "dt", "dd", "li", "table", "tr", "blockquote", "pre", "figure", "figcaption", "form",
        "address", "h1", "h2", "h3", "h4", "h5", "h6", "body", "html", "center", "fieldset",
    ]
    private static let emphasis: [String: Look] = [
        "b": .bold, "strong": .bold, "th": .bold, "i": .italic, "em": .italic, "cite": .italic,
        "code": .monospace, "tt": .monospace, "kbd": .monospace, "u": .underline, "s": .strike,
        "del": .strike, "sup": .raised, "sub": .lowered,
    ]

    static func read(_ html: String, into sink: @escaping (Block) -> Bool) {
        var reader = HTMLText(sink)
        reader.read(html)
    }

    private mutating func read(_ html: String) {
        var rest = Substring(html).unicodeScalars
        while wantsMore, let scalar = rest.first {
            guard scalar == "<" else {
                let end = rest.firstIndex(of: "<") ?? rest.endIndex
                take(words: String(rest[..<end]))
                rest = rest[end...]
                continue
            }
            if rest.starts(with: "<!--".unicodeScalars) {
                rest = Self.after("-->", in: rest.dropFirst(4))
                continue
            }
            let second = rest.dropFirst().first
            guard let second,
                second.properties.isAlphabetic || "/!?".unicodeScalars.contains(second)
            else {
                take(words: "<")
                rest = rest.dropFirst()
                continue
            }
            let end = rest.firstIndex(of: ">") ?? rest.endIndex
            let tag = String(rest[..<end].dropFirst())
            rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
            let name = Self.name(of: tag)
            if Self.hidden.contains(name), !tag.hasPrefix("/"), !tag.hasSuffix("/") {
                rest = Self.after(name == "head" ? "</head" : "</\(name)", in: rest)
                rest = Self.after(">", in: rest)
            } else {
                take(tag: name, isBegin: !tag.hasPrefix("/"))
            }
        }
        flush()
    }

    private static func name(of tag: String) -> String {
        let start = tag.unicodeScalars.drop { $0 == "/" }
        return String(
            start.prefix {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
            }
        ).lowercased()
    }

    /// What follows the first place of a mark, whatever its letters' case.
    private static func after(
        _ mark: String,
        in rest: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView {
        let mark = Array(mark.unicodeScalars)
        var place = rest.startIndex
        while let found = rest[place...].firstIndex(of: mark[0]) {
            let candidate = rest[found...].prefix(mark.count)
            if candidate.count == mark.count,
                zip(candidate, mark).allSatisfy({
                    $0 == $1 || $0.properties.lowercaseMapping == String($1)
                })
            {
                return rest[candidate.endIndex...]
            }
            place = rest.index(after: found)
        }
        return rest[rest.endIndex...]
    }

    /// The first drawing within the page as a file of its own, or `nil` where there is none.
    static func drawing(in html: String) -> [UInt8]? {
        let all = html.unicodeScalars
        let begin = after("<svg", in: Substring(html).unicodeScalars)
        guard begin.startIndex != all.endIndex, let tagEnd = begin.firstIndex(of: ">") else {
            return nil
        }
        // Drawings may lie in each other: the end of this one closes as many as have begun.
        var (depth, rest) = (begin[tagEnd...].starts(with: "/>".unicodeScalars) ? 0 : 1, begin)
        while depth > 0 {
            let end = after("</svg", in: rest)
            guard end.startIndex != all.endIndex else { return nil }
            let part = rest[..<end.startIndex]
            var inner = after("<svg", in: part)
            while inner.startIndex != part.endIndex {
                depth += 1
                inner = after("<svg", in: inner)
            }
            (depth, rest) = (depth - 1, end)
        }
        let tag = String(begin[..<tagEnd])
        var names = ""
        if !tag.contains("xmlns=") { names += " xmlns=\"http://www.w3.org/2000/svg\"" }
        if !tag.contains("xmlns:xlink") {
            names += " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
        }
        let close = rest.firstIndex(of: ">") ?? rest.startIndex
        return Array("<svg\(names)\(String(all[begin.startIndex..<close]))>".utf8)
    }

    private mutating func take(words: String) {
        let decoded = HTMLEntities.decode(words)
        let look = looks.reduce(into: Look()) { $0.formUnion($1.look) }
        if preformatted > 0 {
            text.append(decoded, look: look)
            return
        }
        var line = ""
        var wasBlank = text.isEmpty || text.string.hasSuffix(" ") || text.string.hasSuffix("\n")
        for scalar in decoded.unicodeScalars {
            let isBlank = " \t\n\r\u{0C}".unicodeScalars.contains(scalar)
            if isBlank {
                if !wasBlank { line += " " }
            } else {
                line.unicodeScalars.append(scalar)
            }
            wasBlank = isBlank
        }
        text.append(line, look: look)
    }

    private mutating func take(tag name: String, isBegin: Bool) {
        if let look = Self.emphasis[name] {
            if isBegin, looks.count < 64 {
                looks.append((name, look))
            } else if !isBegin, let index = looks.lastIndex(where: { $0.tag == name }) {
                looks.remove(at: index)
            }
        }
        if Self.blocks.contains(name) { flush() }
        switch name {
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

    private mutating func flush() {
        let words = text
        text = StyledText()
        guard words.string.contains(where: { !$0.isWhitespace }) else { return }
        var style = style
        style.indent = Double(min(lists.count, 8)) * 20 + Double(quotes) * 16
        var paragraph = Paragraph(words, style)
        paragraph.marker = marker
        paragraph.quoted = quotes > 0
        marker = nil
        wantsMore = sink(.text(paragraph)) && wantsMore
    }
}

/// The characters that HTML writes as names and numbers.
enum HTMLEntities {
    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
        "copy": "\u{A9}", "reg": "\u{AE}", "trade": "\u{2122}", "hellip": "\u{2026}",
        "mdash": "\u{2014}", "ndash": "\u{2013}", "lsquo": "\u{2018}", "rsquo": "\u{2019}",
        "ldquo": "\u{201C}", "rdquo": "\u{201D}", "bull": "\u{2022}", "middot": "\u{B7}",
        "laquo": "\u{AB}", "raquo": "\u{BB}", "euro": "\u{20AC}", "pound": "\u{A3}",
        "yen": "\u{A5}", "cent": "\u{A2}", "sect": "\u{A7}", "para": "\u{B6}", "deg": "\u{B0}",
        "times": "\u{D7}", "divide": "\u{F7}", "auml": "\u{E4}", "ouml": "\u{F6}",
        "uuml": "\u{FC}", "Auml": "\u{C4}", "Ouml": "\u{D6}", "Uuml": "\u{DC}", "szlig": "\u{DF}",
        "eacute": "\u{E9}", "egrave": "\u{E8}", "ecirc": "\u{EA}", "agrave": "\u{E0}",
        "aacute": "\u{E1}", "acirc": "\u{E2}", "ccedil": "\u{E7}", "ntilde": "\u{F1}",
        "oacute": "\u{F3}", "iacute": "\u{ED}", "uacute": "\u{FA}", "rarr": "\u{2192}",
        "larr": "\u{2190}", "shy": "\u{AD}", "zwj": "\u{200D}", "zwnj": "\u{200C}",
    ]

    /// The text with its entities as characters; what is none stays as it is.
    static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var decoded = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "&", let end = rest.prefix(12).firstIndex(of: ";"),
                let meant = character(String(rest[..<end]))
            else {
                decoded.append(scalar)
                continue
            }
            decoded.append(meant)
            rest = rest[rest.index(after: end)...]
        }
        return TextDecoding.harmless(String(decoded))
    }

    private static func character(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return names[name] }
        let digits = name.dropFirst()
        let number =
            digits.hasPrefix("x") || digits.hasPrefix("X")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }
}
