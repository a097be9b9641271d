import PreviewHelper

/// The sheet on which a text is set, in points.
struct Paper {
    var width: Double
    var height: Double
    var margin: Double

    /// Whether this is paper that is printed on, rather than a piece of it that a small picture shows.
    var isPrinted = false

    /// The whole paper.
    var area: Box { Box(x: 0, y: 0, width: width, height: height) }

    /// A4.
    static let a4 = Paper(width: 595.28, height: 841.89, margin: 54)

    /// The paper with its letters seeming larger by a factor: a smaller piece of it, for small pictures.
    func magnified(by factor: Double) -> Paper {
        Paper(width: width / factor, height: height / factor, margin: margin / factor)
    }
}

/// Sets blocks on pages, one below the other, and draws one of the pages.
final class PageSetter {
    /// The most pages that a text is set on.
    static let pagesLimit = 500

    let paper: Paper
    let target: Int
    let canvas: Canvas
    private(set) var page = 1
    /// The vertical position at which the next block begins, in points.
    private(set) var y: Double
    /// Whether nothing was set that can be seen.
    private(set) var isBlank = true
    /// Whether the requested page is drawn, rather than measured.
    private let draws: Bool
    /// Whether every page is drawn, each when it is full, up to ``target``.
    let drawsAll: Bool
    /// Called after each page that is drawn: with its number, and the position of its end.
    var pageEnded: ((_ page: Int, _ y: Double) -> Void)?
    private var failure: DrawingFailure?
    /// The open headings: their levels, and their numbers in the outline.
    var outline: [(level: Int, number: Int32)] = []
    /// The header and footer of the current page, and the extent of the area between them.
    private var running = RunningText()
    /// The header and footer of the requested page.
    private var runningOfTarget = RunningText()
    private var plainLines: [Double: PlainLine] = [:]
    /// The letters beyond ASCII that are known to need no shaping, or to need it.
    var plainLetters: [Unicode.Scalar: Bool] = [:]

    init(
        _ paper: Paper,
        target: Int,
        canvas: Canvas,
        draws: Bool = true,
        drawsAll: Bool = false
    ) {
        self.paper = paper
        self.target = target
        self.canvas = canvas
        self.draws = draws
        self.drawsAll = drawsAll
        self.y = paper.margin
    }

    var left: Double { paper.margin }
    var lineWidth: Double { paper.width - 2 * paper.margin }
    var top: Double { max(paper.margin, running.top) }
    var bottom: Double { paper.height - max(paper.margin, running.bottom) }
    var isTarget: Bool { draws && (drawsAll || page == target) }
    /// Whether what is set is to be as on paper: nothing is cut, and columns that do not fit follow on other pages.
    var isForPaper: Bool { drawsAll || paper.isPrinted }
    var isAtTop: Bool { y <= top }
    /// Whether the requested page can still change.
    private var wantsMore: Bool {
        page <= target && (drawsAll || page <= Self.pagesLimit) && failure == nil
    }

    /// Sets a block; false once the requested page is full.
    func add(_ block: Block) -> Bool {
        guard wantsMore else { return false }
        do throws(DrawingFailure) {
            if block.isVisible { isBlank = false }
            switch block {
            case .text(let paragraph): try set(paragraph)
            case .table(let table):
                var table = TableSetter(table, on: self)
                try table.set()
            case .picture(let picture): set(picture)
            case .rule: setRule()
            case .pageBreak: if !isAtTop { breakPage() }
            case .running(let header, let footer): try setRunning(header, footer)
            case .slide(let frames): try set(frames)
            }
        } catch {
            failure = error
        }
        return wantsMore
    }

    /// Throws what went wrong on the way.
    func finish() throws(DrawingFailure) {
        if let failure { throw failure }
        if drawsAll {
            // Nothing follows a break at the end.
            if isAtTop, page > 1 { page -= 1 } else { try endPage() }
            return
        }
        guard draws, page >= target else { return }
        try runningOfTarget.draw(page: target, paper, on: canvas)
    }

    func breakPage() {
        if drawsAll, failure == nil {
            do throws(DrawingFailure) { try endPage() } catch { failure = error }
        }
        page += 1
        y = top
        if drawsAll || page == target { runningOfTarget = running }
    }

    /// Writes the page, which is full.
    private func endPage() throws(DrawingFailure) {
        // The page after the last that is allowed is begun, and never written.
        guard page <= target else { return }
        try runningOfTarget.draw(page: page, paper, on: canvas)
        try canvas.endPage()
        // What stands at the bottom of the paper is not moved up.
        pageEnded?(page, running.bottom > 0 ? bottom : y)
    }

