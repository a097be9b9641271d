import PreviewHelper

/// Draws one page of the blocks that a reader reports.
enum TextPicture {
    /// The paper, of which small pictures of the first page show less, so that letters can be seen.
    static func paper(page: Int, pixels: Int, smallest: Double = 0.42) -> Paper {
        guard page == 1 else { return .a4 }
        // The usual thumbnail has 128 pixels, in which letters have the size that they have in one of 256. What is smaller shows
        // no letters, but the shape of the page.
        let least = usualThumbnails.contains(pixels) ? smallest * Double(pixels) / 256 : smallest
        return .a4.magnified(by: 1 / max(least, min(1, Double(pixels) / 640)))
    }

    private static let usualThumbnails = 120..<256

    /// Sets the blocks on pages of white paper and draws one of them.
    static func draw(
        page: Int,
        pixels: Int,
        paper: Paper,
        mustShow: Bool = false,
        tell: (@escaping (Block) -> Bool) throws -> Void
    ) throws -> Picture {
        let scale = Double(pixels) / max(paper.width, paper.height)
        let width = min(pixels, max(1, Int(clamping: (paper.width * scale).rounded())))
        let height = min(pixels, max(1, Int(clamping: (paper.height * scale).rounded())))
        let canvas = try Canvas(width: width, height: height, scale: scale)
        let sheet = Box(x: -1, y: -1, width: paper.width + 2, height: paper.height + 2)
        canvas.fill(sheet, colour: 0xFFFF_FFFF)
        // A page that nothing has is looked for to the end, so that their number is known.
        let target = page > 0 ? page : PageSetter.pagesLimit + 1
        let setter = PageSetter(paper, target: target, canvas: canvas)
        try tell { setter.add($0) }
        try setter.finish()
        if mustShow, page == 1, setter.isBlank { throw TextDocument.NothingToShow() }
        guard setter.page >= target else { throw TextDocument.NoSuchPage(count: setter.page) }
        return try canvas.picture()
    }

    /// The most pages that are counted for the facts.
    static let countedPages = 100

    /// How many pages the blocks take, or `nil` where they are more than are counted.
    ///
    /// They are set as for drawing, and nothing is drawn.
    static func count(
        paper: Paper,
        tell: (@escaping (Block) -> Bool) throws(DocumentProblemError) -> Void
    ) throws(DocumentProblemError) -> (count: Int, isBlank: Bool)? {
        guard let canvas = try? Canvas(width: 1, height: 1, scale: 1) else { return nil }
        let setter = PageSetter(paper, target: countedPages, canvas: canvas, draws: false)
        try tell { setter.add($0) }
        do throws(DrawingFailure) { try setter.finish() } catch { return nil }
        return setter.page > countedPages ? nil : (setter.page, setter.isBlank)
    }
}
