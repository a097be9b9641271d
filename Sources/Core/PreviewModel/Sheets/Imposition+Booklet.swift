extension Imposition {
    /// The two pages on a side of a sheet that is folded, the left one first.
    ///
    /// The reader holds the sheet with its long edges at the top and bottom, so the fold is parallel to the short
    /// ones, and pages meet at it. The margins at the left and right are equal: the halves of a sheet are pages
    /// of one book.
    func folded(_ pages: [Int], at index: Int, size: (Int) -> PageSize) -> [Placement] {
        let isBack = !index.isMultiple(of: 2)
        let creep = creep(at: index)
        let turned = isTurnedWhenFolded
        let whole = held(turned)
        let inner = inside(turned)
        let margin = max(inner.x, whole.width - inner.x - inner.width)
        let halves = [margin, whole.width / 2].map { left in
            Area(x: left, y: inner.y, width: whole.width / 2 - margin, height: inner.height)
        }
        return zip(pages, halves).enumerated().compactMap { place, pair in
            let (page, half) = pair
            guard page > 0 else { return nil }
            let size = size(page)
            let share: (left: Double, below: Double)? =
                layout.position == .center ? (left: place == 0 ? 1 : 0, below: 0.5) : nil
            var placed = placement(
                page,
                size,
                scale: scale(size, into: half),
                in: half,
                of: whole,
                share: share
            )
            let shift = (place == 0) == layout.mirror ? -creep : creep
            placed.matrix[4] += shift
            placed.lines = placed.lines.map { $0.moved(right: shift) }
            // Nothing crosses the fold.
            if layout.border != .none {
                let side = Area(
                    x: (place == 0) == layout.mirror ? whole.width / 2 : 0,
                    y: 0,
                    width: whole.width / 2,
                    height: whole.height
                )
                placed.clip = placed.clip.moved(right: shift).within(side)
            }
            let fed = fed(placed, turned)
            return isBack && layout.fold == .longEdge ? upsideDown(fed) : fed
        }
    }

    /// How far the pages of a sheet are moved toward the fold: the more sheets lie around it, the further out it lies.
    func creep(at index: Int) -> Double {
        let count = (layout.faces.count + 1) / 2
        let sheet = layout.isReversed ? count - 1 - index / 2 : index / 2
        return layout.creep * Double(sheet % (layout.sheetsInSignature ?? max(count, 1)))
    }

    /// Whether a folded sheet is turned when it is read: its long edges are at the top and bottom.
    var isTurnedWhenFolded: Bool { sheet.width <= sheet.length }
}
