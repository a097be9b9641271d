import PrintModel
import QuickPreview

extension SheetPreview {
    /// How often a reader turns the sheet of a face clockwise by a quarter turn, so that its picture is rotated as often.
    ///
    /// The finished PDF has the sheets as they are fed. A face with a landscape page, or with two pages beside each other,
    /// lies across its sheet. The rule is the one that places the pages. A blank face, and one whose pages have an unknown
    /// size, are shown as they are fed.
    ///
    /// - Parameter face: The face, from 1.
    /// - Returns: The number of quarter turns, 0 to 3.
    func quarterTurns(_ face: Int) -> Int {
        guard let plan = check.plan, plan.sheet != nil, let document = check.document,
            let runs = document.pageSizes, pages.indices.contains(face - 1),
            let page = pages[face - 1].first(where: { $0 > 0 }),
            let first = pages.lazy.joined().first(where: { $0 > 0 }),
            let firstSize = Self.size(of: first, in: runs)
        else { return 0 }
        let imposition = Imposition(
            SheetLayout(plan),
            first: firstSize,
            isPicture: document.isPicture
        )
        return imposition.quarterTurns(page) { Self.size(of: $0, in: runs) ?? firstSize }
    }

    private static func size(
        of page: Int,
        in runs: [DocumentFacts.PageSizes]
    ) -> PageSize? {
        var left = page
        for run in runs {
            guard left > run.count else { return PageSize(width: run.width, height: run.height) }
            left = left.subtracting(clamping: run.count)
        }
        return nil
    }
}
