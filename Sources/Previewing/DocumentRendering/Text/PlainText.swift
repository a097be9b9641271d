/// Text line by line.
enum PlainText {
    /// The longest line that is set in one piece, in characters; a longer one is set in several.
    private static let lineLimit = 2_000

    /// Reports the lines of a text as paragraphs, until the sink returns false.
    static func read(
        _ text: String,
        asCode: Bool,
        colours: (any LineColours)? = nil,
        into sink: (Block) -> Bool
    ) {
        var style = TextStyle.code
        if !asCode, isProse(text) {
            style = .body
            style.after = 0
            style.spacing = 1.2
        }
        style.tab = asCode ? style.size * 0.6 * 4 : style.size * 0.6 * 8
        // Without the limit's blanks at the beginning, an empty file is an empty page.
        var rest = text[...]
        var number = 0
        while !rest.isEmpty {
            let end = rest.unicodeScalars.firstIndex(of: "\n") ?? rest.endIndex
            var line = rest[..<end]
            number += 1
            var isFirst = true
            while line.unicodeScalars.count > lineLimit {
                let cut = line.unicodeScalars.index(line.startIndex, offsetBy: lineLimit)
                let piece = styled(line[..<cut], isFirst ? colours : nil)
                isFirst = false
                guard sink(.text(Paragraph(piece, style))) else { return }
                line = line[cut...]
            }
            let piece = styled(line, isFirst ? colours : nil)
            guard sink(.text(Paragraph(piece, style))) else { return }
            rest =
                end == rest.endIndex ? rest[end...] : rest[rest.unicodeScalars.index(after: end)...]
        }
    }

    /// A line, or its first piece, in its colors.
    static func styled(_ line: Substring, _ colours: (any LineColours)?) -> StyledText {
        colours?.line(String(line)) ?? StyledText(String(line))
    }

    /// Whether a text is sentences rather than a drawing, a table or a program: few lines hold columns.
    private static func isProse(_ text: String) -> Bool {
        var (lines, columns) = (0, 0)
        for line in text.prefix(8_000).split(separator: "\n").prefix(60) {
            lines += 1
            let words = line.drop { $0 == " " }
            let indented = line.count - words.count >= 4
            if indented || words.contains("\t") || words.contains("   ") || words.contains("{")
                || words.contains("|") || words.hasPrefix("#")
            {
                columns += 1
            }
        }
        return columns * 5 <= lines
    }
}
