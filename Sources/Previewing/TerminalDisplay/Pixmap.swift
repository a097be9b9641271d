/// An RGBA image with one byte per channel.
package struct Pixmap: Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The RGBA values, row by row from the top left.
    package private(set) var pixels: [UInt8]

    /// Creates an image; `nil` where the number of bytes does not match the size.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard (1...16384).contains(width), (1...16384).contains(height),
            pixels.count == width * height * 4
        else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Reads a portable pixmap ("P6") of 8 bits; `nil` for any other format.
    package init?(ppm bytes: [UInt8]) {
        var place = bytes.startIndex
        /// Returns the next word of the header, and skips the byte after it.
        func word() -> Substring? {
            guard let end = bytes[place...].firstIndex(where: { $0 <= 0x20 }) else { return nil }
            defer { place = end + 1 }
            return Substring(decoding: bytes[place..<end], as: UTF8.self)
        }
        guard word() == "P6", let width = word().flatMap({ Int($0) }),
            let height = word().flatMap({ Int($0) }), word() == "255",
            (1...16384).contains(width), (1...16384).contains(height),
            bytes.count - place == width * height * 3
        else { return nil }
        self.width = width
        self.height = height
        let start = place
        pixels = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                for pixel in 0..<width * height {
                    for band in 0..<3 {
                        unsafe buffer[pixel * 4 + band] = bytes[start + pixel * 3 + band]
                    }
                    unsafe buffer[pixel * 4 + 3] = 255
                }
            }
            count = width * height * 4
        }
    }

    /// Returns a part of the picture, as far as it lies in it.
    package func cropped(left: Int, top: Int, width: Int, height: Int) -> Pixmap {
        let left = max(0, min(left, self.width - 1))
        let top = max(0, min(top, self.height - 1))
        let width = max(1, min(width, self.width - left))
        let height = max(1, min(height, self.height - top))
        var part: [UInt8] = []
        part.reserveCapacity(width * height * 4)
        for row in top..<top + height {
            let start = (row * self.width + left) * 4
            part += pixels[start..<start + width * 4]
        }
        return Pixmap(width: width, height: height, pixels: part) ?? self
    }

    /// Places pictures side by side, with a transparent gap between them.
    package init?(beside pictures: [Pixmap], gap: Int) {
        guard let first = pictures.first else { return nil }
        guard pictures.count > 1 else {
            self = first
            return
        }
        width = pictures.reduce(0) { $0 + $1.width } + gap * (pictures.count - 1)
        height = pictures.reduce(0) { max($0, $1.height) }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        var left = 0
        for picture in pictures {
            for y in 0..<picture.height {
                let target = (y * width + left) * 4
                let source = y * picture.width * 4
                pixels.replaceSubrange(
                    target..<target + picture.width * 4,
                    with: picture.pixels[source..<source + picture.width * 4]
                )
            }
            left += picture.width + gap
        }
        self.pixels = pixels
    }
}
