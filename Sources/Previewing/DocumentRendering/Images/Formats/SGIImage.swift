import PreviewHelper

/// An image of Silicon Graphics (The SGI Image File Format, 1.00): ImageMagick 6 takes white of 16 bits for black.
struct SGIImage: OwnSamples {
    let width: Int
    let height: Int
    private let channels: Int
    private let sampleBytes: Int
    private let isPacked: Bool
    private let file: FilePart

    private static let headerSize = 512

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor),
            let header = file.bytes(at: 0, count: Self.headerSize), header.big16(0) == 474,
            header[2] <= 1, (1...2).contains(header[3])
        else { return nil }
        let dimensions = header.big16(4)
        (isPacked, sampleBytes, self.file) = (header[2] == 1, Int(header[3]), file)
        width = Int(header.big16(6))
        height = dimensions >= 2 ? Int(header.big16(8)) : 1
        channels = dimensions >= 3 ? Int(header.big16(10)) : 1
        // 3: a table of colors, without an image.
        guard (1...3).contains(dimensions), width > 0, height > 0, (1...64).contains(channels),
            header.big32(104) < 3
        else { return nil }
    }

    /// The image; what is missing stays black, and rows that are missing transparent.
    func decoded() -> DecodedImage? {
        let row = width * sampleBytes
        guard PixelCanvas.fits(width, height, file) else { return nil }
        let used = min(channels, 4)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(row * height * used)
        let count = height * channels
        let table = isPacked ? file.available(at: Self.headerSize, count: count * 8) : []
        guard !isPacked || table.count == count * 8 else { return nil }
        for channel in 0..<used {
            // The bottom row is the first.
            for line in (0..<height).reversed() {
                let index = channel * height + line
                var data: [UInt8]
                if isPacked {
                    data = unpacked(
                        file.available(
                            at: Int(table.big32(index * 4)),
                            count: Int(min(table.big32((count + index) * 4), 1 << 24))
                        )
                    )
                } else {
                    data = file.available(at: Self.headerSize + index * row, count: row)
                }
                data.append(contentsOf: [UInt8](repeating: 0, count: max(0, row - data.count)))
                bytes += data.prefix(row)
            }
        }
        guard
            var image = SampledImage(
                width: width,
                height: height,
                channels: used,
                bits: sampleBytes * 8,
                isPlanar: true,
                bytes: bytes
            )
        else { return nil }
        image.isBigEndian = true
        image.colors = used < 3 ? .gray(whiteIsZero: false) : .rgb
        if used == 2 || used == 4 { image.alpha = .separate(channel: used - 1) }
        return image.decoded()
    }

    /// Decodes the runs of a row, whose numbers have as many bytes as the samples.
    private func unpacked(_ data: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        let limit = width * sampleBytes
        var place = 0
        while result.count < limit, place + sampleBytes <= data.count {
            let number = data[place + sampleBytes - 1]
            place += sampleBytes
            let count = Int(number & 0x7F)
            if count == 0 { break }
            let size = number & 0x80 != 0 ? count * sampleBytes : sampleBytes
            guard place + size <= data.count else { break }
            let part = data[place..<place + size]
            for _ in 0..<(number & 0x80 != 0 ? 1 : count) { result += part }
            place += size
        }
        return result
    }
}
