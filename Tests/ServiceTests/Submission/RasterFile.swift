import CRasterReader
import Glibc
import ProofKit
import Testing

/// A raster file that a printer got, as libcups reads it.
struct RasterFile {
    /// A page.
    struct Page {
        let header: craster_reader_page
        let lines: [UInt8]

        /// The page mirrored across, along, or both.
        func mirrored(across: Bool, along: Bool) -> Page {
            var (header, result) = (header, [UInt8](repeating: 0, count: lines.count))
            unsafe craster_mirror(&header, lines, across ? 1 : 0, along ? 1 : 0, &result)
            return Page(header: header, lines: result)
        }

        /// The difference from a picture, by the means of tiles.
        func difference(
            from picture: PixelMap,
            isBlack: Bool,
            tile: UInt32
        ) -> craster_difference {
            var header = header
            return unsafe craster_compare(
                &header,
                lines,
                isBlack ? 1 : 0,
                picture.pixels,
                UInt32(picture.width),
                UInt32(picture.height),
                tile
            )
        }
    }

    let pages: [Page]

    /// Reads a file.
    init(_ path: String) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let reader = unsafe try #require(craster_reader_open(descriptor), "no raster: \(path)")
        defer { unsafe craster_reader_close(reader) }
        var pages: [Page] = []
        var header = craster_reader_page()
        while unsafe craster_reader_next(reader, &header) != 0 {
            var lines: [UInt8] = []
            var line = [UInt8](repeating: 0, count: Int(header.bytes_per_line))
            for _ in 0..<header.height {
                try #require(unsafe craster_reader_line(reader, &line, line.count) == line.count)
                lines += line
            }
            pages.append(Page(header: header, lines: lines))
        }
        self.pages = pages
    }
}

/// A picture of red, green, and blue in the format PPM.
struct PixelMap {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    init(_ bytes: [UInt8]) throws {
        // "P6", perhaps a comment, the width, the height, and 255, each followed by one white space.
        var rest = bytes[...]
        var words: [String] = []
        while words.count < 4 {
            let line = rest.prefix { $0 != 10 }
            rest = rest.dropFirst(line.count + 1)
            guard line.first != UInt8(ascii: "#") else { continue }
            words += String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
        }
        let numbers = words.compactMap { Int($0) }
        try #require(words.first == "P6" && numbers.count == 3 && numbers[2] == 255)
        (width, height, pixels) = (numbers[0], numbers[1], Array(rest))
        try #require(pixels.count == width * height * 3)
    }
}
