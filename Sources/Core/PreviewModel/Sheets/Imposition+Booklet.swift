extension Imposition {
    /// The two pages on a side of a sheet that is folded, the left one first.
    ///
    /// The reader holds the sheet with its long edges at the top and bottom, so the fold is parallel to the short
    /// ones, and pages meet at it. The margins at the left and right are equal: the halves of a sheet are pages
    /// of one book.
    func folded(_ pages: [Int], isBack: Bool, size: (Int) -> PageSize) -> [Placement] {
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
            let placed = placement(
                page,
                size,
                scale: scale(size, into: half),
                in: half,
                of: whole,
                share: share
            )
            let fed = fed(placed, turned)
            return isBack && layout.fold == .longEdge ? upsideDown(fed) : fed
        }
    }

    /// Whether a folded sheet is turned when it is read: its long edges are at the top and bottom.
    var isTurnedWhenFolded: Bool { sheet.width <= sheet.length }

    /// A placement on the sheet as it is fed, turned by 180 degrees.
    func upsideDown(_ placement: Placement) -> Placement {
        func turned(_ area: Area) -> Area {
            Area(
                x: sheet.width - area.x - area.width,
                y: sheet.length - area.y - area.height,
                width: area.width,
                height: area.height
            )
        }
        let m = placement.matrix
        return Placement(
            page: placement.page,
            matrix: [-m[0], -m[1], -m[2], -m[3], sheet.width - m[4], sheet.length - m[5]],
            clip: turned(placement.clip),
            lines: placement.lines.map(turned),
            isPale: placement.isPale
        )
    }
}
