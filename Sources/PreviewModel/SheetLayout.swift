/// What a finished PDF looks like: which pages stand on each side of each sheet, and how.
///
/// Lengths are points (1/72 inch).
public struct SheetLayout: Equatable, Sendable {
    /// How large a page stands on the sheet, in the terms of `print-scaling` (PWG 5100.13, 6.3.16).
    public enum Scaling: UInt8, Sendable {
        /// A page that is larger than the sheet is made smaller, others keep their size; a picture
        /// fills the sheet within its margins, or to its edges where it has no margins.
        case auto = 1
        /// As large as the margins of the sheet allow.
        case fit = 2
        /// So large that no part of the sheet stays white; what does not fit is cut off.
        case fill = 3
        /// In its own size; what does not fit is cut off.
        case none = 4
    }

    /// How the sheet is held when it is read.
    public enum Orientation: UInt8, Sendable {
        /// The short edges are above and below.
        case portrait = 1
        /// The long edges are above and below.
        case landscape = 2
    }

    /// Where a page stands that does not fill its place on the sheet as it is read.
    public enum Position: UInt8, Sendable {
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

        /// How much of the free space is at the left and below: 0, 1/2 or 1.
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

    /// In which order several pages fill a side: the way of a row or column, then that of the next.
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

    /// The lines around each page.
    public enum Border: UInt8, Sendable {
        case none, single, singleThick, double, doubleThick

        /// The width of a line, in points.
        public var width: Double {
            switch self {
            case .none: 0
            case .single, .double: 0.5
            case .singleThick, .doubleThick: 1.5
            }
        }
        /// How many lines there are.
        public var count: Int {
            switch self {
            case .none: 0
            case .single, .singleThick: 1
            case .double, .doubleThick: 2
            }
        }
        /// How far the page stands from the edge of its place, in points.
        public var inset: Double { Double(count) * width * 2 }
    }

    /// A sheet as a printer feeds it, with the margins that it cannot print on.
    public struct Sheet: Equatable, Sendable {
        /// Across the way of the paper.
        public var width: Double
        /// Along the way of the paper.
        public var length: Double
        /// At the head.
        public var top: Double
        /// At the right.
        public var right: Double
        /// At the foot.
        public var bottom: Double
        /// At the left.
        public var left: Double

        /// A sheet; without margins where nothing is said.
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

        /// ISO A4 without margins.
        public static let a4 = Sheet(width: 595.276, length: 841.89)
    }

    /// The document pages, 1-based, on each side in order; an empty one stays white.
    public var faces: [[Int]]
    /// The sheet; `nil` leaves each page of a PDF its own size, and puts a picture on A4.
    public var sheet: Sheet?
    /// How many pages one side has room for.
    public var numberUp: Int
    /// How large the pages stand there.
    public var scaling: Scaling
    /// How the sheet is held; `nil` turns each page so that it fits best.
    public var orientation: Orientation?
    /// The size of the pages in percent of what ``scaling`` gives.
    public var percent = 100
    /// How many pixels of a picture are an inch; `nil` where the picture says so itself.
    public var resolution: Int?
    /// Where a page stands that does not fill its place.
    public var position = Position.center
    /// In which order several pages fill a side.
    public var order = Order.lrtb
    /// Whether sheets are drawn as a mirror shows them.
    public var mirror = false
    /// The lines around each page.
    public var border = Border.none

    /// The most pages that stand on all faces together, and the most faces.
    public static let limit = 1_000_000
    /// The most pages on one face.
    public static let numberUpLimit = 64
    /// The sizes that pages can be given, in percent.
    public static let percentRange = 1...1000
    /// The resolutions that pictures can be given, in pixels per inch.
    public static let resolutionRange = 1...9600
    private static let mark: UInt32 = 0x504C_0002

    /// Describes a finished PDF.
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

