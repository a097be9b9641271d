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
    /// The pixels from the top left: red, green, blue, alpha of 8 bits each, alpha not premultiplied.
    public let pixels: [UInt8]
    /// The MIME type of the document that it shows.
    public let type: String

    /// Whether it is a picture that the document carries inside, and not one of its contents.
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

    /// The picture as one that lies in a document of a type.
    func embedded(in type: String) -> PreviewImage {
        PreviewImage(width: width, height: height, pixels: pixels, type: type, isEmbedded: true)
    }

    /// The picture as one of a document of a type.
    func of(_ type: FileType) -> PreviewImage {
        PreviewImage(width: width, height: height, pixels: pixels, type: type.rawValue)
    }

    /// How much time a PNG may take to write.
    public enum Effort: Sendable, Hashable {
        /// For a file that is kept.
        case small
        /// Faster, for a file that is somewhat larger and looked at once.
        case fast
    }

    /// The picture as PNG; without alpha where every pixel is opaque.
    ///
    /// - Parameters:
    ///   - texts: Entries to store beside the picture ("tEXt"): keys of 1 to 79 bytes.
    ///   - effort: Whether a small file or a fast answer is wanted; a fast one has no colours
    ///     where the picture has none.
    /// - Returns: The bytes of the PNG.
    /// - Throws: ``PreviewError/Code/memoryLimit`` when there is no memory for it.
    public func png(
        texts: KeyValuePairs<String, String> = [:],
        effort: Effort = .small
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
            UInt32(width),
            UInt32(height),
            stride,
            !isOpaque ? CPNG_RGBA : effort == .fast && isGrey ? CPNG_GREY : CPNG_RGB,
            effort == .fast ? CPNG_FAST : CPNG_SMALL,
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

    /// Whether no pixel lets anything shine through.
    var isOpaque: Bool { all { $0 >> 24 == 255 } }

    /// Whether no pixel has a colour.
    private var isGrey: Bool {
        all { ($0 ^ $0 >> 8) & 0xFFFF == 0 }
    }

    /// Whether it is so for each pixel: alpha, blue, green and red, from the highest byte.
    private func all(_ isSo: (UInt32) -> Bool) -> Bool {
        unsafe pixels.withUnsafeBytes { bytes in
            unsafe bytes.bindMemory(to: UInt32.self).allSatisfy { isSo(UInt32(littleEndian: $0)) }
        }
    }

    /// The picture as a portable pixmap (PPM, "P6"): bytes that need no library to be read; what
    /// shines through is left out.
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
