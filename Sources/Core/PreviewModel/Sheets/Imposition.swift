/// Places the pages of a face on their sheet.
///
/// Coordinates are those of PDF: points, from the lower left corner of the sheet. A page is
/// taken as it is displayed, with crop box and rotation applied, and its lower left corner at (0, 0).
///
/// A sheet that is read in the other orientation than it is fed is turned counterclockwise by 90 degrees,
/// always in this direction. So both sides of a sheet are right for a reader, whatever edge it is bound at:
/// `two-sided-long-edge` (RFC 8011, 5.2.8) turns a sheet about its long edge, which mirrors left and
/// right of the upright frame of the sheet and keeps its top. A landscape page whose top is at
/// the left edge has the binding edge, its top, at the left in front and at the right behind; and the
/// reader who turns the sheet over upwards looks for the top of the next page there, opposite to the
/// binding edge: at the left of the back's own frame again. One direction serves both faces.
///
/// A reversed orientation turns all faces by half a turn more, at the very end: everything is placed on the sheet as it
/// lies after that, and turned around its middle.
public struct Imposition: Sendable {
    /// A rectangle in points.
    public struct Area: Equatable, Sendable {
        /// The left edge.
        public var x: Double
        /// The lower edge.
        public var y: Double
        /// The width.
        public var width: Double
        /// The height.
        public var height: Double

        /// A rectangle.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// A page on a sheet: the matrix from the page as displayed to the sheet, and the visible part.
    public struct Placement: Equatable, Sendable {
        /// The page, 1-based.
        public var page: Int
        /// The six numbers of the matrix, as in PDF.
        public var matrix: [Double]
        /// The clip: nothing is drawn outside.
        public var clip: Area
        /// The lines of the border, from the outermost inwards; empty without a border.
        public var lines: [Area] = []
        /// The part of a poster that remains when its sheet is cut at the marks; `nil` without marks.
        public var cut: Area?
        /// Whether it is pale: a stamp.
        public var isPale = false
    }

    /// The contents of a face.
    public enum Face: Equatable, Sendable {
        /// A page of the document, unchanged, turned counterclockwise by this many quarter turns.
        case page(Int, quarterTurns: Int)
        /// A new page of this size, with pages on it; empty where it stays white.
        case sheet(width: Double, height: Double, [Placement])
    }

    /// The difference up to which sizes count as equal, in points: paper is cut, and sizes are rounded.
    public static let tolerance = 3.0
    /// The space between two pages on one side, in points.
    static let gutter = 9.0

    let layout: SheetLayout
    /// Whether the pages have no size of their own that counts, as pictures.
    private let isPicture: Bool
    let sheet: SheetLayout.Sheet
    private let grid: (columns: Int, rows: Int, turned: Bool)

    /// Prepares to place pages; the grid of a side is chosen for a page of the size `first`.
    public init(_ layout: SheetLayout, first: PageSize, isPicture: Bool = false) {
        self.layout = layout
        self.isPicture = isPicture
        let own = SheetLayout.Sheet(width: first.width, length: first.height)
        let fed = layout.sheet ?? (isPicture ? .a4 : own)
        sheet = layout.orientation?.isReversed == true ? fed.reversed : fed
        grid = Self.grid(layout, sheet, first)
    }

    /// Places the pages of a face.
    ///
    /// - Parameters:
    ///   - pages: The page numbers, 1-based; 0 is a blank page of a booklet.
    ///   - index: The number of the face, from 0: which side of a folded sheet, which part of a poster.
    ///   - size: The size of a page, as it is displayed.
    /// - Returns: The contents of the face.
    public func face(_ pages: [Int], at index: Int = 0, size: (Int) -> PageSize) -> Face {
        if layout.fold != .none {
            let placements = folded(pages, at: index, size: size)
            return .sheet(width: sheet.width, height: sheet.length, placements)
        }
        if let poster = layout.poster, let page = pages.first {
            let placement = part(of: page, size(page), at: index, of: poster)
            return .sheet(width: sheet.width, height: sheet.length, [placement])
        }
        if layout.numberUp == 1, let page = pages.first {
            let size = size(page)
            if let turned = turnOfWhole(size) {
                return .page(page, quarterTurns: quarterTurns(turned))
            }
            return .sheet(width: sheet.width, height: sheet.length, [place(page, size)])
        }
        let cells = cells
        let placements = zip(pages, cells).map { page, cell in
            let size = size(page)
            let cell = layout.contactSheet == nil ? cell : cell.aboveName
            let scale = scale(size, into: cell)
            return placement(page, size, scale: scale, in: cell, turned: grid.turned)
        }
        return .sheet(width: sheet.width, height: sheet.length, placements)
    }

    // MARK: One page

