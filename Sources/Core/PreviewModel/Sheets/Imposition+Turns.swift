/// Turns what is placed on a sheet as it is read to the sheet as it is fed.
extension Imposition {
    /// How often the side with this page is turned counterclockwise by a quarter turn when it is read.
    public func quarterTurns(_ page: Int, size: (Int) -> PageSize) -> Int {
        quarterTurns(isTurned(page, size: size))
    }

    /// The same for a sheet that is read in the other orientation than it is fed, or is not.
    func quarterTurns(_ turned: Bool) -> Int {
        (turned ? 1 : 0) + (layout.orientation?.isReversed == true ? 2 : 0)
    }

    /// Coordinates on the sheet as the reader holds it, converted to the sheet as it is fed.
    func fed(_ placement: Placement, _ turned: Bool) -> Placement {
        let placed = turned ? self.turned(placement) : placement
        return layout.orientation?.isReversed == true ? upsideDown(placed) : placed
    }

    /// Coordinates on the sheet as the reader holds it, turned counterclockwise by a quarter turn.
    private func turned(_ placement: Placement) -> Placement {
        // (X, Y) as held is (width - Y, X) as fed.
        func fed(_ area: Area) -> Area {
            Area(
                x: sheet.width - area.y - area.height,
                y: area.x,
                width: area.height,
                height: area.width
            )
        }
        let m = placement.matrix
        return Placement(
            page: placement.page,
            matrix: [-m[1], m[0], -m[3], m[2], sheet.width - m[5], m[4]],
            clip: fed(placement.clip),
            lines: placement.lines.map(fed),
            cut: placement.cut.map(fed),
            isPale: placement.isPale
        )
    }

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
            cut: placement.cut.map(turned),
            isPale: placement.isPale
        )
    }
}
