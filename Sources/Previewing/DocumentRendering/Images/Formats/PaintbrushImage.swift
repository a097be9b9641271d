import PreviewHelper

/// A PCX image (ZSoft PCX File Format Technical Reference), or the first of those in a DCX file: ImageMagick 6 exchanges
/// black and white in many of two colors.
struct PaintbrushImage: OwnSamples {
    let width: Int
    let height: Int
    private let header: [UInt8]
    private let file: FilePart
    private let depth: Int
    private let planes: Int
    private let planeBytes: Int

    private static let headerSize = 128

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let whole = FilePart(whole: descriptor) else { return nil }
        var file = whole
        let start = whole.available(at: 0, count: 8)
        if start.count == 8, start.number32(0) == 0x3ADE_68B1 {
            let place = Int(start.number32(4))
            guard let part = whole.part(at: place, count: max(0, whole.size - place)) else {
                return nil
            }
            file = part
        }
        guard let header = file.bytes(at: 0, count: Self.headerSize), header[0] == 10,
            header[1] <= 5, header[2] <= 1
        else { return nil }
        (self.header, self.file) = (header, file)
        (depth, planes) = (Int(header[3]), Int(header[65]))
        planeBytes = Int(header.number16(66))
        width = Int(header.number16(8)) - Int(header.number16(4)) + 1
        height = Int(header.number16(10)) - Int(header.number16(6)) + 1
        let isKnown =
            depth == 8
            ? [1, 3, 4].contains(planes) : depth == 1 ? (1...4).contains(planes) : planes == 1
        guard width > 0, height > 0, [1, 2, 4, 8].contains(depth), isKnown,
            planeBytes * 8 >= width * depth
        else { return nil }
    }

    /// The image; rows missing at the end stay transparent.
    func decoded() -> DecodedImage? {
        guard PixelCanvas.fits(width, height, file) else { return nil }
        let row = planeBytes * planes
        let data = file.available(at: Self.headerSize, count: file.size)
        let lines = header[2] == 1 ? Self.unpacked(data, limit: row * height) : data
        if depth == 8, planes >= 3 { return colors(lines, row) }
        let numbers = numbers(lines, row)
        guard
            var image = SampledImage(
                width: width,
                height: height,
                channels: 1,
                bits: 8,
                bytes: numbers
            )
        else { return nil }
        if let palette = depth == 8 ? largePalette : smallPalette {
            image.colors = .palette(palette)
        } else {
            image.colors = .gray(whiteIsZero: false)
            image.maximum = 1 << (depth * planes) - 1
        }
        return image.decoded()
    }

    private func colors(_ lines: [UInt8], _ row: Int) -> DecodedImage? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines.count)
        for start in stride(from: 0, to: lines.count - row + 1, by: row).prefix(height) {
            for column in 0..<width {
                for plane in 0..<3 { bytes.append(lines[start + plane * planeBytes + column]) }
            }
        }
        return SampledImage(width: width, height: height, channels: 3, bits: 8, bytes: bytes)?
            .decoded()
    }

    /// The numbers of colors, each in a byte; the first plane has the lowest bits.
    private func numbers(_ lines: [UInt8], _ row: Int) -> [UInt8] {
        var numbers: [UInt8] = []
        let mask = UInt8.max >> (8 - depth)
        for start in stride(from: 0, to: lines.count - row + 1, by: row).prefix(height) {
            for column in 0..<width {
                let bit = column * depth
                let shift = 8 - depth - bit % 8
                var number: UInt8 = 0
                for plane in 0..<planes {
                    let byte = lines[start + plane * planeBytes + bit / 8]
                    number |= (byte >> shift & mask) << (plane * depth)
                }
                numbers.append(number)
            }
        }
        return numbers
    }

    /// The 256 colors after the pixels, announced by the byte 12; `nil` where there are none, and the numbers are grays.
    private var largePalette: [Pixel]? {
        guard let bytes = file.bytes(at: file.size - 769, count: 769), bytes[0] == 12 else {
            return nil
        }
        return Self.palette(Array(bytes.dropFirst()))
    }

    /// The 16 colors in the header; `nil` where they are not filled in, and the numbers are grays.
    private var smallPalette: [Pixel]? {
        let count = 1 << (depth * planes)
        let palette = Array(Self.palette(Array(header[16..<64])).prefix(count))
        // Without more than one color, a writer has left it out.
        guard palette.contains(where: { $0 != palette[0] }) else {
            return count == 2 ? nil : Self.standard
        }
        // Version 3 has no palette.
        return header[1] == 3 && count == 16 ? Self.standard : palette
    }

    private static func palette(_ bytes: [UInt8]) -> [Pixel] {
        stride(from: 0, to: bytes.count - 2, by: 3).map {
            Pixel(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
        }
    }

    /// The 16 colors of the first graphics cards.
    private static let standard: [Pixel] = (0..<16).map { number in
        func level(_ bit: Int) -> UInt8 {
            let bright: UInt8 = number & 8 != 0 ? 0x55 : 0
            return (number & bit != 0 ? 0xAA : 0) + bright
        }
        // Dark yellow is brown.
        return number == 6
            ? Pixel(red: 0xAA, green: 0x55, blue: 0)
            : Pixel(red: level(4), green: level(2), blue: level(1))
    }

    /// Decodes runs: bytes from 192 say how often the next one is repeated.
    private static func unpacked(_ data: [UInt8], limit: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(limit)
        var place = 0
        while result.count < limit, place < data.count {
            let byte = data[place]
            place += 1
            guard byte >= 192 else {
                result.append(byte)
                continue
            }
            guard place < data.count else { break }
            let count = min(Int(byte & 63), limit - result.count)
            for _ in 0..<count { result.append(data[place]) }
            place += 1
        }
        return result
    }
}