    /// Whether a page can be printed unchanged, upright or turned; `nil` where it has to be placed.
    private func turnOfWhole(_ size: PageSize) -> Bool? {
        guard !isPicture, layout.percent == 100, !layout.mirror, layout.border == .none,
            !layout.hasTexts
        else {
            return nil
        }
        // Without a sheet there is nothing to fit the page to, in either orientation.
        guard layout.sheet != nil else { return false }
        let hasMargins = sheet != SheetLayout.Sheet(width: sheet.width, length: sheet.length)
        guard layout.scaling != .fit || !hasMargins else { return nil }
        let isUpright =
            abs(size.width - sheet.width) <= Self.tolerance
            && abs(size.height - sheet.length) <= Self.tolerance
        let isTurned =
            abs(size.height - sheet.width) <= Self.tolerance
            && abs(size.width - sheet.length) <= Self.tolerance
        switch layout.orientation {
        case nil: return isUpright ? false : isTurned ? true : nil
        case let way?:
            let turn = isTurnedWhenHeld(way)
            return (turn ? isTurned : isUpright) ? turn : nil
        }
    }

    /// Whether the side with this page is turned when it is read.
    public func isTurned(_ page: Int, size: (Int) -> PageSize) -> Bool {
        if layout.fold != .none { return isTurnedWhenFolded }
        if layout.numberUp > 1 { return grid.turned }
        if let way = layout.orientation { return isTurnedWhenHeld(way) }
        return layout.poster.map { turns(size(page), $0) } ?? turnsAlone(size(page))
    }

    private func place(_ page: Int, _ size: PageSize) -> Placement {
        let turned = isTurned(page) { _ in size }
        let whole = surface(turned)
        let inner = inside(turned)
        let scaling = effectiveScaling(size, whole: whole, inner: inner)
        // A line at the very edge would not be printed.
        let isInside = scaling == .fit || layout.border != .none
        var area = isInside ? inner : whole
        let room = area.inset(by: layout.border.inset)
        let base =
            switch scaling {
            case .fit, .auto: Self.fit(size, room)
            case .fill: Self.fill(size, room)
            case .none: 1.0
            }
        let scale = base * Double(layout.percent) / 100
        // A page at an edge of the sheet stays within the printable area, in each direction in which it fits.
        if layout.position != .center, !isInside {
            let placed = PageSize(width: size.width * scale, height: size.height * scale)
            area = whole.narrowed(to: inner, for: placed)
        }
        // A page in its own size also keeps its place; header and footer cut off what they would cover.
        guard layout.scaling == .none, layout.border == .none, area == whole else {
            return placement(page, size, scale: scale, in: area, turned: turned)
        }
        var placed = placement(page, size, scale: scale, in: held(turned), of: held(turned))
        placed.clip = placed.clip.within(whole)
        return fed(placed, turned)
    }

    /// The scaling that `auto` means for this page.
    private func effectiveScaling(
        _ size: PageSize,
        whole: Area,
        inner: Area
    ) -> SheetLayout.Scaling {
        guard layout.scaling == .auto else { return layout.scaling }
        let room = layout.border == .none ? whole : inner.inset(by: layout.border.inset)
        let fits =
            size.width <= room.width + Self.tolerance
            && size.height <= room.height + Self.tolerance
        if fits, !isPicture { return .none }
        // The rule of PWG 5100.13: to the edges where the printer reaches them.
        return isPicture && inner == whole ? .fill : .fit
    }

    /// Whether a page without a requested orientation is turned: where that makes it larger.
    private func turnsAlone(_ size: PageSize) -> Bool {
        let upright = held(false)
        let turned = held(true)
        let keepsSize = layout.scaling == .none || (layout.scaling == .auto && !isPicture)
        let measure: (Area) -> Double = { area in
            let scale = Self.fit(size, area)
            return keepsSize ? min(scale, 1) : scale
        }
        return measure(turned) > measure(upright) + 0.001
    }

    // MARK: Several pages

    private static func grid(
        _ layout: SheetLayout,
        _ sheet: SheetLayout.Sheet,
        _ first: PageSize
    ) -> (columns: Int, rows: Int, turned: Bool) {
        guard layout.numberUp > 1 else { return (1, 1, false) }
        if let contact = layout.contactSheet {
            let isTurned = (layout.orientation?.isLandscape == true) != (sheet.width > sheet.length)
            return (contact.columns, contact.rows, isTurned)
        }
        let isWide = sheet.width > sheet.length
        let turns: [Bool] =
            switch layout.orientation {
            case nil: [false, true]
            case let way?: [way.isLandscape != isWide]
            }
        var best: (columns: Int, rows: Int, turned: Bool) = (layout.numberUp, 1, turns[0])
        var largest = 0.0
        for turned in turns {
            let area = Self.inside(sheet, turned, layout)
            for columns in 1...layout.numberUp where layout.numberUp.isMultiple(of: columns) {
                let rows = layout.numberUp / columns
                let cell = Self.cell(0, columns: columns, rows: rows, in: area)
                guard cell.width > 1, cell.height > 1 else { continue }
                let scale = Self.fit(first, cell)
                if scale > largest + 0.001 {
                    largest = scale
                    best = (columns, rows, turned)
                }
            }
        }
        return best
    }

