/// The layout of a finished PDF: the pages on each side of each sheet, and their arrangement.
///
/// Lengths are points (1/72 inch).
public struct SheetLayout: Equatable, Sendable {
    /// The size of a page on the sheet, in the terms of `print-scaling` (PWG 5100.13, 6.3.16).
    public enum Scaling: UInt8, Sendable {
        /// A page that is larger than the sheet is scaled down, others keep their size; a picture
        /// fills the sheet within its margins, or to its edges where it has no margins.
        case auto = 1
        /// As large as the margins of the sheet allow.
        case fit = 2
        /// So large that no part of the sheet stays white; the rest is cut off.
        case fill = 3
        /// In its own size; the rest is cut off.
        case none = 4
    }

    /// The orientation in which the sheet is read.
    public enum Orientation: UInt8, Sendable {
        /// Portrait: the short edges are at the top and bottom.
        case portrait = 1
        /// Landscape: the long edges are at the top and bottom.
        case landscape = 2
        /// Portrait, with the sheet turned by half a turn.
        case reversePortrait = 3
        /// Landscape, with the sheet turned by half a turn.
        case reverseLandscape = 4

        /// Whether the long edges are at the top and bottom.
        public var isLandscape: Bool { self == .landscape || self == .reverseLandscape }
        /// Whether the sheet is turned by half a turn.
        public var isReversed: Bool { self == .reversePortrait || self == .reverseLandscape }
    }

    /// The position of a page that does not fill its place on the sheet.
    public enum Position: UInt8, Sendable {
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

        /// The share of the free space at the left and below: 0, 1/2, or 1.
        var share: (left: Double, below: Double) {
            let left: Double =
                switch self {
                case .left, .topLeft, .bottomLeft: 0
                case .right, .topRight, .bottomRight: 1
                case .center, .top, .bottom: 0.5
                }
            let below: Double =
                switch self {
                case .bottom, .bottomLeft, .bottomRight: 0
                case .top, .topLeft, .topRight: 1
                case .center, .left, .right: 0.5
                }
            return (left, below)
        }
    }

    /// The order in which several pages fill a side: the direction of a row or column, then that of the next.
    public enum Order: UInt8, Sendable {
        case lrtb, lrbt, rltb, rlbt, tblr, tbrl, btlr, btrl

        var isByColumns: Bool { rawValue >= Order.tblr.rawValue }
        var isFromRight: Bool {
            switch self {
            case .rltb, .rlbt, .tbrl, .btrl: true
            case .lrtb, .lrbt, .tblr, .btlr: false
            }
        }
        var isFromBelow: Bool {
            switch self {
            case .lrbt, .rlbt, .btlr, .btrl: true
            case .lrtb, .rltb, .tblr, .tbrl: false
            }
        }
    }

    /// The sheets over which each page is spread: a face for each, row by row.
    public struct Poster: Equatable, Sendable {
        /// The number of sheets side by side.
        public var columns: Int
        /// The number of sheets below one another.
        public var rows: Int
        /// Whether the last sheet comes first.
        public var isReversed: Bool

        /// A poster.
        public init(columns: Int, rows: Int, isReversed: Bool = false) {
            self.columns = columns
            self.rows = rows
            self.isReversed = isReversed
        }

        /// The most columns, and the most rows.
        public static let limit = 10
        /// How far a sheet continues beyond the line at which it is cut, in points: 5 mm.
        public static let bleed = 5 * 72 / 25.4
    }

    /// A sheet as a printer feeds it, with its unprintable margins, in points.
    public struct Sheet: Equatable, Sendable {
        /// The width, across the feed direction.
        public var width: Double
        /// The length, along the feed direction.
        public var length: Double
        /// The top margin.
        public var top: Double
        /// The right margin.
        public var right: Double
        /// The bottom margin.
        public var bottom: Double
        /// The left margin.
        public var left: Double

        /// A sheet; without margins by default.
        public init(
            width: Double,
            length: Double,
            top: Double = 0,
            right: Double = 0,
            bottom: Double = 0,
            left: Double = 0
        ) {
            self.width = width
            self.length = length
            self.top = top
            self.right = right
            self.bottom = bottom
            self.left = left
        }

        /// The sheet as it lies after half a turn.
        var reversed: Sheet {
            Sheet(
                width: width,
                length: length,
                top: bottom,
                right: left,
                bottom: top,
                left: right
            )
        }

        /// ISO A4 without margins.
        public static let a4 = Sheet(width: 595.276, length: 841.89)
    }

