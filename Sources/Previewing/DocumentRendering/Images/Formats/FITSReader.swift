import PreviewHelper
import PreviewModel

/// Reads FITS images with ImageMagick, including those with tile-compressed rows, which it does not
/// support.
struct FITSReader: PixelReader {
    private let magick = MagickReader("FITS", .stretch)

    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        guard let file = FilePart(whole: descriptor), let cards = Self.cards(file, at: 0)
        else { return nil }
        // Without axes, the picture is in an extension, which ImageMagick would read as pixels.
        guard cards.values["NAXIS"] == "0" else { return magick.header(descriptor) }
        guard let table = Self.cards(file, at: cards.end) else { return nil }
        return Self.size(table.values).map { ($0.width, $0.height, 1) }
    }

    func read(_ descriptor: Int32) -> DecodedImage? {
        guard let file = FilePart(whole: descriptor), let cards = Self.cards(file, at: 0)
        else { return nil }
        guard cards.values["NAXIS"] == "0" else { return magick.read(descriptor) }
        guard let table = Self.cards(file, at: cards.end) else { return nil }
        return Self.expanded(file, table.values, at: table.end).flatMap { magick.read(.bytes($0)) }
    }

    /// The keywords of a part that begins at a place, and where its data begin: cards of 80 characters in
    /// blocks of 2880 (FITS 4.0, 4.1).
    private static func cards(
        _ file: FilePart,
        at place: Int
    ) -> (values: [String: String], end: Int)? {
        var values: [String: String] = [:]
        for block in 0..<64 {
            guard let bytes = file.bytes(at: place + block * 2880, count: 2880) else { return nil }
            for start in stride(from: 0, to: 2880, by: 80) {
                let card = String(decoding: bytes[start..<start + 80], as: UTF8.self)
                let key = card.prefix(8).filter { $0 != " " }
                if key == "END" { return (values, place + (block + 1) * 2880) }
                let value = card.dropFirst(10).prefix { $0 != "/" }
                values[key] = value.filter { $0 != " " && $0 != "'" }
            }
        }
        return nil
    }

    /// The keywords of the parts of a file, each with its data left out; `nil` where the first one cannot be read.
    static func parts(_ file: FilePart) -> [[String: String]]? {
        var parts: [[String: String]] = []
        var place = 0
        while parts.count < 64, let part = cards(file, at: place) {
            parts.append(part.values)
            func number(_ key: String) -> Int { part.values[key].flatMap { Int($0) } ?? 0 }
            let axes = max(0, min(999, number("NAXIS")))
            var size = axes == 0 ? 0 : 1
            for axis in 0..<axes {
                size = size.multiplied(clamping: max(0, number("NAXIS\(axis + 1)")))
            }
            size = size.adding(clamping: max(0, number("PCOUNT")))
            size = size.multiplied(clamping: max(1, min(64, abs(max(-64, number("BITPIX"))))) / 8)
            guard size <= file.size - part.end else { break }
            place = part.end + (size + 2879) / 2880 * 2880
        }
        return parts.isEmpty ? nil : parts
    }

    /// The size of a compressed image of a kind that is known (FITS 4.0, 10.1).
    private static func size(_ table: [String: String]) -> (width: Int, height: Int)? {
        func number(_ key: String) -> Int? {
            table[key].flatMap { Int($0) }.flatMap { $0 > 0 && $0 <= 1 << 24 ? $0 : nil }
        }
        guard table["ZIMAGE"] == "T", table["ZCMPTYPE"] == "GZIP_1", table["ZNAXIS"] == "2",
            let width = number("ZNAXIS1"), let height = number("ZNAXIS2"),
            number("ZTILE1") ?? width == width, number("ZTILE2") ?? 1 == 1,
            number("NAXIS2") == height, table["TFORM1"]?.hasPrefix("1P") == true
        else { return nil }
        return (width, height)
    }

    /// Returns the image as an uncompressed FITS file.
    private static func expanded(
        _ file: FilePart,
        _ table: [String: String],
        at place: Int
    ) -> [UInt8]? {
        guard let (width, height) = size(table), PixelCanvas.fits(width, height, file),
            let step = table["NAXIS1"].flatMap({ Int($0) }), step >= 8, step <= 1 << 16
        else { return nil }
        var pixels: [UInt8] = []
        for row in 0..<height {
            // How long its data are, and where in the heap after the table.
            guard let entry = file.bytes(at: place + row * step, count: 8) else { return nil }
            let start = place + step * height + Int(entry.big32(4))
            guard let packed = file.part(at: start, count: Int(entry.big32(0))),
                let data = Deflate.inflate(
                    packed,
                    size: width * 4,
                    whole: false,
                    wrapping: .gzip
                )
            else { return nil }
            pixels += data
        }
        let bytes = pixels.count / (width * height)
        let depth = ["8": 1, "16": 2, "32": 4, "-32": 4][table["ZBITPIX"] ?? ""] ?? 0
        guard depth > 0, bytes >= depth, pixels.count == bytes * width * height else { return nil }
        if bytes > depth {
            // Numbers of 16 bits may have been packed as 32, big-endian.
            pixels = (0..<width * height * depth).map {
                pixels[$0 / depth * bytes + bytes - depth + $0 % depth]
            }
        }
        let cards = [
            "SIMPLE  = T", "BITPIX  = \(table["ZBITPIX"] ?? "")", "NAXIS   = 2",
            "NAXIS1  = \(width)",
            "NAXIS2  = \(height)", "END",
        ]
        let header = cards.flatMap {
            Array($0.utf8) + [UInt8](repeating: 32, count: 80 - $0.utf8.count)
        }
        return header + [UInt8](repeating: 32, count: 2880 - header.count) + pixels
    }
}
