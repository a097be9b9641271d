/// The pages that a document is laid out on: the paper, its margins, and the letters.
///
/// Lengths are points (1/72 inch). A value that is left out is that of the document: each family has its own.
public struct PageLayout: Equatable, Sendable {
    /// The distances from the edges of a page as it is read to what is on it, in points.
    public struct Margins: Equatable, Sendable {
        /// The top margin.
        public var top: Double
        /// The right margin.
        public var right: Double
        /// The bottom margin.
        public var bottom: Double
        /// The left margin.
        public var left: Double

        /// Margins of their own on each edge.
        public init(top: Double, right: Double, bottom: Double, left: Double) {
            self.top = top
            self.right = right
            self.bottom = bottom
            self.left = left
        }

        /// The same margin on each edge.
        public init(_ all: Double) { self.init(top: all, right: all, bottom: all, left: all) }

        fileprivate var arePossible: Bool {
            [top, right, bottom, left].allSatisfy { $0 >= 0 && $0.isFinite }
        }

        /// The widest margin.
        var widest: Double { max(top, right, bottom, left) }
    }

    /// The shorter edge of the paper.
    public var width: Double
    /// The longer edge of the paper.
    public var length: Double
    /// The margins; `nil` for three quarters of an inch around text, and a quarter around pictures.
    public var margins: Margins?
    /// The margins in which the printer cannot print: those of the layout are at least as wide.
    public var leastMargins = Margins(0)
    /// The orientation; `nil` for the one that suits the document: landscape for slides and wide pictures, portrait for
    /// text.
    public var orientation: SheetLayout.Orientation?
    /// The size of the letters; `nil` for 10 points in plain text and source code, and for the document's own in all
    /// else.
    ///
    /// Where a document has letters of several sizes, all are changed in proportion.
    public var fontSize: Double?
    /// Whether the lines of plain text and source code are numbered.
    public var numbersLines = false
    /// Whether a workbook that LibreOffice lays out is one page wide.
    public var fitsWidth = false
    /// Whether such a workbook has lines between its cells.
    public var hasGridLines = false
    /// Whether such a workbook has the letters of its columns and the numbers of its rows.
    public var hasHeadings = false
    /// The worksheets that such a workbook is laid out with, by their names or by their numbers from 1; empty for all.
    public var worksheets: [String] = []
    /// Whether the top margin has room for the header of a ``SheetLayout``.
    public var hasHeader = false
    /// Whether the bottom margin has room for its footer.
    public var hasFooter = false
    /// The least and the greatest length of a page of text, which is as long as what is on it: on paper from a roll; `nil`
    /// for pages that are all as long as the paper.
    public var lengths: ClosedRange<Double>?
    /// The most pages that are made; a document with more is `tooLarge`.
    public var pagesLimit = Self.usualPagesLimit

    /// The usual limit of a document: as many pages as two boxes of paper have.
    public static let usualPagesLimit = 10_000
    /// The largest file that is written: 1 GiB.
    public static let sizeLimit = 1 << 30
    /// The largest text that is laid out, in bytes: what is on paper fills a shelf.
    public static let textLimit = 64 << 20
    /// The valid edges of the paper, in points.
    public static let edgeRange = 72.0...15_000.0
    /// The valid sizes of letters, in points.
    public static let fontSizeRange = 3.0...144.0
    /// The least room between the margins, in points.
    public static let leastRoom = 48.0
    /// The most worksheets that are chosen.
    public static let worksheetsLimit = 256
    /// The longest name of a worksheet, in bytes.
    public static let worksheetNameLimit = 512
    private static let magicNumber: UInt32 = 0x5047_0004

    /// The layout on paper of a size, in either order of its edges.
    ///
    /// - Parameters:
    ///   - width: An edge of the paper in points.
    ///   - length: The other edge.
    public init(width: Double, length: Double) {
        self.width = min(width, length)
        self.length = max(width, length)
    }

    /// A4, as the document has it.
    public static let a4 = PageLayout(width: 595.276, length: 841.89)

    /// Whether everything is within its limits, and there is room between the margins in either orientation.
    public var isValid: Bool {
        guard Self.edgeRange.contains(width), Self.edgeRange.contains(length), width <= length,
            fontSize.map(Self.fontSizeRange.contains) ?? true,
            (1...DocumentInfo.pagesLimit).contains(pagesLimit),
            lengths.map({ $0.lowerBound >= 1 && $0.upperBound <= Self.edgeRange.upperBound })
                ?? true,
            worksheets.count <= Self.worksheetsLimit,
            worksheets.allSatisfy({ (1...Self.worksheetNameLimit).contains($0.utf8.count) })
        else { return false }
        let given = [leastMargins] + [margins].compactMap { $0 }
        let room = width - Self.leastRoom
        return given.allSatisfy(\.arePossible)
            && [false, true].map { self.margins(usual: 0, isWide: $0) }.allSatisfy {
                $0.left + $0.right <= room && $0.top + $0.bottom <= room
            }
    }

