import PrintModel
import QuickPreview

extension SheetPreview {
    /// Whether a reader holds the sheet of a face in the other orientation than it is fed, so that its picture is rotated.
    ///
    /// The finished PDF has the sheets as they are fed. A face with a landscape page, or with two pages beside each other,
    /// lies across its sheet. The rule is the one that places the pages. A blank face, and one whose pages have an unknown
    /// size, are shown as they are fed.
    ///
    /// - Parameter face: The face, from 1.
    /// - Returns: Whether it is rotated.
    func isHeldTurned(_ face: Int) -> Bool {
        guard let plan = check.plan, plan.sheet != nil, let document = check.document,
            let runs = document.pageSizes, pages.indices.contains(face - 1),
            let page = pages[face - 1].first(where: { $0 > 0 }),
            let first = pages.lazy.joined().first(where: { $0 > 0 }),
            let firstSize = Self.size(of: first, in: runs)
        else { return false }
        let imposition = Imposition(
            SheetLayout(plan),
            first: firstSize,
            isPicture: document.isPicture
        )
        return imposition.isTurned(page) { Self.size(of: $0, in: runs) ?? firstSize }
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
