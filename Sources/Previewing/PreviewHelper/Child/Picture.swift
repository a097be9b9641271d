/// The pixels of an answer: 8-bit RGBA, alpha not premultiplied, rows without padding.
package struct Picture {
    package var width: Int
    package var height: Int
    package var pixels: [UInt8]
    /// Whether the pixels are in the file of the child's answer already, and not in `pixels`.
    package private(set) var isInFile = false

    package init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// A picture that was drawn in ``PictureMemory``.
    package init(inFileWithWidth width: Int, height: Int) {
        self.init(width: width, height: height, pixels: [])
        isInFile = true
    }
}