    /// Whether it can be asked for at all: something to print, in bounds, on a sheet that exists.
    public var isValid: Bool {
        guard (1...Self.numberUpLimit).contains(numberUp), (1...Self.limit).contains(faces.count),
            faces.contains(where: { !$0.isEmpty }),
            faces.allSatisfy({ $0.count <= numberUp }),
            faces.reduce(0, { $0 + $1.count }) <= Self.limit,
            Self.percentRange.contains(percent),
            resolution.map(Self.resolutionRange.contains) ?? true
        else { return false }
        guard let sheet else { return true }
        let edges = 9.0...15_000.0
        let margins = [sheet.top, sheet.right, sheet.bottom, sheet.left]
        return edges.contains(sheet.width) && edges.contains(sheet.length)
            && margins.allSatisfy { $0 >= 0 && $0.isFinite }
            && sheet.left + sheet.right < sheet.width - 4
            && sheet.top + sheet.bottom < sheet.length - 4
            && hasRoom(on: sheet)
    }

    /// Whether so many pages can stand apart from each other on one side.
    private func hasRoom(on sheet: Sheet) -> Bool {
        let width = sheet.width - sheet.left - sheet.right
        let length = sheet.length - sheet.top - sheet.bottom
        func needed(_ pages: Int) -> Double {
            Double(pages) * 2 + Double(pages - 1) * Imposition.gutter
        }
        return (1...numberUp).contains { columns in
            numberUp.isMultiple(of: columns) && width > needed(columns)
                && length > needed(numberUp / columns)
        }
    }

    /// The layout as bytes; a page number that does not fit is one that no document has.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.mark)
        writer.write(scaling.rawValue)
        writer.write(orientation?.rawValue ?? 0)
        writer.write(UInt8(clamping: numberUp))
        writer.write(UInt32(clamping: percent))
        writer.write(UInt32(clamping: resolution ?? 0))
        writer.write(position.rawValue)
        writer.write(order.rawValue)
        writer.write(UInt8(mirror ? 1 : 0))
        writer.write(border.rawValue)
        writer.write(UInt8(sheet == nil ? 0 : 1))
        if let sheet {
            for number in [
                sheet.width, sheet.length, sheet.top, sheet.right, sheet.bottom, sheet.left,
            ] { writer.write(number) }
        }
        writer.write(UInt32(clamping: faces.count))
        for face in faces {
            writer.write(UInt8(clamping: face.count))
            for page in face { writer.write(UInt32(exactly: page) ?? 0) }
        }
        return writer.bytes
    }

    /// The layout of these bytes, or `nil` when they are none.
    public init?(decoding bytes: [UInt8]) {
        guard let layout = try? Self.decode(bytes), layout.isValid else { return nil }
        self = layout
    }

    private static func decode(_ bytes: [UInt8]) throws(ByteReader.Malformed) -> SheetLayout {
        var reader = ByteReader(bytes)
        guard try reader.read(UInt32.self) == mark,
            let scaling = Scaling(rawValue: try reader.read())
        else { throw ByteReader.Malformed() }
        let way = try reader.read(UInt8.self)
        let orientation = Orientation(rawValue: way)
        guard way == 0 || orientation != nil else { throw ByteReader.Malformed() }
        let numberUp = Int(try reader.read(UInt8.self))
        let percent = Int(try reader.read(UInt32.self))
        let resolution = Int(try reader.read(UInt32.self))
        guard let position = Position(rawValue: try reader.read()),
            let order = Order(rawValue: try reader.read())
        else { throw ByteReader.Malformed() }
        let mirror = try reader.read(UInt8.self) != 0
        guard let border = Border(rawValue: try reader.read()) else {
            throw ByteReader.Malformed()
        }
        var sheet: Sheet?
        if try reader.read(UInt8.self) != 0 {
            sheet = Sheet(
                width: try reader.readDouble(),
                length: try reader.readDouble(),
                top: try reader.readDouble(),
                right: try reader.readDouble(),
                bottom: try reader.readDouble(),
                left: try reader.readDouble()
            )
        }
        let count = Int(try reader.read(UInt32.self))
        guard count <= limit else { throw ByteReader.Malformed() }
        var faces: [[Int]] = []
        for _ in 0..<count {
            var face: [Int] = []
            for _ in 0..<(try reader.read(UInt8.self)) {
                face.append(Int(try reader.read(UInt32.self)))
            }
            faces.append(face)
        }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        var layout = SheetLayout(
            faces: faces,
            sheet: sheet,
            numberUp: numberUp,
            scaling: scaling,
            orientation: orientation
        )
        layout.percent = percent
        layout.resolution = resolution == 0 ? nil : resolution
        layout.position = position
        layout.order = order
        layout.mirror = mirror
        layout.border = border
        return layout
    }
}
