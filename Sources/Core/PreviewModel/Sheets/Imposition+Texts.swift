/// Places headers, footers, and stamps.
extension Imposition {
    /// The texts of a side.
    ///
    /// - Parameters:
    ///   - pages: The page numbers, 1-based; 0 is a blank page of a booklet.
    ///   - index: The number of the face, from 0.
    ///   - texts: The texts of the layout.
    ///   - size: The size of a page, as it is displayed.
    ///   - textSize: The size of the page of a text, by its index.
    /// - Returns: The placements, of which the page is the index of the text plus one.
    public func texts(
        _ pages: [Int],
        at index: Int = 0,
        of texts: SheetTexts,
        size: (Int) -> PageSize,
        textSize: (Int) -> PageSize
    ) -> [Placement] {
        guard layout.hasTexts, let first = pages.first(where: { $0 > 0 }) else { return [] }
        let turned = isTurned(first, size: size)
        let whole = held(turned)
        var surfaces = [(pages: pages.filter { $0 > 0 }, left: 0.0, right: whole.width)]
        if layout.fold != .none {
            let (middle, creep) = (whole.width / 2, creep(at: index))
            surfaces = zip(pages, [(creep, middle + creep), (middle - creep, whole.width - creep)])
                .map { ([$0], $1.0, $1.1) }.filter { $0.pages != [0] }
        }
        let isUpsideDown = layout.fold == .longEdge && !index.isMultiple(of: 2)
        let names = names(pages, texts, textSize: textSize)
        return
            (names
            + surfaces.flatMap { surface in
                stamp(texts, turned, from: surface.left, to: surface.right, textSize: textSize)
                    + lines(of: surface.pages, turned).flatMap { line, y in
                        let room = inner(turned, from: surface.left, to: surface.right)
                        return place(
                            line.texts(surface.pages).map { texts.index(of: .init(string: $0)) },
                            from: room.left,
                            to: room.right,
                            y: y,
                            textSize: textSize
                        )
                    }
            }).map { placement in
                let placed = fed(mirrored(placement, in: whole), turned)
                return isUpsideDown ? upsideDown(placed) : placed
            }
    }

    /// The names below the pages of a contact sheet.
    private func names(
        _ pages: [Int],
        _ texts: SheetTexts,
        textSize: (Int) -> PageSize
    ) -> [Placement] {
        guard let contactSheet = layout.contactSheet else { return [] }
        return zip(pages, cells).flatMap { page, cell in
            place(
                [nil, texts.index(of: .init(string: contactSheet.name(of: page))), nil],
                from: cell.x,
                to: cell.x + cell.width,
                y: cell.y + SheetLayout.Label.descent,
                textSize: textSize
            )
        }
    }

    /// The header and the footer, each with its baseline.
    private func lines(of pages: [Int], _ turned: Bool) -> [(SheetLayout.Label, y: Double)] {
        let (whole, printable) = (held(turned), Self.printable(sheet, turned))
        let top = max(whole.height - printable.y - printable.height, SheetLayout.Label.leastEdge)
        let bottom = max(printable.y, SheetLayout.Label.leastEdge)
        return [
            layout.header.map { ($0, whole.height - top - SheetLayout.Label.ascent) },
            layout.footer.map { ($0, bottom + SheetLayout.Label.descent) },
        ].compactMap { $0 }
    }

    /// The part of a line between two edges where it can be printed.
    private func inner(
        _ turned: Bool,
        from left: Double,
        to right: Double
    ) -> (left: Double, right: Double) {
        let printable = Self.printable(sheet, turned)
        // Narrow paper keeps most of its width.
        let side = min(SheetLayout.Label.leastSide, (right - left) / 20)
        return (
            max(printable.x, left + side), min(printable.x + printable.width, right - side)
        )
    }

    /// Places the parts of a line, smaller where they are too wide together.
    private func place(
        _ parts: [Int?],
        from left: Double,
        to right: Double,
        y: Double,
        textSize: (Int) -> PageSize
    ) -> [Placement] {
        let widths = parts.map { $0.map { textSize($0).width } ?? 0 }
        let sides = max(widths[0], widths[2])
        let space = SheetLayout.Label.space
        let needed =
            widths[1] > 0
            ? widths[1] + (sides > 0 ? 2 * (sides + space) : 0)
            : widths[0] + widths[2] + (min(widths[0], widths[2]) > 0 ? space : 0)
        let scale = min(1, (right - left) / max(needed, 0.01))
        let starts = [
            left, (left + right - widths[1] * scale) / 2, right - widths[2] * scale,
        ]
        let foot = y - (SheetTexts.height - SheetTexts.baseline) * scale
        return zip(parts, starts).compactMap { part, x in
            part.map {
                Placement(page: $0 + 1, matrix: [scale, 0, 0, scale, x, foot], clip: .everything)
            }
        }
    }

    /// Places the stamp from the lower left to the upper right, as large as fits.
    private func stamp(
        _ texts: SheetTexts,
        _ turned: Bool,
        from left: Double,
        to right: Double,
        textSize: (Int) -> PageSize
    ) -> [Placement] {
        guard let text = texts.stamp, let index = texts.index(of: text) else { return [] }
        let (size, area) = (textSize(index), Self.printable(sheet, turned))
        let room = inner(turned, from: left, to: right)
        let edge = min(room.right - room.left, area.height)
        let half = 0.5.squareRoot()
        // Turned by 45 degrees, a text is as wide as it is high.
        let scale = min(
            Self.largestStamp,
            edge / max((size.width + size.height) * half, 0.01)
        )
        let (middleX, middleY) = (
            (room.left + room.right) / 2, area.y + area.height / 2
        )
        let (a, x, y) = (scale * half, size.width / 2, size.height / 2)
        return [
            Placement(
                page: index + 1,
                matrix: [a, a, -a, a, middleX - a * x + a * y, middleY - a * x - a * y],
                clip: .everything,
                isPale: true
            )
        ]
    }

    /// How much larger than on its page a stamp is at most: letters of two inches.
    private static let largestStamp = 2.0

    private func mirrored(_ placement: Placement, in whole: Area) -> Placement {
        guard layout.mirror else { return placement }
        let m = placement.matrix
        var mirrored = placement
        mirrored.matrix = [-m[0], m[1], -m[2], m[3], whole.width - m[4], m[5]]
        return mirrored
    }
}

extension Imposition.Area {
    /// More than any sheet.
    fileprivate static let everything = Self(x: -20_000, y: -20_000, width: 60_000, height: 60_000)
}
