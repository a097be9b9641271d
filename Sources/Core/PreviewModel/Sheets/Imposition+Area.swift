/// The areas of a sheet.
extension Imposition {
    /// The printable area as the reader holds the sheet, without header and footer.
    func inside(_ turned: Bool) -> Area { Self.inside(sheet, turned, layout) }

    /// The sheet as the reader holds it, without header and footer.
    func surface(_ turned: Bool) -> Area {
        let (whole, inside) = (held(turned), inside(turned))
        let hasRoom = layout.pagesHaveRoom
        let foot = layout.footer == nil || hasRoom ? 0 : inside.y
        let head = layout.header == nil || hasRoom ? whole.height : inside.y + inside.height
        return Area(x: 0, y: foot, width: whole.width, height: head - foot)
    }

    /// The printable area without header and footer, unless the pages have room for them.
    static func inside(
        _ sheet: SheetLayout.Sheet,
        _ turned: Bool,
        _ layout: SheetLayout
    ) -> Area {
        let area = printable(sheet, turned)
        guard !layout.pagesHaveRoom else { return area }
        let height = turned ? sheet.width : sheet.length
        let top = height - area.y - area.height
        let foot = layout.footer == nil ? area.y : SheetLayout.Label.extent(area.y)
        let head = height - (layout.header == nil ? top : SheetLayout.Label.extent(top))
        return Area(x: area.x, y: foot, width: area.width, height: head - foot)
    }

    /// The printable area as the reader holds the sheet: turned counterclockwise, the left edge of the sheet
    /// is at the top.
    static func printable(_ sheet: SheetLayout.Sheet, _ turned: Bool) -> Area {
        guard turned else {
            return Area(
                x: sheet.left,
                y: sheet.bottom,
                width: sheet.width - sheet.left - sheet.right,
                height: sheet.length - sheet.top - sheet.bottom
            )
        }
        return Area(
            x: sheet.bottom,
            y: sheet.right,
            width: sheet.length - sheet.top - sheet.bottom,
            height: sheet.width - sheet.left - sheet.right
        )
    }
}

extension Imposition.Area {
    /// The area without a margin of this width at each edge; a negative width adds one.
    func inset(by strip: Double) -> Imposition.Area {
        guard strip != 0 else { return self }
        return Imposition.Area(
            x: x + strip,
            y: y + strip,
            width: max(width - 2 * strip, 0.01),
            height: max(height - 2 * strip, 0.01)
        )
    }

    /// The area, narrowed to a smaller one inside it in each direction in which that is long enough for `size`.
    func narrowed(to inner: Imposition.Area, for size: PageSize) -> Imposition.Area {
        var area = self
        if size.width <= inner.width { (area.x, area.width) = (inner.x, inner.width) }
        if size.height <= inner.height { (area.y, area.height) = (inner.y, inner.height) }
        return area
    }

    /// The area at another place.
    func moved(right: Double) -> Imposition.Area {
        Imposition.Area(x: x + right, y: y, width: width, height: height)
    }

    /// The area without the name below its page.
    var aboveName: Imposition.Area {
        let strip = SheetLayout.ContactSheet.strip
        return Imposition.Area(x: x, y: y + strip, width: width, height: max(height - strip, 0.01))
    }

    /// The part of the area that lies in another one.
    func within(_ other: Imposition.Area) -> Imposition.Area {
        let (left, below) = (max(x, other.x), max(y, other.y))
        return Imposition.Area(
            x: left,
            y: below,
            width: max(min(x + width, other.x + other.width) - left, 0.01),
            height: max(min(y + height, other.y + other.height) - below, 0.01)
        )
    }
}