    /// The size of a page as it is read.
    ///
    /// - Parameter isWide: Whether the document is wider than high, which decides where ``orientation`` does not.
    /// - Returns: The size in points.
    public func pageSize(isWide: Bool) -> PageSize {
        let isLandscape = orientation?.isLandscape ?? isWide
        return isLandscape
            ? PageSize(width: length, height: width) : PageSize(width: width, height: length)
    }

    /// The size of a page of text as it is read, before a page from a roll is cut to ``lengths``.
    ///
    /// - Parameter isWide: Whether the text is wider than high.
    /// - Returns: The size in points.
    public func textPageSize(isWide: Bool) -> PageSize {
        guard let lengths else { return pageSize(isWide: isWide) }
        return PageSize(width: width, height: lengths.upperBound)
    }

    /// The margins of a page.
    ///
    /// - Parameters:
    ///   - usual: The margin on each edge where the layout leaves ``margins`` out, in points.
    ///   - isWide: Whether the page is wide: it may be turned either way on the paper, so that each of its edges can be
    ///     that with the widest of ``leastMargins``.
    /// - Returns: The margins in points.
    public func margins(usual: Double, isWide: Bool) -> Margins {
        // Small paper has no room for usual margins.
        let asked = margins ?? Margins(min(usual, max(0, width - Self.leastRoom) / 2))
        let least = isWide ? Margins(leastMargins.widest) : leastMargins
        return Margins(
            top: max(asked.top, hasHeader ? SheetLayout.Label.extent(least.top) : least.top),
            right: max(asked.right, least.right),
            bottom: max(
                asked.bottom,
                hasFooter ? SheetLayout.Label.extent(least.bottom) : least.bottom
            ),
            left: max(asked.left, least.left)
        )
    }

    /// Encodes the layout.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(width)
        writer.write(length)
        writer.write(UInt8(clamping: margins == nil ? 0 : 1))
        for margins in [margins, leastMargins].compactMap({ $0 }) {
            for margin in [margins.top, margins.right, margins.bottom, margins.left] {
                writer.write(margin)
            }
        }
        writer.write(orientation?.rawValue ?? 0)
        writer.write(fontSize ?? 0)
        let cells = [fitsWidth, hasGridLines, hasHeadings]
        for flag in [numbersLines, hasHeader, hasFooter] + cells {
            writer.write(UInt8(clamping: flag ? 1 : 0))
        }
        writer.write(UInt32(clamping: pagesLimit))
        writer.write(lengths?.lowerBound ?? 0)
        writer.write(lengths?.upperBound ?? 0)
        writer.write(UInt16(clamping: worksheets.count))
        for name in worksheets { writer.write(name, limit: Self.worksheetNameLimit) }
        return writer.bytes
    }

    /// Decodes a layout; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        guard let layout = try? Self.decode(bytes), layout.isValid else { return nil }
        self = layout
    }

    private static func decode(_ bytes: [UInt8]) throws(ByteReader.Malformed) -> PageLayout {
        var reader = ByteReader(bytes)
        guard try reader.read(UInt32.self) == magicNumber else { throw ByteReader.Malformed() }
        let (width, length) = (try reader.readDouble(), try reader.readDouble())
        guard width <= length else { throw ByteReader.Malformed() }
        var layout = PageLayout(width: width, length: length)
        if try reader.read(UInt8.self) != 0 { layout.margins = try Margins(&reader) }
        layout.leastMargins = try Margins(&reader)
        let orientation = try reader.read(UInt8.self)
        layout.orientation = SheetLayout.Orientation(rawValue: orientation)
        guard orientation == 0 || layout.orientation != nil else { throw ByteReader.Malformed() }
        let size = try reader.readDouble()
        layout.fontSize = size == 0 ? nil : size
        layout.numbersLines = try reader.read(UInt8.self) != 0
        layout.hasHeader = try reader.read(UInt8.self) != 0
        layout.hasFooter = try reader.read(UInt8.self) != 0
        layout.fitsWidth = try reader.read(UInt8.self) != 0
        layout.hasGridLines = try reader.read(UInt8.self) != 0
        layout.hasHeadings = try reader.read(UInt8.self) != 0
        layout.pagesLimit = Int(try reader.read(UInt32.self))
        let (shortest, longest) = (try reader.readDouble(), try reader.readDouble())
        guard shortest <= longest else { throw ByteReader.Malformed() }
        layout.lengths = longest == 0 ? nil : shortest...longest
        let worksheets = try reader.read(UInt16.self)
        guard worksheets <= worksheetsLimit else { throw ByteReader.Malformed() }
        for _ in 0..<worksheets {
            layout.worksheets.append(try reader.readText(limit: worksheetNameLimit))
        }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return layout
    }
}

extension PageLayout.Margins {
    fileprivate init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init(
            top: try reader.readDouble(),
            right: try reader.readDouble(),
            bottom: try reader.readDouble(),
            left: try reader.readDouble()
        )
    }
}
