import Glibc
import PreviewHelper

/// Windows bitmaps by ImageMagick, with inconsistent headers corrected first.
struct BitmapReader: PixelReader {
    private let descriptor: Int32
    private let magick: MagickReader
    /// The file with a corrected header; `nil` if its own header is correct.
    private let mended: [UInt8]?

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        let file = FilePart(whole: descriptor)
        let header = file?.available(at: 0, count: 70) ?? []
        let padded = header + [UInt8](repeating: 0, count: 70 - header.count)
        let isFile = header.starts(with: "BM".utf8)
        let start = isFile ? 14 : 0
        let headerSize = Int(padded[start]) | Int(padded[start + 1]) << 8
        let alphaMask = padded[(start + 52)..<(start + 56)]
        let ignoresAlpha =
            headerSize < 56 || (header.count == 70 && alphaMask.allSatisfy { $0 == 0 })
        magick = MagickReader(bitmapIsFile: isFile, ignoresAlpha: ignoresAlpha)
        mended = isFile && header.count >= 54 ? file.flatMap { Self.mended($0, header) } : nil
    }

    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        magick.header(of: mended.map { .bytes($0) } ?? .file(descriptor))
    }

    func read(_ descriptor: Int32) -> DecodedImage? {
        var image = magick.read(mended.map { .bytes($0) } ?? .file(descriptor))
        image?.ignoreEmptyAlpha()
        return image
    }

    /// A file whose pixels are said to begin in the palette, or whose last ones are missing, or with the
    /// header of OS/2 2, in whose palette ImageMagick looks for three bytes; else `nil`.
    private static func mended(_ file: FilePart, _ header: [UInt8]) -> [UInt8]? {
        let (size, packing) = (Int(header.number32(14)), header.number32(30))
        let depth = Int(header.number16(28))
        let width = Int(Int32(bitPattern: header.number32(18)))
        let height = Int(Int32(bitPattern: header.number32(22)).magnitude)
        let isOS2 = size == 64
        // Pixels as they are (0) or by masks (3), with the header of Windows 3 or later.
        guard size >= 40, size <= 124, packing == 0 || (packing == 3 && !isOS2),
            [1, 4, 8, 16, 24, 32].contains(depth), width > 0, width <= 1 << 24, height > 0,
            height <= 1 << 24
        else { return nil }
        let named = Int(header.number32(46))
        let colors = depth > 8 ? 0 : named == 0 || named > 1 << depth ? 1 << depth : named
        let given = Int(header.number32(10))
        var offset = max(given, 14 + size + colors * 4)
        let row = (width * depth + 31) / 32 * 4
        let missing = offset + row * height - file.size
        // Require enough pixel data; the missing rest is filled with black.
        guard isOS2 ? offset == given : offset > given || missing > 0, missing <= row,
            missing < file.size, var bytes = file.bytes(at: 0, count: file.size)
        else { return nil }
        if isOS2, bytes.count >= 78 {
            bytes.removeSubrange(54..<78)
            bytes[14] = 40
            offset -= 24
        }
        bytes.append(contentsOf: [UInt8](repeating: 0, count: max(0, missing)))
        // ImageMagick rejects a file whose header states a larger size than it has.
        for (place, value) in [(2, bytes.count), (10, offset)] {
            for byte in 0..<4 {
                bytes[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
            }
        }
        return bytes
    }
}
