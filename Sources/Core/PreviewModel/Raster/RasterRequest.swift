/// The raster file that is made from a finished PDF, for a printer that does not read PDF.
public struct RasterRequest: Equatable, Sendable {
    /// The format of the file.
    public enum Container: UInt8, Sendable, CaseIterable {
        /// PWG raster (PWG 5102.4), `image/pwg-raster`.
        case pwg = 1
        /// Apple raster, `image/urf`.
        case urf = 2
    }

    /// The sides that are printed on (`sides`).
    public enum Sides: UInt8, Sendable, CaseIterable {
        /// One side of each sheet (`one-sided`).
        case oneSided = 1
        /// Both sides, turned along the long edge (`two-sided-long-edge`).
        case longEdge = 2
        /// Both sides, turned along the short edge (`two-sided-short-edge`).
        case shortEdge = 3
    }

    /// How a printer wants the back of a sheet (`pwg-raster-document-sheet-back`).
    public enum SheetBack: UInt8, Sendable, CaseIterable {
        /// As the front.
        case normal = 1
        /// Mirrored, top to bottom or left to right.
        case flipped = 2
        /// Upside down, unless the sheet is turned along its short edge.
        case rotated = 3
        /// Upside down, if the sheet is turned along its short edge.
        case manualTumble = 4

        /// The value of `pwg-raster-document-sheet-back`.
        public init?(pwg keyword: String) {
            switch keyword {
            case "normal": self = .normal
            case "flipped": self = .flipped
            case "rotated": self = .rotated
            case "manual-tumble": self = .manualTumble
            default: return nil
            }
        }

        /// The value of `urf-supported`: `DM1` to `DM4`.
        public init?(urf keyword: String) {
            guard keyword.count == 3, keyword.hasPrefix("DM"),
                let back = UInt8(keyword.dropFirst(2)).flatMap(Self.init)
            else { return nil }
            self = back
        }
    }

    /// The quality that the printer is asked for (`print-quality`).
    public enum Quality: UInt8, Sendable {
        /// The printer's default.
        case standard = 0
        case draft = 3
        case normal = 4
        case high = 5
    }

    /// The paper (`media-col`).
    public struct Media: Equatable, Sendable {
        /// The name, such as `iso_a4_210x297mm`; a page of another size gets no name.
        public var name: String
        /// The width, in hundredths of a millimeter.
        public var width: Int
        /// The length, in hundredths of a millimeter.
        public var length: Int
        /// The type, such as `stationery`, or an empty text (`media-type`).
        public var type: String

        /// The paper of a size.
        public init(name: String, width: Int, length: Int, type: String = "") {
            self.name = name
            self.width = width
            self.length = length
            self.type = type
        }
    }

    /// The format of the file.
    public var container: Container
    /// The pixels.
    public var type: RasterType
    /// The resolution across the feed direction, in dots per inch.
    public var xResolution: Int
    /// The resolution along the feed direction, in dots per inch; in Apple raster, the same.
    public var yResolution: Int
    /// The number of pages of the PDF.
    public var pageCount: Int
    /// The sides that are printed on.
    public var sides = Sides.oneSided
    /// How the printer wants the backs of sheets.
    public var sheetBack = SheetBack.normal
    /// How often the pages are in the file; 1 if the printer makes the copies.
    public var copies = 1
    /// Whether each copy has all pages in order; otherwise the copies of a sheet follow each other.
    public var isCollated = true
    /// The quality that the header asks for.
    public var quality = Quality.standard
    /// The paper; `nil` leaves its name out of the header.
    public var media: Media?
    /// Whether the child gives up at the first pixel that is not gray (``AnswerMessage/Outcome/notGray``).
    public var isForGray = false
    /// Whether a file that would be too large is counted to its end (``AnswerMessage/Outcome/counted``).
    public var countsBeyond = false
    /// The pages that are written, once each and with the header of the file only if the first page is among them; `nil` for the
    /// whole file.
    public var part: ClosedRange<Int>?
    /// The most bytes of the file.
    public var sizeLimit = Self.usualSizeLimit

    /// The usual limit of a file: 1 GiB, more than the disks and memories of printers take.
    public static let usualSizeLimit = 1 << 30
    /// The valid resolutions, in dots per inch.
    public static let resolutionRange = 36...2400
    /// The most pages of a file, with all copies.
    public static let pagesLimit = 1_000_000
    /// The longest name or type of a paper, in bytes.
    public static let nameLimit = 63
    private static let magicNumber: UInt32 = 0x5052_0002

    /// A file with pixels of a type and resolution, from a PDF with a number of pages.
    public init(_ container: Container, _ type: RasterType, dpi: Int, pageCount: Int) {
        self.container = container
        self.type = type
        self.xResolution = dpi
        self.yResolution = dpi
        self.pageCount = pageCount
    }

