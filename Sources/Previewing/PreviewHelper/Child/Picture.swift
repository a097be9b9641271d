/// The pixels of an answer: 8-bit RGBA, alpha not premultiplied, rows without padding.
package struct Picture {
    package var width: Int
    package var height: Int
    package var pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
