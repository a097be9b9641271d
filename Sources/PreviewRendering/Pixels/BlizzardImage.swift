import PreviewHelper

/// A BLP image, the textures of Blizzard's games: version 1 of a JPEG or a palette, version 2 also of blocks.
struct BlizzardImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let header: [UInt8]
    private let isSecond: Bool

    /// Where the palette begins, or in version 1 the part of the header that all its JPEG images share.
    private var start: Int { isSecond ? 148 : 156 }

    /// Reads the header; `nil` where it is none.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), let header = file.bytes(at: 0, count: 156),
            header.starts(with: "BLP1".utf8) || header.starts(with: "BLP2".utf8)
        else { return nil }
        (self.file, self.header) = (file, header)
        isSecond = header[3] == UInt8(ascii: "2")
        width = Int(header.number32(12))
        height = Int(header.number32(16))
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// What is missing at the end stays transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        // Of up to 16 pictures, each half as large as the one before, the first.
        let place = Int(header.number32(isSecond ? 20 : 28))
        let alphaBits = isSecond ? Int(header[9]) : Int(header.number32(8) & 0xFF)
        switch (isSecond, header.number32(4), isSecond ? header[8] : 1) {
        case (false, 0, _):
            guard drawJPEG(place, &canvas) else { return nil }
        case (false, _, _), (true, _, 1):
            guard drawNumbers(place, alphaBits, &canvas) else { return nil }
        case (true, _, 2):
            // How alpha is kept: 0 is DXT1, 1 is DXT3, 7 is DXT5.
            let format: BlockFormat = header[10] == 0 ? .bc1 : header[10] == 7 ? .bc3 : .bc2
            let blocks = (width + 3) / 4 * ((height + 3) / 4)
            format.draw(file.available(at: place, count: blocks * format.size), on: &canvas)
        case (true, _, 3):
            let data = file.available(at: place, count: canvas.count * 4)
            for index in 0..<data.count / 4 {
                let (blue, green) = (data[index * 4], data[index * 4 + 1])
                canvas.set(index, data[index * 4 + 2], green, blue, data[index * 4 + 3])
            }
        default: return nil
        }
        if alphaBits == 0 { for index in 0..<canvas.count { canvas.set(index, alpha: 255) } }
        return canvas.bytes
    }

    /// Draws numbers of a palette, after which each pixel's alpha comes, of 1, 4 or 8 bits.
    private func drawNumbers(_ place: Int, _ alphaBits: Int, _ canvas: inout PixelCanvas) -> Bool {
        guard let colors = file.bytes(at: start, count: 1024) else { return false }
        let palette = (0..<256).map {
            Pixel(red: colors[$0 * 4 + 2], green: colors[$0 * 4 + 1], blue: colors[$0 * 4])
        }
        canvas.set(file.available(at: place, count: canvas.count), of: palette)
        guard [1, 4, 8].contains(alphaBits) else { return true }
        let size = (canvas.count * alphaBits + 7) / 8
        let alphas = file.available(at: place + canvas.count, count: size)
        let most = 1 << alphaBits - 1
        for index in 0..<min(canvas.count, alphas.count * 8 / alphaBits) {
            let bit = index * alphaBits
            let value = Int(alphas[bit / 8]) >> (bit % 8) & most
            canvas.set(index, alpha: UInt8(clamping: value * 255 / most))
        }
        return true
    }

    /// Draws a JPEG whose header and whose data are kept apart, and whose channels are blue, green, red, alpha.
    private func drawJPEG(_ place: Int, _ canvas: inout PixelCanvas) -> Bool {
        guard let size = file.bytes(at: start, count: 4)?.number32(0),
            let first = file.bytes(at: start + 4, count: Int(size))
        else { return false }
        let rest = file.available(at: place, count: Int(header.number32(92)))
        let magick = MagickReader("JPEG")
        let source = MagickReader.Source.bytes(first + rest)
        guard let said = magick.header(of: source), said.width * said.height <= 1 << 26,
            let image = magick.read(source)
        else { return false }
        for row in 0..<min(height, image.height) {
            for column in 0..<min(width, image.width) {
                let place = (row * image.width + column) * 4
                let part = image.pixels[place..<place + 4]
                // Inks are turned around, since readers expect them as Adobe stores them.
                let bytes = image.isInk ? part.map { 255 - $0 } : Array(part)
                canvas.set(row * width + column, bytes[2], bytes[1], bytes[0], bytes[3])
            }
        }
        return true
    }
}
