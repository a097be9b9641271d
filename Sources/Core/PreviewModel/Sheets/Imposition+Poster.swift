extension Imposition {
    /// The part of a page that lies on one sheet of a poster.
    ///
    /// What remains of each sheet when it is cut at the marks is of the same size, and together they are the poster.
    /// Beyond the marks the picture continues as far as the printer reaches, at most ``SheetLayout/Poster/bleed``,
    /// so that sheets can also overlap.
    func part(
        of page: Int,
        _ size: PageSize,
        at index: Int,
        of poster: SheetLayout.Poster
    ) -> Placement {
        let count = poster.columns * poster.rows
        let number = index % count
        let place = poster.isReversed ? count - 1 - number : number
        let turned = isTurned(page) { _ in size }
        let reach = inside(turned)
        let net = reach.inset(by: SheetLayout.Poster.bleed)
        let surface = surface(of: poster, turned)
        var placement = placement(
            page,
            size,
            scale: scale(size, into: surface),
            in: surface,
            of: surface
        )
        let right = net.x - Double(place % poster.columns) * net.width
        let up = net.y - Double(poster.rows - 1 - place / poster.columns) * net.height
        func moved(_ area: Area) -> Area {
            Area(x: area.x + right, y: area.y + up, width: area.width, height: area.height)
        }
        placement.matrix[4] += right
        placement.matrix[5] += up
        placement.clip = moved(placement.clip).within(reach)
        placement.lines = placement.lines.map(moved)
        placement.cut = net
        return fed(placement, turned)
    }

    /// The poster as a whole, when its sheets are cut and joined.
    private func surface(of poster: SheetLayout.Poster, _ turned: Bool) -> Area {
        let net = inside(turned).inset(by: SheetLayout.Poster.bleed)
        return Area(
            x: 0,
            y: 0,
            width: net.width * Double(poster.columns),
            height: net.height * Double(poster.rows)
        )
    }

    /// Whether the sheets are turned: where that makes the page larger.
    func turns(_ size: PageSize, _ poster: SheetLayout.Poster) -> Bool {
        Self.fit(size, surface(of: poster, true))
            > Self.fit(size, surface(of: poster, false)) + 0.001
    }
}
