import CRasterReader
import Foundation
import QuickPreview
import Testing

/// A page of a raster file, read by libcups.
struct RasterPage {
    let header: craster_reader_page
    /// The lines without padding, as libcups decompresses them.
    let bytes: [UInt8]

    var width: Int { Int(header.width) }
    var height: Int { Int(header.height) }

    /// The bytes of a pixel.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let size = Int(header.bits_per_pixel) / 8
        let start = y * Int(header.bytes_per_line) + x * size
        return Array(bytes[start..<start + size])
    }

    /// The bit of a pixel.
    func bit(_ x: Int, _ y: Int) -> UInt8 { bytes[y * lineSize + x / 8] >> UInt8(7 - x % 8) & 1 }

    /// The page mirrored across, along, or both.
    func mirrored(across: Bool, along: Bool) -> [UInt8] {
        var (header, result) = (header, [UInt8](repeating: 0, count: bytes.count))
        unsafe craster_mirror(&header, bytes, across ? 1 : 0, along ? 1 : 0, &result)
        return result
    }

    /// The difference from a picture, by the means of tiles; for 1, by pixels.
    func difference(
        from reference: ReferencePage,
        isBlack: Bool,
        tile: UInt32 = 1
    ) -> craster_difference {
        var header = header
        return unsafe craster_compare(
            &header,
            bytes,
            isBlack ? 1 : 0,
            reference.pixels,
            UInt32(reference.width),
            UInt32(reference.height),
            tile
        )
    }

    /// The number that `CrossFeedTransform` and `FeedTransform` have: -1 if mirrored.
    var transforms: [Int32] { [header.cross_feed, header.feed] }
    /// Whether the header says that the sheets are printed on both sides, and turned along the short edge.
    var turning: [UInt32] { [header.is_duplex, header.is_tumble] }
    /// The number of pages of the file, as the header says.
    var totalPages: Int { Int(header.total_pages) }
    /// The number of bytes of a line.
    var lineSize: Int { Int(header.bytes_per_line) }

    /// All pages of a file; fails where a line is missing.
    static func all(_ path: String) throws -> [RasterPage] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let reader = unsafe try #require(
            craster_reader_open(descriptor),
            "libcups does not know \(path)"
        )
        defer { unsafe craster_reader_close(reader) }
        var pages: [RasterPage] = []
        var header = craster_reader_page()
        while unsafe craster_reader_next(reader, &header) != 0 {
            let size = Int(header.bytes_per_line)
            var bytes: [UInt8] = []
            var line = [UInt8](repeating: 0, count: size)
            for row in 0..<header.height {
                let count = unsafe craster_reader_line(reader, &line, size)
                try #require(count == size, "row \(row) of page \(pages.count + 1)")
                bytes += line
            }
            pages.append(RasterPage(header: header, bytes: bytes))
        }
        return pages
    }
}

/// A page as `pdftoppm` draws it, which is poppler with Splash.
struct ReferencePage {
    let width: Int
    let height: Int
    /// Red, green, and blue of each pixel.
    let pixels: [UInt8]

    init(_ document: String, page: Int, dpi: Int, in fixtures: Fixtures) throws {
        let base = fixtures.path("reference-\(page)-\(dpi)")
        let number = "\(page)"
        try run(
            "pdftoppm",
            "-cropbox",
            "-singlefile",
            "-r",
            "\(dpi)",
            "-f",
            number,
            "-l",
            number,
            document,
            base
        )
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: base + ".ppm")))
        // "P6", the width, the height, and 255, each followed by one white space.
        let words = bytes.prefix(32).split(whereSeparator: { $0 == 10 || $0 == 32 }).prefix(4)
        let numbers = words.dropFirst().compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        try #require(numbers.count == 3)
        (width, height) = (numbers[0], numbers[1])
        pixels = Array(bytes.suffix(width * height * 3))
    }

    /// Red, green, and blue.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        let start = (min(y, height - 1) * width + min(x, width - 1)) * 3
        return pixels[start..<start + 3].map(Int.init)
    }
}

/// Makes a raster file of a document and reads it.
func raster(
    _ request: RasterRequest,
    of document: String,
    _ previewer: Previewer,
    _ fixtures: Fixtures,
    as name: String = "raster"
) async throws -> [RasterPage] {
    let path = fixtures.path("\(name)-\(UUID().uuidString)")
    try await makeRaster(request, of: document, previewer, into: path)
    return try RasterPage.all(path)
}

/// Makes a raster file of a document.
func makeRaster(
    _ request: RasterRequest,
    of document: String,
    _ previewer: Previewer,
    into path: String
) async throws {
    try await withFile(document) { input in
        try await withFile(path, flags: O_RDWR | O_CREAT) { output in
            let size = try await previewer.makeRaster(request, of: input, into: output)
            var status = stat()
            #expect(unsafe fstat(output, &status) == 0 && status.st_size == size)
        }
    }
}
