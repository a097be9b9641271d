import PreviewModel

/// The headers of a raster file and of its pages.
struct RasterHeader {
    let request: RasterRequest

    /// A page as its header describes it.
    struct Page {
        /// The width in pixels.
        var width: Int
        /// The height in pixels.
        var height: Int
        /// The size in points.
        var size: PageSize
        /// Whether the page is on the paper of the request.
        var isOnMedia: Bool
        /// Whether the page is the back of a sheet.
        var isBack: Bool
    }

    /// The bytes before the first page.
    var file: [UInt8] {
        switch request.container {
        case .pwg: return Array("RaS2".utf8)
        case .urf:
            var header = HeaderBytes(size: 12)
            header.write("UNIRAST", at: 0)
            header.write(request.filePages, at: 8)
            return header.bytes
        }
    }

    /// The bytes before the lines of a page.
    func page(_ page: Page) -> [UInt8] {
        switch request.container {
        case .pwg: pwg(page)
        case .urf: urf(page)
        }
    }

    /// The header of PWG 5102.4, table 1; what it reserves stays 0.
    private func pwg(_ page: Page) -> [UInt8] {
        var header = HeaderBytes(size: 1796)
        header.write("PwgRaster", at: 0)
        let isDuplex = request.sides != .oneSided
        header.write(isDuplex ? 1 : 0, at: 272)
        header.write(request.xResolution, at: 276)
        header.write(request.yResolution, at: 280)
        // NumCopies: the file has all of them.
        header.write(1, at: 340)
        header.write(Int(clamping: page.size.width.rounded()), at: 352)
        header.write(Int(clamping: page.size.height.rounded()), at: 356)
        header.write(request.sides == .shortEdge ? 1 : 0, at: 368)
        header.write(page.width, at: 372)
        header.write(page.height, at: 376)
        header.write(request.type.bitsPerColor, at: 384)
        header.write(request.type.bitsPerPixel, at: 388)
        header.write((page.width * request.type.bitsPerPixel + 7) / 8, at: 392)
        header.write(request.type.pwgColorSpace, at: 400)
        header.write(request.type.colorCount, at: 420)
        header.write(request.filePages, at: 452)
        // CrossFeedTransform and FeedTransform.
        let mirroring = page.isBack ? request.backMirroring : (across: false, along: false)
        header.write(mirroring.across ? -1 : 1, at: 456)
        header.write(mirroring.along ? -1 : 1, at: 460)
        // AlternatePrimary: white.
        header.write(0xFF_FFFF, at: 480)
        header.write(Int(request.quality.rawValue), at: 484)
        if let media = request.media {
            header.write(media.type, at: 128)
            if page.isOnMedia { header.write(media.name, at: 1732) }
        }
        return header.bytes
    }

    /// The header of Apple raster, as libcups reads and writes it; the format has no public specification.
    private func urf(_ page: Page) -> [UInt8] {
        var header = HeaderBytes(size: 32)
        header.bytes[0] = UInt8(clamping: request.type.bitsPerPixel)
        header.bytes[1] = request.type.urfColorSpace
        header.bytes[2] =
            switch request.sides {
            case .oneSided: 1
            case .shortEdge: 2
            case .longEdge: 3
            }
        header.bytes[3] = request.quality.rawValue
        header.write(page.width, at: 12)
        header.write(page.height, at: 16)
        header.write(request.xResolution, at: 20)
        return header.bytes
    }
}

/// The bytes of a header: big-endian integers, and texts that end with a 0.
private struct HeaderBytes {
    var bytes: [UInt8]

    init(size: Int) { bytes = [UInt8](repeating: 0, count: size) }

    mutating func write(_ number: Int, at place: Int) {
        let word = UInt32(truncatingIfNeeded: number)
        for index in 0..<4 {
            bytes[place + index] = UInt8(clamping: word >> UInt32(clamping: 24 - index * 8) & 0xFF)
        }
    }

    mutating func write(_ text: String, at place: Int) {
        for (index, byte) in text.utf8.prefix(RasterRequest.nameLimit).enumerated() {
            bytes[place + index] = byte
        }
    }
}

extension RasterType {
    /// The number of the color space (PWG 5102.4, 4.3.2.4).
    fileprivate var pwgColorSpace: Int {
        switch self {
        case .black1, .black8: 3
        case .sgray1, .sgray8: 18
        case .srgb8: 19
        case .adobeRGB8: 20
        case .rgb8: 1
        // PWG raster has no such type; see ``RasterRequest/isValid``.
        case .deviceGray8: 0
        }
    }

    /// The number of the color space in Apple raster.
    fileprivate var urfColorSpace: UInt8 {
        switch self {
        case .srgb8: 1
        case .adobeRGB8: 3
        case .deviceGray8: 4
        case .rgb8: 5
        // The other types are gray, or not in Apple raster.
        case .sgray8, .black1, .sgray1, .black8: 0
        }
    }
}
