import CPNG
import Glibc
import PreviewModel

/// The picture of a page: pixels in sRGB.
public struct PreviewImage: Sendable, Hashable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The bytes from one row to the next.
    public let stride: Int
    /// The pixels from the top left: red, green, blue, and alpha with 8 bits each, alpha not premultiplied.
    public let pixels: [UInt8]
    /// The MIME type of the document in the picture.
    public let type: String

    /// Whether the document contains the picture, such as a cover; otherwise it shows the contents.
    public let isEmbedded: Bool

    init(width: Int, height: Int, pixels: [UInt8], type: String, isEmbedded: Bool = false) {
        precondition(pixels.count == width * height * 4, "pixels of another size")
        self.isEmbedded = isEmbedded
        self.width = width
        self.height = height
        self.stride = width * 4
        self.pixels = pixels
        self.type = type
    }

    /// The picture as one inside a document of a type.
    func embedded(in type: String) -> PreviewImage {
        PreviewImage(width: width, height: height, pixels: pixels, type: type, isEmbedded: true)
    }

    /// The picture as one of a document of a type.
    func of(_ type: FileType) -> PreviewImage {
        PreviewImage(width: width, height: height, pixels: pixels, type: type.rawValue)
    }

    /// Returns the picture as PNG, with no more channels than it needs: without alpha where every pixel is opaque, and one for
    /// shades of gray.
    ///
    /// - Parameter texts: Entries to store beside the picture ("tEXt"): keys of 1 to 79 bytes.
    /// - Returns: The bytes of the PNG.
    /// - Throws: ``PreviewError`` with the code `memoryLimit` where memory runs out.
    public func png(
        texts: KeyValuePairs<String, String> = [:]
    ) throws(PreviewError) -> [UInt8] {
        try encoded(texts.map { ($0.key, $0.value) }, CPNG_FEWEST)
    }

    /// Returns the picture as the thumbnail cache has it: always with alpha.
    func thumbnail(_ texts: [(String, String)]) throws(PreviewError) -> [UInt8] {
        try encoded(texts, CPNG_RGBA)
    }

    private func encoded(
        _ texts: [(String, String)],
        _ colors: cpng_colors
    ) throws(PreviewError) -> [UInt8] {
        var copies: [UnsafeMutablePointer<CChar>?] = unsafe []
        defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
        var entries: [cpng_text] = unsafe []
        for (key, text) in texts {
            let (key, text) = unsafe (strdup(key), strdup(text))
            unsafe copies += [key, text]
            unsafe entries.append(cpng_text(key: key, text: text))
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        let failure = unsafe cpng_encode(
            pixels,
            UInt32(clamping: width),
            UInt32(clamping: height),
            stride,
            colors,
            entries,
            entries.count,
            &bytes,
            &length
        )
        guard failure == 0, let bytes = unsafe bytes else {
            throw PreviewError(
                .memoryLimit,
                "The picture cannot be encoded as PNG.",
                chinese: "无法将图片编码为 PNG。"
            )
        }
        defer { unsafe cpng_free(bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    /// Whether every pixel is opaque.
    var isOpaque: Bool {
        unsafe pixels.withUnsafeBytes { bytes in
            unsafe bytes.bindMemory(to: UInt32.self).allSatisfy {
                UInt32(littleEndian: $0) >> 24 == 255
            }
        }
    }

    /// Returns the picture as a portable pixmap (PPM, "P6"), which needs no library to be read; alpha is
    /// left out.
    public func ppm() -> [UInt8] {
        let head = Array("P6\n\(width) \(height)\n255\n".utf8)
        let count = head.count + width * height * 3
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
            for byte in head {
                unsafe bytes[used] = byte
                used += 1
            }
            unsafe pixels.withUnsafeBufferPointer { pixels in
                for index in Swift.stride(from: 0, to: pixels.count, by: 4) {
                    for band in index..<index + 3 {
                        unsafe bytes[used] = pixels[band]
                        used += 1
                    }
                }
            }
        }
    }
}
