import PreviewHelper

/// A Sun raster image (rasterfile(5)): ImageMagick 6 takes red for blue in some, and refuses others.
struct SunRasterImage: OwnSamples {
    let width: Int
    let height: Int
    private let depth: Int
    private let kind: UInt32
    private let palette: [Pixel]
    private let file: FilePart
    private let start: Int

    private static let headerSize = 32

    private static let (packed, rgb): (UInt32, UInt32) = (2, 3)

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor),
            let header = file.bytes(at: 0, count: Self.headerSize), header.big32(0) == 0x59A6_6A95
        else { return nil }
        (width, height) = (Int(header.big32(4)), Int(header.big32(8)))
        depth = Int(header.big32(12))
        kind = header.big32(20)
        let mapSize = Int(header.big32(28))
        guard width > 0, height > 0, [1, 8, 24, 32].contains(depth), kind <= Self.rgb,
            mapSize <= 1 << 16
        else { return nil }
        self.file = file
        start = Self.headerSize + mapSize
        let map = file.available(at: Self.headerSize, count: mapSize)
        let count = map.count / 3
        // 1: all reds, then all greens, then all blues.
        palette =
            header.big32(24) == 1 && depth <= 8
            ? (0..<count).map {
                Pixel(red: map[$0], green: map[count + $0], blue: map[count * 2 + $0])
            } : []
    }

    /// The image; rows missing at the end stay transparent.
    func decoded() -> DecodedImage? {
        guard PixelCanvas.fits(width, height, file) else { return nil }
        let row = (width * depth + 15) / 16 * 2
        let stored = file.available(
            at: start,
            count: kind == Self.packed ? file.size : row * height
        )
        var bytes = kind == Self.packed ? Self.unpacked(stored, limit: row * height) : stored
        if depth >= 24, kind != Self.rgb { swapColors(&bytes, row) }
        // The first of four bytes is empty.
        if depth == 32, !bytes.isEmpty { bytes = Array(bytes.dropFirst()) + [0] }
        guard
            var image = SampledImage(
                width: width,
                height: height,
                channels: max(1, depth / 8),
                bits: min(depth, 8),
                rowBytes: row,
                bytes: bytes
            )
        else { return nil }
        if !palette.isEmpty {
            image.colors = .palette(palette)
        } else if depth <= 8 {
            image.colors = .gray(whiteIsZero: depth == 1)
        }
        return image.decoded()
    }

    /// Exchanges blue and red.
    private func swapColors(_ bytes: inout [UInt8], _ row: Int) {
        let step = depth / 8
        for line in 0..<bytes.count / row {
            for column in 0..<width {
                let last = line * row + column * step + step - 1
                bytes.swapAt(last, last - 2)
            }
        }
    }

    /// Decodes runs: 128, how many more, and the byte; 128 itself is followed by 0.
    private static func unpacked(_ data: [UInt8], limit: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(limit)
        var place = 0
        while result.count < limit, place < data.count {
            guard data[place] == 128, place + 1 < data.count else {
                result.append(data[place])
                place += 1
                continue
            }
            let more = Int(data[place + 1])
            if more == 0 {
                result.append(128)
                place += 2
                continue
            }
            guard place + 2 < data.count else { break }
            for _ in 0...min(more, limit - result.count - 1) { result.append(data[place + 2]) }
            place += 3
        }
        return result
    }
}
