import PreviewHelper

/// The pixels of an image that is being read: red, green, blue, alpha; rows from the top.
///
/// Pixels that are never set stay transparent. The canvas ignores positions outside of it, so that
/// readers need not validate coordinates of damaged files.
struct PixelCanvas {
    let width: Int
    let height: Int
    private(set) var bytes: [UInt8]

    private static let pixelLimit = 1 << 28

    /// A canvas of this size, or `nil` where there can be no such image.
    init?(width: Int, height: Int, from file: FilePart) {
        guard Self.fits(width, height, file) else { return nil }
        (self.width, self.height) = (width, height)
        bytes = [UInt8](repeating: 0, count: width * height * 4)
    }

    /// Whether a file may hold an image of this size.
    ///
    /// Keeps a tiny file from allocating much memory: no format packs more than a thousand pixels
    /// into a byte.
    static func fits(_ width: Int, _ height: Int, _ file: FilePart) -> Bool {
        width > 0 && height > 0 && width <= pixelLimit / height
            && width * height <= max(file.size, 1024) << 10
    }

    /// The number of pixels.
    var count: Int { width * height }

    /// Sets a pixel, counted from the top left corner along the rows.
    @inline(__always)
    mutating func set(_ index: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) {
        guard index >= 0, index < bytes.count >> 2 else { return }
        let place = index &* 4
        bytes[place] = red
        bytes[place &+ 1] = green
        bytes[place &+ 2] = blue
        bytes[place &+ 3] = alpha
    }

    /// Sets an opaque pixel without color.
    @inline(__always)
    mutating func set(_ index: Int, grey: UInt8) { set(index, grey, grey, grey, 255) }

    /// Sets a pixel whose first byte is red, and its last one alpha.
    @inline(__always)
    mutating func set(_ index: Int, _ pixel: Pixel) {
        set(index, pixel.red, pixel.green, pixel.blue, pixel.alpha)
    }

    /// Sets the alpha value of a pixel.
    mutating func set(_ index: Int, alpha: UInt8) {
        guard index >= 0, index < bytes.count >> 2 else { return }
        bytes[index &* 4 &+ 3] = alpha
    }
}

/// A pixel, or an entry of a palette.
struct Pixel: Equatable {
    var red: UInt8 = 0
    var green: UInt8 = 0
    var blue: UInt8 = 0
    var alpha: UInt8 = 255
}

extension PixelCanvas {
    /// Sets pixels from palette indices, starting at the first pixel; ignores indices beyond the
    /// palette.
    mutating func set(_ numbers: [UInt8], of palette: [Pixel]) {
        for index in 0..<min(count, numbers.count) {
            let number = Int(numbers[index])
            if number < palette.count { set(index, palette[number]) }
        }
    }
}
