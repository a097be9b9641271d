import PrintModel
import QuickPreview

extension SheetPreview {
    /// Whether a reader holds every sheet in the other orientation than it is fed, so that its
    /// picture is rotated.
    ///
    /// The finished PDF has the sheets as they are fed. If every face lies across its sheet, as in
    /// a presentation or with two pages per side, the pictures are rotated upright; if only some
    /// do, they show the stack as it lies in the tray. The rule is the one that places the pages.
    /// If the size of a page is unknown, the sheets are shown as they are fed.
    var isHeldTurned: Bool {
        guard let plan = check.plan, plan.sheet != nil, check.document?.type == "application/pdf",
            let runs = check.document?.pageSizes,
            let first = pages.lazy.compactMap(\.first).first,
            let firstSize = Self.size(of: first, in: runs)
        else { return false }
        let imposition = Imposition(SheetLayout(plan), first: firstSize)
        return pages.allSatisfy { face in
            guard !face.isEmpty else { return true }
            let sizes = face.compactMap { page in
                Self.size(of: page, in: runs).map { (page, $0) }
            }
            guard sizes.count == face.count else { return false }
            let known = Dictionary(sizes) { size, _ in size }
            switch imposition.face(face, size: { known[$0] ?? firstSize }) {
            case .page(_, let turned): return turned
            case .sheet(_, _, let placements):
                // A quarter turn counterclockwise: the right edge becomes the top.
                return placements.allSatisfy { $0.matrix[1] > 0 && abs($0.matrix[0]) < 0.001 }
            }
        }
    }

    private static func size(
        of page: Int,
        in runs: [DocumentFacts.PageSizes]
    ) -> PageSize? {
        var left = page
        for run in runs {
            guard left > run.count else { return PageSize(width: run.width, height: run.height) }
            left -= run.count
        }
        return nil
    }
}
