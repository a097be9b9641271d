import PreviewHelper
import PreviewModel

// What only pages have that are written to a PDF.
extension PageSetter {
    /// The color of line numbers and hooks.
    private static let grey: UInt32 = 0x90_9096

    /// Sets a line that fits and needs no shaping; false for any other.
    func setPlain(_ paragraph: Paragraph, width: Double) throws(DrawingFailure) -> Bool {
        guard paragraph.marker == nil, !paragraph.quoted, let count = plainCount(paragraph) else {
            return false
        }
        let line = try plainLine(paragraph.style)
        guard Double(count) * line.letter <= width + 0.01 else { return false }
        if y + line.height > bottom + 0.01, !isAtTop { breakPage() }
        guard page <= target else { return true }
        let style = paragraph.style
        let baseline = y + line.baseline
        if let number = paragraph.number {
            let words = String(number)
            let place =
                left + style.indent - 2 * line.letter - Double(words.utf8.count) * line.letter
            canvas.drawPlain(words, style.size, x: place, baseline: baseline, colour: Self.grey)
        }
        drawPlain(paragraph, letter: line.letter, baseline: baseline)
        advance(line.height + style.after)
        return true
    }

    /// The number of letters of a line that needs no shaping; `nil` for any other.
    private func plainCount(_ paragraph: Paragraph) -> Int? {
        if isPlain(paragraph) { return paragraph.text.string.utf8.count }
        let style = paragraph.style
        guard style.look == .monospace, paragraph.text.runs.isEmpty, !paragraph.shaded,
            style.before == 0
        else { return nil }
        var count = 0
        for letter in paragraph.text.string.unicodeScalars {
            guard isPlain(letter, size: style.size) else { return nil }
            count += 1
        }
        return count
    }

    /// Scripts whose letters stand one after the other: Latin, Greek, Cyrillic, punctuation, and lines of tables; without
    /// marks that are set above another letter.
    private static let plainScripts: [ClosedRange<UInt32>] = [
        0xA1...0xAC, 0xAE...0x24F, 0x386...0x3FF, 0x400...0x482, 0x48A...0x52F, 0x1E00...0x1EFF,
        0x2010...0x2015, 0x2018...0x201E, 0x2026...0x2026, 0x20AC...0x20AC, 0x2500...0x259F,
    ]

    private func isPlain(_ letter: Unicode.Scalar, size: Double) -> Bool {
        if letter.isASCII { return (0x20..<0x7F).contains(letter.value) }
        if let known = plainLetters[letter] { return known }
        let isPlain =
            Self.plainScripts.contains { $0.contains(letter.value) }
            && canvas.hasPlain(String(letter), size)
        plainLetters[letter] = isPlain
        return isPlain
    }

    /// Draws a line of letters of one width, each part in its color.
    private func drawPlain(_ paragraph: Paragraph, letter: Double, baseline: Double) {
        let (text, style) = (paragraph.text, paragraph.style)
        func draw(_ words: String, at place: Int, _ colour: UInt32?, _ look: Look) {
            guard words.utf8.contains(where: { $0 != 0x20 }) else { return }
            let x = left + style.indent + Double(place) * letter
            let colour = colour ?? style.colour
            canvas.drawPlain(
                words,
                style.size,
                x: x,
                baseline: baseline,
                colour: colour,
                look: look
            )
        }
        guard !text.runs.isEmpty else { return draw(text.string, at: 0, nil, []) }
        let bytes = Array(text.string.utf8)
        var place = 0
        for run in text.runs where run.range.lowerBound >= place {
            let before = place..<run.range.lowerBound
            draw(String(decoding: bytes[before], as: UTF8.self), at: place, nil, [])
            let part = String(decoding: bytes[run.range], as: UTF8.self)
            draw(part, at: run.range.lowerBound, run.colour, run.look)
            place = run.range.upperBound
        }
        draw(String(decoding: bytes[place...], as: UTF8.self), at: place, nil, [])
    }

    /// Sets a paragraph that is too long to be set at once.
    func setInPieces(_ paragraph: Paragraph) throws(DrawingFailure) {
        let pieces = paragraph.text.pieces()
        for (index, text) in pieces.enumerated() {
            guard page <= target else { return }
            var piece = paragraph
            piece.text = text
            if index > 0 {
                (piece.marker, piece.number) = (nil, nil)
                (piece.style.before, piece.style.level) = (0, 0)
            }
            if index + 1 < pieces.count { piece.style.after = 0 }
            try set(piece)
        }
    }

    /// Makes room for a heading and two lines below it, and adds it to the outline.
    func setHeading(_ paragraph: Paragraph, height: Double) throws(DrawingFailure) {
        let style = paragraph.style
        let needed = style.before + height + style.after + 2 * TextStyle.body.size * 1.4
        if y + needed > bottom, !isAtTop { breakPage() }
        guard page <= target else { return }
        let title = paragraph.text.string.singleLineTitle
        guard !title.isEmpty else { return }
        while let last = outline.last, last.level >= style.level { outline.removeLast() }
        let number = canvas.addOutline(
            title,
            below: outline.last?.number ?? 0,
            page: page,
            y: isAtTop ? y : y + style.before
        )
        outline.append((style.level, number))
    }

    /// Draws the number of a line, and a hook where a line is wrapped.
    func annotate(
        _ paragraph: Paragraph,
        _ text: SetText,
        lines: Range<Int>,
        above: Double
    ) throws(DrawingFailure) {
        let style = paragraph.style
        if lines.lowerBound == 0, let number = paragraph.number {
            let line = try plainLine(style)
            let words = String(number)
            let place = left + style.indent - Double(words.utf8.count + 2) * line.letter
            let baseline = y + text.baseline
            canvas.drawPlain(words, style.size, x: place, baseline: baseline, colour: Self.grey)
        }
        guard style.marksWraps else { return }
        // A line that another one follows is wrapped.
        for line in lines where line + 1 < text.lineBottoms.count {
            let top = y + (line == 0 ? 0 : text.lineBottoms[line - 1]) - above
            let height = text.lineBottoms[line] - above + y - top
            drawHook(x: paper.width - paper.margin + 3, y: top + height * 0.25, size: height * 0.5)
        }
    }

    /// Draws an arrow that goes down and back.
    private func drawHook(x: Double, y: Double, size: Double) {
        let (width, line) = (size * 0.9, size * 0.14)
        let colour = 0xFF00_0000 | Self.grey
        let foot = y + size * 0.68
        canvas.fill(Box(x: x + width - line, y: y, width: line, height: foot - y), colour: colour)
        canvas.fill(
            Box(x: x + width * 0.3, y: foot - line, width: width * 0.7, height: line),
            colour: colour
        )
        let middle = foot - line / 2
        canvas.polygon(
            [
                (x, middle), (x + width * 0.4, middle - size * 0.26),
                (x + width * 0.4, middle + size * 0.26),
            ],
            colour: colour
        )
    }
}

extension String {
    /// The text as the title of an outline: one line of at most 200 characters.
    fileprivate var singleLineTitle: String {
        let line = singleLine
        return line.count <= 200 ? line : line.prefix(199) + "\u{2026}"
    }
}