    /// The page numbers, 1-based, on each side in order; an empty list stays white, and so does the half of a
    /// folded sheet whose page is 0.
    public var faces: [[Int]]
    /// The sheet; `nil` keeps the size of each page of a PDF, and places a picture on A4.
    public var sheet: Sheet?
    /// The number of pages that one side has room for (`number-up`).
    public var numberUp: Int
    /// The size of the pages on the sheet.
    public var scaling: Scaling
    /// The orientation in which the sheet is read; `nil` turns each page to the one that suits it.
    public var orientation: Orientation?
    /// The size of the pages in percent of the result of ``scaling``.
    public var percent = 100
    /// The resolution of a picture in pixels per inch; `nil` for the one in the file.
    public var resolution: Int?
    /// The position of a page that does not fill its place.
    public var position = Position.center
    /// The order in which several pages fill a side.
    public var order = Order.lrtb
    /// Whether the sheets are mirrored.
    public var mirror = false
    /// Whether all colors become shades of gray.
    public var isGray = false
    /// The border around each page.
    public var border = Border.none
    /// The fold of a booklet.
    public var fold = Fold.none
    /// The thickness of a folded sheet, in points.
    public var creep = 0.0
    /// The number of sheets that are folded into one another; `nil` where all are.
    public var sheetsInSignature: Int?
    /// Whether the last sheet of a booklet comes first.
    public var isReversed = false
    /// The sheets over which each page is spread; `nil` where it is one.
    public var poster: Poster?
    /// The grid and the names of a contact sheet; `nil` where there is none.
    public var contactSheet: ContactSheet?
    /// The line at the top of each side that has a page.
    public var header: Label?
    /// The line at the bottom.
    public var footer: Label?
    /// Large, pale letters across each side that has a page.
    public var stamp: String?
    /// Whether the pages have margins of their own for both lines, so that they keep their place and size.
    public var pagesHaveRoom = false
    /// How often the faces are in the file; 1 if the printer makes the copies.
    public var copies = 1
    /// Whether each copy has all faces in order; otherwise the copies of a sheet follow each other.
    public var isCollated = true
    /// Whether both sides of sheets are printed, so that each copy begins on a front.
    public var isTwoSided = false
    /// The ``SheetTexts``, as a PDF with a page for each; empty until they are written.
    public var textPages: [UInt8] = []

    /// The most pages on all faces together, and the most faces.
    public static let limit = 1_000_000
    /// The most pages on one face.
    public static let numberUpLimit = 64
    /// The thickest sheet, in points: a millimeter.
    public static let creepLimit = 72 / 25.4 + 0.001
    /// The valid sizes of pages, in percent.
    public static let percentRange = 1...1000
    /// The valid resolutions of pictures, in pixels per inch.
    public static let resolutionRange = 1...9600

    /// A layout.
    public init(
        faces: [[Int]],
        sheet: Sheet? = nil,
        numberUp: Int = 1,
        scaling: Scaling = .auto,
        orientation: Orientation? = nil
    ) {
        self.faces = faces
        self.sheet = sheet
        self.numberUp = numberUp
        self.scaling = scaling
        self.orientation = orientation
    }

    /// The size up to which the finished PDF of a document is written in memory first, in bytes.
    package static let shortDocument = 1 << 20
    /// The most bytes of such a finished PDF.
    package static let shortOutput = 64 << 20

    /// Whether the layout is valid: not empty, within limits, on a sheet that exists.
    public var isValid: Bool {
        guard (1...Self.numberUpLimit).contains(numberUp), (1...Self.limit).contains(faces.count),
            faces.contains(where: { $0.contains { $0 > 0 } }),
            faces.allSatisfy({ $0.count <= numberUp }),
            faces.reduce(0, { $0 + $1.count }) <= Self.limit,
            (1...Self.limit).contains(copies), faceCount <= Self.limit,
            Self.percentRange.contains(percent),
            resolution.map(Self.resolutionRange.contains) ?? true,
            fold == .none || (numberUp == 2 && poster == nil),
            (0...Self.creepLimit).contains(creep), sheetsInSignature.map({ $0 > 0 }) ?? true,
            contactSheet.map({ $0.isValid(numberUp) && fold == .none }) ?? true,
            [header, footer].allSatisfy({ $0?.isValid ?? true }),
            stamp.map({ $0.utf8.count <= Label.textLimit }) ?? true
        else { return false }
        if let poster {
            let edges = 1...Poster.limit
            guard numberUp == 1, edges.contains(poster.columns), edges.contains(poster.rows) else {
                return false
            }
        }
        guard let sheet else { return true }
        let edges = 9.0...15_000.0
        let margins = [sheet.top, sheet.right, sheet.bottom, sheet.left]
        return edges.contains(sheet.width) && edges.contains(sheet.length)
            && margins.allSatisfy { $0 >= 0 && $0.isFinite }
            && sheet.left + sheet.right < sheet.width - 4
            && sheet.top + sheet.bottom < sheet.length - 4
            && hasRoom(on: sheet)
    }

    /// Whether 0 is a page number: a page of a booklet that stays blank.
    public var hasBlankPages: Bool { fold != .none }

    /// Whether this many pages fit on one side.
    private func hasRoom(on sheet: Sheet) -> Bool {
        var width = sheet.width - sheet.left - sheet.right
        var length = sheet.length - sheet.top - sheet.bottom
        // Whichever way the sheet is turned.
        let lines = Double([header, footer].compactMap { $0 }.count)
        length -= lines * Label.extent(0)
        width -= lines * Label.extent(0)
        if poster != nil { return min(width, length) > 4 * Poster.bleed }
        if let contactSheet { return contactSheet.hasRoom(width, length) }
        func needed(_ pages: Int) -> Double {
            Double(pages) * 2 + Double(pages - 1) * Imposition.gutter
        }
        return (1...numberUp).contains { columns in
            numberUp.isMultiple(of: columns) && width > needed(columns)
                && length > needed(numberUp / columns)
        }
    }
}
