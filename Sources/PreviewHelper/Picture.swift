package import CImage
import Glibc

/// Pixels on their way out of a child: 8-bit RGBA, alpha not premultiplied, rows without padding.
package struct Picture {
    package var width: Int
    package var height: Int
    package var pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Takes over the pixels of a picture, which it frees.
    @unsafe package init(taking picture: cimage_picture) {
        unsafe (width, height) = (Int(picture.width), Int(picture.height))
        let bytes = unsafe UnsafeBufferPointer(start: picture.pixels, count: width * height * 4)
        pixels = unsafe Array(bytes)
        unsafe free(picture.pixels)
    }
}
