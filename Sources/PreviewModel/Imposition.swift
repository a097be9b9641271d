/// Where the pages of a face stand on their sheet.
///
/// Coordinates are those of PDF: points, from the foot of the sheet at the left, upwards. A page is
/// thought of as it is displayed, with crop box and rotation applied, its foot at the left in (0, 0).
///
/// A sheet that is held the other way than it is fed is turned by a quarter against the clock, always in
/// this direction. So both sides of a sheet are right for a reader whatever edge it is bound at:
/// `two-sided-long-edge` (RFC 8011, 5.2.8) turns a sheet about its long edge, which mirrors left and
/// right of the upright frame of the sheet and leaves its head above. A landscape page whose head lies at
/// the left edge has the binding edge, its head, at the left in front and at the right behind; and the
/// reader who turns the sheet over upwards looks for the head of the next page there, opposite to the
/// binding edge: at the left of the back's own frame again. One direction serves both faces.
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

    /// A page on a sheet: the matrix from the page as displayed to the sheet, and what is seen of it.
    public struct Placement: Equatable, Sendable {
        /// The page, 1-based.
        public var page: Int
        /// The six numbers of the matrix, as in PDF.
        public var matrix: [Double]
        /// Nothing is drawn outside.
        public var clip: Area
    }

    /// What is on a face.
    public enum Face: Equatable, Sendable {
        /// A page of the document, as it is, turned by a quarter against the clock where `turned`.
        case page(Int, turned: Bool)
        /// A new page of this size, on which pages stand; none where it stays white.
        case sheet(width: Double, height: Double, [Placement])
    }

    /// How far sizes may differ that are meant to be the same: paper is cut, and names are rounded.
    public static let tolerance = 3.0
    /// The space between two pages on one side.
    static let gutter = 9.0

    private let layout: SheetLayout
    /// Whether pages have no size of their own that counts: pictures.
    private let isPicture: Bool
    private let sheet: SheetLayout.Sheet
    private let grid: (columns: Int, rows: Int, turned: Bool)

    /// Prepares to place pages; the grid of a side is chosen for a page of the size `first`.
    public init(_ layout: SheetLayout, first: PageSize, isPicture: Bool = false) {
        self.layout = layout
        self.isPicture = isPicture
        let own = SheetLayout.Sheet(width: first.width, length: first.height)
        sheet = layout.sheet ?? (isPicture ? .a4 : own)
        grid = Self.grid(layout, sheet, first)
    }

    /// Places the pages of a face.
    ///
    /// - Parameters:
    ///   - pages: The pages, 1-based.
    ///   - size: The size of a page, as it is displayed.
    /// - Returns: What is on the face.
    public func face(_ pages: [Int], size: (Int) -> PageSize) -> Face {
        if layout.numberUp == 1, let page = pages.first {
            let size = size(page)
            if let turned = turnOfWhole(size) { return .page(page, turned: turned) }
            return .sheet(width: sheet.width, height: sheet.length, [place(page, size)])
        }
        let cells = cells
        let placements = zip(pages, cells).map { page, cell in
            let size = size(page)
            let scale = scale(size, into: cell)
            return placement(page, size, scale: scale, in: cell, turned: grid.turned)
        }
        return .sheet(width: sheet.width, height: sheet.length, placements)
    }

    // MARK: One page

    /// Whether a page can go out as it is, upright or turned; `nil` where it has to be placed.
    private func turnOfWhole(_ size: PageSize) -> Bool? {
        guard !isPicture else { return nil }
        // Without a sheet there is nothing to fit on, whatever way it would be held.
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

    private func place(_ page: Int, _ size: PageSize) -> Placement {
        let turned = layout.orientation.map { isTurnedWhenHeld($0) } ?? turnsAlone(size)
        let whole = held(turned)
        let inner = inside(turned)
        let scaling = effectiveScaling(size, whole: whole, inner: inner)
        let area = scaling == .fit ? inner : whole
        let scale =
            switch scaling {
            case .fit, .auto: Self.fit(size, area)
            case .fill: Self.fill(size, area)
            case .none: 1.0
            }
        return placement(page, size, scale: scale, in: area, turned: turned)
    }

    /// What `auto` means for this page.
    private func effectiveScaling(
        _ size: PageSize,
        whole: Area,
        inner: Area
    ) -> SheetLayout.Scaling {
        guard layout.scaling == .auto else { return layout.scaling }
        let fits =
            size.width <= whole.width + Self.tolerance
            && size.height <= whole.height + Self.tolerance
        if fits, !isPicture { return .none }
        // The rule of PWG 5100.13: to the edges where the printer reaches them.
        return isPicture && inner == whole ? .fill : .fit
    }

    /// Whether a page for which nobody said so is turned: where it stands larger then.
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
        let isWide = sheet.width > sheet.length
        let turns: [Bool] =
            switch layout.orientation {
            case nil: [false, true]
            case .portrait: [isWide]
            case .landscape: [!isWide]
            }
        var best: (columns: Int, rows: Int, turned: Bool) = (layout.numberUp, 1, turns[0])
        var largest = 0.0
        for turned in turns {
            let area = Self.inside(sheet, turned)
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

    private var cells: [Area] {
        let area = inside(grid.turned)
        return (0..<layout.numberUp).map {
            Self.cell($0, columns: grid.columns, rows: grid.rows, in: area)
        }
    }

    /// A cell of a grid: from the left to the right, then downwards.
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

    private func scale(_ size: PageSize, into cell: Area) -> Double {
        switch layout.scaling {
        case .auto, .fit: Self.fit(size, cell)
        case .fill: Self.fill(size, cell)
        case .none: 1
        }
    }

    // MARK: Areas and matrices

    private static func fit(_ size: PageSize, _ area: Area) -> Double {
        min(area.width / max(size.width, 0.01), area.height / max(size.height, 0.01))
    }

    private static func fill(_ size: PageSize, _ area: Area) -> Double {
        max(area.width / max(size.width, 0.01), area.height / max(size.height, 0.01))
    }

    private func isTurnedWhenHeld(_ way: SheetLayout.Orientation) -> Bool {
        (way == .landscape) != (sheet.width > sheet.length)
    }

    /// The sheet as the reader holds it.
    private func held(_ turned: Bool) -> Area {
        Area(
            x: 0,
            y: 0,
            width: turned ? sheet.length : sheet.width,
            height: turned ? sheet.width : sheet.length
        )
    }

    private func inside(_ turned: Bool) -> Area { Self.inside(sheet, turned) }

    /// What can be printed on, as the reader holds the sheet: turned against the clock, the sheet's left
    /// edge is above.
    private static func inside(_ sheet: SheetLayout.Sheet, _ turned: Bool) -> Area {
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

    /// A page in the middle of an area of the sheet as it is held, turned back to how it is fed.
    private func placement(
        _ page: Int,
        _ size: PageSize,
        scale: Double,
        in area: Area,
        turned: Bool
    ) -> Placement {
        let x = area.x + (area.width - size.width * scale) / 2
        let y = area.y + (area.height - size.height * scale) / 2
        guard turned else {
            return Placement(page: page, matrix: [scale, 0, 0, scale, x, y], clip: area)
        }
        // (X, Y) as held is (width - Y, X) as fed.
        return Placement(
            page: page,
            matrix: [0, scale, -scale, 0, sheet.width - y, x],
            clip: Area(
                x: sheet.width - area.y - area.height,
                y: area.x,
                width: area.height,
                height: area.width
            )
        )
    }
}
