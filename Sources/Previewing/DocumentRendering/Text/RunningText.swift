import PreviewHelper

/// The header and footer of each page.
struct RunningText {
    private let header: [Block]
    private let footer: [Block]
    /// Where what is between begins, from the top of the page; 0 without a header.
    let top: Double
    /// Where it ends, from the bottom.
    let bottom: Double

    /// The part of the margin that stays free.
    private static let free = 0.5
    /// The part of a page that each may take.
    private static let limit = 0.25

    init() { (header, footer, top, bottom) = ([], [], 0, 0) }

    init(
        _ header: [Block],
        _ footer: [Block],
        _ paper: Paper,
        on canvas: Canvas
    ) throws(DrawingFailure) {
        self.header = header
        // Small pictures show the upper part of a page.
        self.footer = !paper.isPrinted && paper.height < Paper.a4.height * 0.99 ? [] : footer
        let begin = paper.margin * Self.free
        let (above, below) = (
            try Self.height(header, paper, on: canvas),
            try Self.height(self.footer, paper, on: canvas)
        )
        top = above > 0 ? begin + above + 8 : 0
        bottom = below > 0 ? begin + below + 8 : 0
    }

    /// Draws both on a page.
    func draw(page: Int, _ paper: Paper, on canvas: Canvas) throws(DrawingFailure) {
        let begin = paper.margin * Self.free
        for (blocks, y) in [(header, begin), (footer, paper.height - bottom + 8)]
        where !blocks.isEmpty {
            try canvas.placed(x: paper.margin, y: y, factor: 1) { () throws(DrawingFailure) in
                let setter = PageSetter(Self.room(paper), target: 1, canvas: canvas)
                for block in blocks {
                    for part in Self.parts(of: block, page: page) {
                        let y = setter.y
                        guard setter.add(part.block) else { break }
                        if !part.isLast { setter.advance(y - setter.y) }
                    }
                }
                try setter.finish()
            }
        }
    }

    /// Splits a line at tabs into left-aligned, centered, and right-aligned parts.
    private static func parts(of block: Block, page: Int) -> [(block: Block, isLast: Bool)] {
        guard case .text(var paragraph) = block else { return [(block, true)] }
        paragraph.text = paragraph.text.numbered(page)
        let pieces = paragraph.text.string.split(separator: "\t", omittingEmptySubsequences: false)
        guard (2...3).contains(pieces.count) else {
            return [(.text(paragraph), true)]
        }
        let places: [TextStyle.Alignment] =
            pieces.count == 2 ? [.start, .end] : [.start, .center, .end]
        return zip(pieces, places).enumerated().map { index, piece in
            var part = paragraph
            part.text = StyledText(String(piece.0))
            part.style.alignment = piece.1
            return (.text(part), index == pieces.count - 1)
        }
    }

    private static func room(_ paper: Paper) -> Paper {
        Paper(
            width: paper.width - 2 * paper.margin,
            height: paper.height * limit,
            margin: 0
        )
    }

    private static func height(
        _ blocks: [Block],
        _ paper: Paper,
        on canvas: Canvas
    ) throws(DrawingFailure) -> Double {
        guard blocks.contains(where: \.isVisible) else { return 0 }
        let room = room(paper)
        let setter = PageSetter(room, target: 1, canvas: canvas, draws: false)
        for block in blocks {
            guard let last = parts(of: block, page: 1).last else { continue }
            guard setter.add(last.block) else {
                ReadingExtent.noteOmission()
                break
            }
        }
        try setter.finish()
        return setter.page == 1 ? setter.y : room.height
    }
}
