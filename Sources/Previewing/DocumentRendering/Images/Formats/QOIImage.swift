import PreviewHelper

/// A QOI image (The Quite OK Image Format, version 1.0).
struct QOIImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let isOpaque: Bool

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), let header = file.bytes(at: 0, count: 14),
            header.starts(with: "qoif".utf8)
        else { return nil }
        self.file = file
        (width, height) = (Int(header.big32(4)), Int(header.big32(8)))
        isOpaque = header[12] == 3
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// Pixels missing at the end stay transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        // Five bytes for a pixel at the most. Beyond the end there are zeros.
        let data = file.available(at: 14, count: canvas.count * 5) + [0, 0, 0, 0]
        let end = data.count - 4
        var seen = [Pixel](repeating: Pixel(alpha: 0), count: 64)
        var pixel = Pixel()
        var (place, index) = (0, 0)
        while index < canvas.count, place < end {
            let (tag, next) = (data[place], data[place &+ 1])
            var run = 1
            switch tag {
            case 0xFE, 0xFF:
                pixel.red = next
                pixel.green = data[place &+ 2]
                pixel.blue = data[place &+ 3]
                if tag == 0xFF { pixel.alpha = data[place &+ 4] }
                place &+= tag == 0xFF ? 5 : 4
            case 0..<0x40:
                pixel = seen[Int(tag)]
                place &+= 1
            case 0x40..<0x80:
                pixel.red &+= (tag >> 4 & 3) &- 2
                pixel.green &+= (tag >> 2 & 3) &- 2
                pixel.blue &+= (tag & 3) &- 2
                place &+= 1
            case 0x80..<0xC0:
                let green = (tag & 63) &- 32
                pixel.red &+= green &+ (next >> 4) &- 8
                pixel.green &+= green
                pixel.blue &+= green &+ (next & 15) &- 8
                place &+= 2
            default:
                run = Int(tag & 63) + 1
                place &+= 1
            }
            seen[pixel.place] = pixel
            for _ in 0..<run {
                canvas.set(index, pixel.red, pixel.green, pixel.blue, isOpaque ? 255 : pixel.alpha)
                index &+= 1
            }
        }
        return canvas.bytes
    }
}

extension Pixel {
    /// The index in the array of 64 recently seen pixels.
    fileprivate var place: Int {
        Int((red &* 3 &+ green &* 5 &+ blue &* 7 &+ alpha &* 11) & 63)
    }
}