    /// Whether the format has this type and resolution, and everything is within its limits.
    public var isValid: Bool {
        switch container {
        case .pwg: guard type.pwgKeyword != nil else { return false }
        case .urf:
            guard type.urfKeyword != nil, xResolution == yResolution else { return false }
        }
        guard Self.resolutionRange.contains(xResolution),
            Self.resolutionRange.contains(yResolution),
            (1...Self.pagesLimit).contains(pageCount), (1...Self.pagesLimit).contains(copies),
            filePages <= Self.pagesLimit, (1...Self.usualSizeLimit).contains(sizeLimit)
        else { return false }
        if let part, part.lowerBound < 1 || part.upperBound > pageCount { return false }
        guard let media else { return true }
        let edges = 1...500_000
        return edges.contains(media.width) && edges.contains(media.length)
            && [media.name, media.type].allSatisfy {
                $0.utf8.count <= Self.nameLimit && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            }
    }

    /// Whether a white page is added, so that no copy begins on the back of another.
    public var addsBlankBack: Bool {
        sides != .oneSided && copies > 1 && !pageCount.isMultiple(of: 2)
    }

    /// The number of pages in the file, with all copies.
    public var filePages: Int { (pageCount + (addsBlankBack ? 1 : 0)) * copies }

    /// Whether the back of a sheet is mirrored across, and along, the feed direction.
    ///
    /// As the table of PWG 5102.4, 4.3.2.6, has it.
    public var backMirroring: (across: Bool, along: Bool) {
        switch (sheetBack, sides) {
        case (.flipped, .shortEdge): (true, false)
        case (.flipped, .longEdge): (false, true)
        case (.rotated, .longEdge), (.manualTumble, .shortEdge): (true, true)
        default: (false, false)
        }
    }

    /// Encodes the request.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.magicNumber)
        writer.write(container.rawValue)
        writer.write(type.rawValue)
        writer.write(UInt32(clamping: xResolution))
        writer.write(UInt32(clamping: yResolution))
        writer.write(UInt32(clamping: pageCount))
        writer.write(sides.rawValue)
        writer.write(sheetBack.rawValue)
        writer.write(UInt32(clamping: copies))
        writer.write(UInt8(clamping: isCollated ? 1 : 0))
        writer.write(quality.rawValue)
        writer.write(UInt64(clamping: sizeLimit))
        writer.write(UInt8(clamping: isForGray ? 1 : 0))
        writer.write(UInt8(clamping: countsBeyond ? 1 : 0))
        writer.write(UInt32(clamping: part?.lowerBound ?? 0))
        writer.write(UInt32(clamping: part?.upperBound ?? 0))
        writer.write(UInt8(clamping: media == nil ? 0 : 1))
        if let media {
            writer.write(media.name, limit: Self.nameLimit)
            writer.write(UInt32(clamping: media.width))
            writer.write(UInt32(clamping: media.length))
            writer.write(media.type, limit: Self.nameLimit)
        }
        return writer.bytes
    }

    /// Decodes a request; `nil` where the bytes are invalid.
    public init?(decoding bytes: [UInt8]) {
        guard let request = try? Self.decode(bytes), request.isValid else { return nil }
        self = request
    }

    private static func decode(_ bytes: [UInt8]) throws(ByteReader.Malformed) -> RasterRequest {
        var reader = ByteReader(bytes)
        guard try reader.read(UInt32.self) == magicNumber,
            let container = Container(rawValue: try reader.read()),
            let type = RasterType(rawValue: try reader.read())
        else { throw ByteReader.Malformed() }
        var request = RasterRequest(container, type, dpi: 0, pageCount: 0)
        request.xResolution = Int(try reader.read(UInt32.self))
        request.yResolution = Int(try reader.read(UInt32.self))
        request.pageCount = Int(try reader.read(UInt32.self))
        guard let sides = Sides(rawValue: try reader.read()),
            let back = SheetBack(rawValue: try reader.read())
        else { throw ByteReader.Malformed() }
        request.sides = sides
        request.sheetBack = back
        request.copies = Int(try reader.read(UInt32.self))
        request.isCollated = try reader.read(UInt8.self) != 0
        guard let quality = Quality(rawValue: try reader.read()) else {
            throw ByteReader.Malformed()
        }
        request.quality = quality
        request.sizeLimit = Int(clamping: try reader.read(UInt64.self))
        request.isForGray = try reader.read(UInt8.self) != 0
        request.countsBeyond = try reader.read(UInt8.self) != 0
        let first = Int(try reader.read(UInt32.self))
        let last = Int(try reader.read(UInt32.self))
        guard first <= last else { throw ByteReader.Malformed() }
        if first > 0 { request.part = first...last }
        if try reader.read(UInt8.self) != 0 {
            request.media = Media(
                name: try reader.readText(limit: nameLimit),
                width: Int(try reader.read(UInt32.self)),
                length: Int(try reader.read(UInt32.self)),
                type: try reader.readText(limit: nameLimit)
            )
        }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return request
    }
}