    private func setRunning(
        _ header: [Block],
        _ footer: [Block]
    ) throws(DrawingFailure) {
        let wasAtTop = isAtTop
        running = try RunningText(header, footer, paper, on: canvas)
        if header.contains(where: \.isVisible) { isBlank = false }
        if wasAtTop {
            y = top
            if drawsAll || page == target { runningOfTarget = running }
        }
    }

    /// Moves on by a piece that has been drawn.
    func advance(_ height: Double) {
        y += height
    }

    /// Adds room, but not at the top of a page.
    func space(_ height: Double) {
        if !isAtTop { y += height }
    }

    private func setRule() {
        space(8)
        if y + 9 > bottom { breakPage() }
        if isTarget {
            let line = Box(x: left, y: y, width: lineWidth, height: 0.75)
            canvas.fill(line, colour: 0xFFC8_C8CC)
        }
        advance(9)
    }

    func set(_ paragraph: Paragraph) throws(DrawingFailure) {
        if isForPaper, paragraph.text.string.utf8.count > StyledText.settingLimit {
            return try setInPieces(paragraph)
        }
        let style = paragraph.style
        // Leave room for a few words at any nesting depth.
        let indent = min(style.indent, lineWidth * 0.6)
        let inset = paragraph.shaded ? 6.0 : paragraph.fill != nil ? 3 : 0
        let width = lineWidth - indent - 2 * inset
        // On a small piece of paper, program lines are cut rather than broken up.
        let isCut =
            !paper.isPrinted && style.look.contains(.monospace)
            && paper.width < Paper.a4.width * 0.8
        if drawsAll, try setPlain(paragraph, width: width) { return }
        if !isTarget, let height = try plainHeight(paragraph, width: width),
            y + style.before + height <= bottom
        {
            space(style.before)
            y += height + style.after
            return
        }
        let text = try SetText(paragraph.text, style, width: isCut ? nil : width)
        if drawsAll, style.level > 0 { try setHeading(paragraph, height: text.height) }
        space(style.before)
        var first = 0
        var above = 0.0
        while first < text.lineBottoms.count {
            guard page <= target else { return }
            var end = first
            while end < text.lineBottoms.count, y + text.lineBottoms[end] - above <= bottom + 0.01 {
                end += 1
            }
            if end == first {
                // Nothing fits on a page that has begun; on a new one, a line is cut rather than lost.
                guard isAtTop else {
                    breakPage()
                    continue
                }
                end += 1
            }
            let height = text.lineBottoms[end - 1] - above
            if isTarget {
                decorate(paragraph, indent: indent, height: height)
                if first == 0, let marker = paragraph.marker {
                    try draw(marker, style: style, indent: indent)
                }
                if drawsAll { try annotate(paragraph, text, lines: first..<end, above: above) }
                let room = Box(x: left + indent, y: y - 2, width: lineWidth, height: height + 4)
                let start = left + indent + inset
                canvas.clipped(to: isCut ? room : paper.area) {
                    canvas.draw(text, x: start, y: y, lines: first..<end)
                }
            }
            above = text.lineBottoms[end - 1]
            first = end
            advance(height)
            if first < text.lineBottoms.count { breakPage() }
        }
        y += style.after
    }

    private func decorate(_ paragraph: Paragraph, indent: Double, height: Double) {
        if let fill = paragraph.fill, !paragraph.shaded {
            let box = Box(x: left + indent, y: y, width: lineWidth - indent, height: height + 0.3)
            canvas.fill(box, colour: 0xFF00_0000 | fill)
        }
        if paragraph.shaded {
            let box = Box(x: left + indent, y: y, width: lineWidth - indent, height: height + 0.3)
            canvas.fill(box, colour: 0xFFF4_F4F6)
        }
        if paragraph.quoted {
            let box = Box(
                x: left + indent - 10,
                y: y - 1,
                width: 2.5,
                height: height + paragraph.style.after + 1
            )
            canvas.fill(box, colour: 0xFFD0_D0D6)
        }
    }

    private func draw(_ marker: String, style: TextStyle, indent: Double) throws(DrawingFailure) {
        var style = style
        style.cut = .end
        style.alignment = .end
        let text = try SetText(StyledText(marker), style, width: max(10, indent - 5))
        canvas.draw(text, x: left, y: y)
    }
}

// MARK: - Lines that need no setting

