/// The sheet on which a text is set, in points.
struct Paper {
    var width: Double
    var height: Double
    var margin: Double

    /// All of it.
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
    /// How far down the page is full.
    private(set) var y: Double
    /// Whether nothing was set that can be seen.
    private(set) var isBlank = true
    private var failure: DrawingFailure?

    init(_ paper: Paper, target: Int, canvas: Canvas) {
        self.paper = paper
        self.target = target
        self.canvas = canvas
        self.y = paper.margin
    }

    var left: Double { paper.margin }
    var lineWidth: Double { paper.width - 2 * paper.margin }
    var bottom: Double { paper.height - paper.margin }
    var isTarget: Bool { page == target }
    private var isAtTop: Bool { y <= paper.margin }
    /// Whether the page that is wanted can still change.
    private var wantsMore: Bool { page <= target && page <= Self.pagesLimit && failure == nil }

    /// Sets a block; false once the page that is wanted is full.
    func add(_ block: Block) -> Bool {
        guard wantsMore else { return false }
        do throws(DrawingFailure) {
            if block.isVisible { isBlank = false }
            switch block {
            case .text(let paragraph): try set(paragraph)
            case .table(let table):
                var table = TableSetter(table, on: self)
                try table.set()
            case .rule: setRule()
            case .pageBreak: if !isAtTop { breakPage() }
            }
        } catch {
            failure = error
        }
        return wantsMore
    }

    /// Throws what went wrong on the way.
    func finish() throws(DrawingFailure) {
        if let failure { throw failure }
    }

    func breakPage() {
        page += 1
        y = paper.margin
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

    private func set(_ paragraph: Paragraph) throws(DrawingFailure) {
        let style = paragraph.style
        // However deep something is nested, there is room for a few words.
        let indent = min(style.indent, lineWidth * 0.6)
        let inset = paragraph.shaded ? 6.0 : 0
        let width = lineWidth - indent - 2 * inset
        // On a small piece of paper, program lines are cut rather than broken up.
        let isCut = style.look.contains(.monospace) && paper.width < Paper.a4.width * 0.8
        let text = try SetText(paragraph.text, style, width: isCut ? nil : width)
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
