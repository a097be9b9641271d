import PrintModel
import QuickPreview

extension SheetPreview {
    /// Whether a reader holds every sheet the other way than it is fed, so that its picture is turned.
    ///
    /// The finished PDF has the sheets as they are fed. Where each face lies across its sheet, such as a
    /// presentation or two pages on a side, nobody wants to look at it lying on its side; where only
    /// some do, one sees the stack as it lies in the tray. Asked of the same rule that places the
    /// pages. Where the size of a page is not known, the sheets are shown as they are fed.
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
                // A quarter against the clock: what was at the right is above.
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
