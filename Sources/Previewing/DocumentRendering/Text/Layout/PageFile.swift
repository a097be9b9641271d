import PreviewHelper
import PreviewModel

/// A PDF whose pages a ``PageSetter`` sets, one after the other.
struct PageFile {
    let output: Int32
    /// The size of each page.
    let size: PageSize
    let title: String
    /// The least and the greatest length of pages that are as long as what is on them; `nil` for pages of one size.
    var lengths: ClosedRange<Double>?

    /// Writes blocks on as many pages as they take, and returns their number.
    ///
    /// - Parameters:
    ///   - paper: What the blocks are set on.
    ///   - limit: The most pages.
    ///   - place: The place of the paper's top left corner on the page.
    ///   - factor: How much larger than its own lengths the paper is drawn.
    ///   - mustShow: Whether it is an error that nothing can be seen.
    ///   - tell: Reports the blocks.
    /// - Returns: The number of pages.
    /// - Throws: The errors of `tell`; `DrawingFailure`; `DocumentProblemError` for too many pages;
    ///   `TextDocument.NothingToShow` as `mustShow` says.
    func write(
        _ paper: Paper,
        limit: Int,
        at place: (x: Double, y: Double),
        factor: Double,
        mustShow: Bool,
        tell: (@escaping (Block) -> Bool) throws -> Void
    ) throws -> Int {
        let heights = try heights(of: paper, limit: limit, at: place, factor: factor, tell: tell)
        let canvas = try Canvas(
            pagesFor: output,
            size: (size.width, heights.first ?? size.height),
            title: title.singleLine
        )
        let setter = PageSetter(paper, target: limit, canvas: canvas, drawsAll: true)
        setter.pageEnded = { page, _ in
            // The size is that of the pages after it.
            guard heights.indices.contains(page) else { return }
            canvas.resizePage(width: size.width, height: heights[page])
        }
        try set(on: setter, canvas, at: place, factor: factor, tell: tell)
        guard setter.page <= limit else {
            throw DocumentProblemError(.tooLarge(why: .init(.tooManyPages, "\(limit)")))
        }
        if mustShow, setter.isBlank { throw TextDocument.NothingToShow() }
        try canvas.finishPages()
        return setter.page
    }

    /// The height of each page that is as long as what is on it; none for pages of one size.
    private func heights(
        of paper: Paper,
        limit: Int,
        at place: (x: Double, y: Double),
        factor: Double,
        tell: (@escaping (Block) -> Bool) throws -> Void
    ) throws -> [Double] {
        guard let lengths else { return [] }
        let canvas = try Canvas(pagesFor: -1, size: (size.width, size.height), title: "")
        let setter = PageSetter(paper, target: limit, canvas: canvas, drawsAll: true)
        var heights: [Double] = []
        setter.pageEnded = { _, y in
            let height = size.height - (setter.bottom - y) * factor
            heights.append(min(max(height, lengths.lowerBound), lengths.upperBound))
        }
        // What is left out is noted when it is written.
        try ReadingExtent.$omissions.withValue(Omissions()) {
            try set(on: setter, canvas, at: place, factor: factor, tell: tell)
        }
        return heights
    }

    /// Sets the blocks.
    private func set(
        on setter: PageSetter,
        _ canvas: Canvas,
        at place: (x: Double, y: Double),
        factor: Double,
        tell: (@escaping (Block) -> Bool) throws -> Void
    ) throws {
        var failure: (any Error)?
        try canvas.placed(x: place.x, y: place.y, factor: factor) { () throws(DrawingFailure) in
            do { try tell { setter.add($0) } } catch { failure = error }
            if failure == nil, setter.page <= setter.target { try setter.finish() }
        }
        if let failure { throw failure }
    }
}