    var cells: [Area] {
        let area = inside(grid.turned)
        return (0..<layout.numberUp).map {
            let place = Self.place($0, layout.order, columns: grid.columns, rows: grid.rows)
            return Self.cell(place, columns: grid.columns, rows: grid.rows, in: area)
        }
    }

    /// The cell of the page at `index`, counted from left to right, then downwards.
    private static func place(
        _ index: Int,
        _ order: SheetLayout.Order,
        columns: Int,
        rows: Int
    ) -> Int {
        var column = order.isByColumns ? index / rows : index % columns
        var row = order.isByColumns ? index % rows : index / columns
        if order.isFromRight { column = columns - 1 - column }
        if order.isFromBelow { row = rows - 1 - row }
        return row * columns + column
    }

    /// A cell of a grid, counted from left to right, then downwards.
    private static func cell(_ index: Int, columns: Int, rows: Int, in area: Area) -> Area {
        let width = (area.width - gutter * Double(columns - 1)) / Double(columns)
        let height = (area.height - gutter * Double(rows - 1)) / Double(rows)
        let column = Double(index % columns)
        let row = Double(rows - 1 - index / columns)
        return Area(
            x: area.x + column * (width + gutter),
            y: area.y + row * (height + gutter),
            width: width,
            height: height
        )
    }

    func scale(_ size: PageSize, into cell: Area) -> Double {
        let room = cell.inset(by: layout.border.inset)
        let scale =
            switch layout.scaling {
            case .auto, .fit: Self.fit(size, room)
            case .fill: Self.fill(size, room)
            case .none: 1.0
            }
        return scale * Double(layout.percent) / 100
    }

    // MARK: Areas and matrices

    static func fit(_ size: PageSize, _ area: Area) -> Double {
        min(area.width / max(size.width, 0.01), area.height / max(size.height, 0.01))
    }

    private static func fill(_ size: PageSize, _ area: Area) -> Double {
        max(area.width / max(size.width, 0.01), area.height / max(size.height, 0.01))
    }

    func isTurnedWhenHeld(_ way: SheetLayout.Orientation) -> Bool {
        way.isLandscape != (sheet.width > sheet.length)
    }

    /// The sheet as the reader holds it.
    func held(_ turned: Bool) -> Area {
        Area(
            x: 0,
            y: 0,
            width: turned ? sheet.length : sheet.width,
            height: turned ? sheet.width : sheet.length
        )
    }

    /// A page in an area of the sheet as the reader holds it, turned back to the way it is fed.
    private func placement(
        _ page: Int,
        _ size: PageSize,
        scale: Double,
        in area: Area,
        turned: Bool
    ) -> Placement {
        let placement = placement(page, size, scale: scale, in: area, of: held(turned))
        return fed(placement, turned)
    }

    /// A page in an area of a surface as the reader holds it, which is mirrored as a whole if at all.
    func placement(
        _ page: Int,
        _ size: PageSize,
        scale: Double,
        in area: Area,
        of whole: Area,
        share: (left: Double, below: Double)? = nil
    ) -> Placement {
        let room = area.inset(by: layout.border.inset)
        let (width, height) = (size.width * scale, size.height * scale)
        let share = share ?? layout.position.share
        let x = room.x + (room.width - width) * share.left
        let y = room.y + (room.height - height) * share.below
        let shown = Area(x: x, y: y, width: width, height: height).within(room)
        let clip = layout.border == .none ? area : shown
        let lines = (0..<layout.border.count).map {
            shown.inset(by: (0.5 + 2 * Double($0)) * layout.border.width - layout.border.inset)
        }
        guard layout.mirror else {
            return Placement(
                page: page,
                matrix: [scale, 0, 0, scale, x, y],
                clip: clip,
                lines: lines
            )
        }
        // (X, Y) of the mirror image is (width - X, Y).
        func mirrored(_ area: Area) -> Area {
            Area(
                x: whole.width - area.x - area.width,
                y: area.y,
                width: area.width,
                height: area.height
            )
        }
        let matrix = [-scale, 0, 0, scale, whole.width - x, y]
        return Placement(
            page: page,
            matrix: matrix,
            clip: mirrored(clip),
            lines: lines.map(mirrored)
        )
    }
}
