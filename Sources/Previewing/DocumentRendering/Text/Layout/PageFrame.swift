import PreviewModel

/// The paper between the margins of a page, and its place on the page.
struct PageFrame {
    let paper: Paper
    let place: (x: Double, y: Double)
    /// How much larger than its own lengths the paper is drawn.
    let factor: Double

    /// The paper for a layout.
    ///
    /// - Parameters:
    ///   - layout: The layout.
    ///   - size: The size of the page.
    ///   - usual: The margins where the layout leaves them out, in points.
    ///   - fontSize: The size of the letters of running text; `nil` for its own.
    init(_ layout: PageLayout, _ size: PageSize, usual: Double, fontSize: Double?) {
        let margins = layout.margins(usual: usual, isWide: size.width > size.height)
        // The setter knows one margin: the least of the four. The rest is outside of its paper.
        let least = min(margins.top, margins.right, margins.bottom, margins.left)
        factor = (fontSize ?? TextStyle.body.size) / TextStyle.body.size
        var paper = Paper(
            width: (size.width - margins.left - margins.right + 2 * least) / factor,
            height: (size.height - margins.top - margins.bottom + 2 * least) / factor,
            margin: least / factor
        )
        paper.isPrinted = true
        self.paper = paper
        place = (margins.left - least, margins.top - least)
    }
}