extension PageSetter {
    /// How wide a letter and how high a line is, in a font in which all letters are of one width.
    struct PlainLine {
        var letter: Double
        var height: Double
        /// The distance from the top to the feet of the letters.
        var baseline: Double
    }

    /// The height of a line of plain letters that fits, or `nil` where it has to be set: of a long program
    /// text, only the requested page is.
    private func plainHeight(
        _ paragraph: Paragraph,
        width: Double
    ) throws(DrawingFailure) -> Double? {
        guard isPlain(paragraph) else { return nil }
        let line = try plainLine(paragraph.style)
        let isShort = Double(paragraph.text.string.utf8.count + 1) * line.letter <= width
        return isShort ? line.height : nil
    }

    /// Whether a paragraph is printable ASCII in letters of one width and kind.
    func isPlain(_ paragraph: Paragraph) -> Bool {
        paragraph.style.look == .monospace && !paragraph.shaded && paragraph.fill == nil
            && paragraph.style.before == 0
            && paragraph.text.runs.allSatisfy {
                $0.size == nil && $0.link == nil && $0.look.isSubset(of: [.bold, .italic])
            }
            && paragraph.text.string.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// The measures of a line in a style whose letters are of one width.
    func plainLine(_ style: TextStyle) throws(DrawingFailure) -> PlainLine {
        if let known = plainLines[style.size] { return known }
        let text = try SetText(StyledText("M"), style, width: nil)
        let line = PlainLine(letter: text.width, height: text.height, baseline: text.baseline)
        plainLines[style.size] = line
        return line
    }
}

// MARK: - Pictures and slides

extension PageSetter {
    private func set(_ picture: InlinePicture) {
        let room = bottom - top
        let indent = min(picture.indent, lineWidth * 0.6)
        let (width, height) = picture.size(width: lineWidth - indent, height: room)
        if y + height > bottom + 0.01, !isAtTop { breakPage() }
        guard page <= target else { return }
        if isTarget {
            let x =
                switch picture.alignment {
                case .center: left + (lineWidth - width) / 2
                case .end: left + lineWidth - width
                case .start, .justify: left + indent
                }
            let box = Box(x: x, y: y, width: width, height: height)
            canvas.draw(picture, in: box)
            if drawsAll, let link = picture.link { canvas.link(box, to: link) }
        }
        advance(height)
        y += 6
    }

    /// How much smaller the letters of a slide are made, one after the other, until they fit.
    private static let reductions = [1, 0.88, 0.76, 0.66, 0.56, 0.47, 0.4, 0.33]

    private func set(_ frames: [Frame]) throws(DrawingFailure) {
        if !isAtTop { breakPage() }
        guard page <= target else { return }
        if isTarget {
            for frame in frames { try set(frame) }
        }
        // A slide fills its page.
        y = paper.height
    }

    private func set(_ frame: Frame) throws(DrawingFailure) {
        var (factor, height, fits) = (1.0, 0.0, false)
        for reduction in Self.reductions {
            factor = reduction
            let measured = try self.measured(frame, factor: factor)
            height = min(measured.height * factor, frame.box.height)
            fits = measured.fits
            if fits { break }
        }
        if !fits { ReadingExtent.noteOmission() }
        let free = frame.box.height - height
        let gap =
            switch frame.anchor {
            case .top: 0.0
            case .middle: free / 2
            case .bottom: free
            }
        let paper = Self.paper(of: frame, factor: factor)
        try canvas.placed(x: frame.box.x, y: frame.box.y + gap, factor: factor) {
            () throws(DrawingFailure) in
            let setter = PageSetter(paper, target: 1, canvas: canvas)
            for block in frame.blocks { guard setter.add(block) else { break } }
            try setter.finish()
        }
    }

    /// How high the blocks of a frame are, and whether that is as high as it at most.
    private func measured(
        _ frame: Frame,
        factor: Double
    ) throws(DrawingFailure) -> (height: Double, fits: Bool) {
        let paper = Self.paper(of: frame, factor: factor)
        let setter = PageSetter(paper, target: 1, canvas: canvas, draws: false)
        for block in frame.blocks { guard setter.add(block) else { break } }
        try setter.finish()
        return setter.page == 1 ? (setter.y, true) : (paper.height, false)
    }

    private static func paper(of frame: Frame, factor: Double) -> Paper {
        Paper(
            width: max(1, frame.box.width / factor),
            height: max(1, frame.box.height / factor),
            margin: 0
        )
    }
}
