import PageRendering
import PreviewHelper
import PreviewModel
import SheetRendering

/// The raster file of a finished PDF.
///
/// Nothing here knows how long the file becomes: each band is drawn, compressed, and written, so that the memory is
/// the same for one page and for a thousand.
struct RasterSheets {
    private let request: RasterRequest
    private let document: PDFDocument
    private let header: RasterHeader
    private var output: RasterOutput
    /// Compressed lines, kept for the next band.
    private var buffer: [UInt8] = []

    /// The longest edge of a page in pixels, which is that of cairo's surfaces.
    private static let edgeLimit = 32_767
    /// The largest difference between a page and the paper that it is on, in points.
    private static let tolerance = 3.0

    init(_ request: RasterRequest, of document: PDFDocument, into output: Int32) {
        self.request = request
        self.document = document
        header = RasterHeader(request: request)
        self.output = RasterOutput(
            output,
            limit: request.sizeLimit,
            counts: request.countsBeyond
        )
    }

    /// The size of a file that exceeds its limit; `nil` if the file is written.
    var countedSize: Int? { output.isCounting ? output.size : nil }

    /// Writes the file.
    mutating func write() throws(SheetFailure) {
        guard document.pageCount == request.pageCount else { throw .outcome(.pageOutOfRange) }
        if let part = request.part { return try write(part) }
        try output.write(header.file)
        let start = output.size
        var sheet = start
        for number in 1...request.pageCount {
            let isLast = number == request.pageCount
            try write(number)
            if isLast, request.addsBlankBack { try writeBlankBack() }
            let endsSheet = request.sides == .oneSided || number.isMultiple(of: 2) || isLast
            if endsSheet, !request.isCollated {
                try output.append(sheet..<output.size, times: request.copies - 1)
                sheet = output.size
            }
        }
        if request.isCollated {
            try output.append(start..<output.size, times: request.copies - 1)
        }
    }

    /// Writes a part of the file.
    private mutating func write(_ part: ClosedRange<Int>) throws(SheetFailure) {
        if part.lowerBound == 1 { try output.write(header.file) }
        for number in part { try write(number) }
        if part.upperBound == request.pageCount, request.addsBlankBack { try writeBlankBack() }
    }

    private mutating func write(_ number: Int) throws(SheetFailure) {
        let page = try page(number)
        try output.write(header.page(page))
        try draw(number, page)
    }

    /// The measures of a page: those of the paper, where the page has its size.
    private func page(_ number: Int) throws(SheetFailure) -> RasterHeader.Page {
        guard var size = document.pageSize(number) else { throw .damaged(why: .init(.onePage)) }
        var isOnMedia = false
        if let media = request.media {
            let paper = PageSize(
                width: Double(media.width) * 72 / 2540,
                height: Double(media.length) * 72 / 2540
            )
            isOnMedia =
                abs(paper.width - size.width) <= Self.tolerance
                && abs(paper.height - size.height) <= Self.tolerance
            if isOnMedia { size = paper }
        }
        // Rounded down, as libcups does, and printers expect; 8.5 inches must not lose a pixel, though.
        let width = size.width * Double(request.xResolution) / 72 + 0.001
        let height = size.height * Double(request.yResolution) / 72 + 0.001
        let edges = 1..<Double(Self.edgeLimit + 1)
        guard edges.contains(width), edges.contains(height) else {
            throw .tooLarge(why: .init(.pageTooLarge))
        }
        return RasterHeader.Page(
            width: Int(clamping: width),
            height: Int(clamping: height),
            size: size,
            isOnMedia: isOnMedia,
            isBack: request.sides != .oneSided && number.isMultiple(of: 2)
        )
    }

    private mutating func draw(_ number: Int, _ page: RasterHeader.Page) throws(SheetFailure) {
        let mirroring = page.isBack ? request.backMirroring : (across: false, along: false)
        let lines = try RasterLines(
            request.type,
            width: page.width,
            isMirrored: mirroring.across
        )
        let band = try PixelBand(width: page.width, height: page.height)
        let count = (page.height + band.rows - 1) / band.rows
        let recording = try PageRecording(
            document,
            page: number,
            width: page.width,
            height: count * band.rows,
            scale: (Double(request.xResolution) / 72, Double(request.yResolution) / 72),
            sharpensText: request.sharpensText
        )
        for index in 0..<count {
            let row = (mirroring.along ? count - 1 - index : index) * band.rows
            try recording.draw(on: band, from: row)
            if request.isForGray, !band.isGray { throw .outcome(.notGray) }
            let size = try lines.encode(
                band,
                rows: min(band.rows, page.height - row),
                isUpward: mirroring.along,
                into: &buffer
            )
            try output.write(buffer, count: size)
        }
        let size = lines.finish(into: &buffer)
        try output.write(buffer, count: size)
    }

    /// Writes a white page of the size of the last one.
    private mutating func writeBlankBack() throws(SheetFailure) {
        var page = try page(request.pageCount)
        page.isBack = true
        try output.write(header.page(page))
        let lines = try RasterLines(request.type, width: page.width, isMirrored: false)
        var left = page.height
        while left > 0 {
            let rows = min(left, 256)
            let size = lines.encodeWhite(rows, into: &buffer)
            try output.write(buffer, count: size)
            left -= rows
        }
        let size = lines.finish(into: &buffer)
        try output.write(buffer, count: size)
    }
}

extension RasterRequest {
    /// Whether letters have sharp edges.
    ///
    /// A dither makes smooth edges uneven. At 600 dpi smooth edges are not visible, but printers blur them, and the file is twice as large.
    fileprivate var sharpensText: Bool {
        type.bitsPerColor == 1 || min(xResolution, yResolution) >= 600
    }
}
