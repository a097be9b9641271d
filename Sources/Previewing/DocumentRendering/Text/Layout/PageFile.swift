import PreviewHelper
import PreviewModel

/// A PDF whose pages a ``PageSetter`` sets, one after the other.
struct PageFile {
    let output: Int32
    /// The size of each page.
    let size: PageSize
    let title: String

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
        let canvas = try Canvas(
            pagesFor: output,
            size: (size.width, size.height),
            title: title.singleLine
        )
        let setter = PageSetter(paper, target: limit, canvas: canvas, drawsAll: true)
        var failure: (any Error)?
        try canvas.placed(x: place.x, y: place.y, factor: factor) { () throws(DrawingFailure) in
            do { try tell { setter.add($0) } } catch { failure = error }
            if failure == nil, setter.page <= limit { try setter.finish() }
        }
        if let failure { throw failure }
        guard setter.page <= limit else {
            throw DocumentProblemError(.tooLarge(why: .init(.tooManyPages, "\(limit)")))
        }
        if mustShow, setter.isBlank { throw TextDocument.NothingToShow() }
        try canvas.finishPages()
        return setter.page
    }
}
