import PreviewHelper

/// An MSP image (Microsoft Paint of Windows 1 and 2): black and white, as it is ("DanM") or in runs ("LinS").
struct PaintImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let isPacked: Bool

    private static let headerSize = 32

    /// Reads the header; `nil` where it is none.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor),
            let header = file.bytes(at: 0, count: Self.headerSize),
            header.starts(with: "DanM".utf8) || header.starts(with: "LinS".utf8)
        else { return nil }
        self.file = file
        isPacked = header.starts(with: "LinS".utf8)
        (width, height) = (Int(header.number16(4)), Int(header.number16(6)))
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// What is missing at the end stays transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        let size = (width + 7) / 8
        let sizes = isPacked ? file.available(at: Self.headerSize, count: height * 2) : []
        var place = Self.headerSize + sizes.count
        for row in 0..<height {
            var bits: [UInt8]
            if isPacked {
                guard row * 2 + 1 < sizes.count else { break }
                let count = Int(sizes.number16(row * 2))
                bits = Self.expanded(file.available(at: place, count: count), count: size)
                place += count
                // Rows of no bytes are white.
                if count == 0 { bits = [UInt8](repeating: 255, count: size) }
            } else {
                bits = file.available(at: place, count: size)
                place += size
            }
            for column in 0..<min(width, bits.count * 8) {
                let isWhite = bits[column / 8] >> (7 - column % 8) & 1 == 1
                canvas.set(row * width + column, grey: isWhite ? 255 : 0)
            }
        }
        return canvas.bytes
    }

    /// Undoes the runs: a count and bytes, or zero, a count, and one byte for all.
    private static func expanded(_ bytes: [UInt8], count: Int) -> [UInt8] {
        var result: [UInt8] = []
        var place = 0
        while result.count < count, place < bytes.count {
            let length = Int(bytes[place])
            if length == 0 {
                guard place + 2 < bytes.count else { break }
                let run = Int(bytes[place + 1])
                result.append(contentsOf: repeatElement(bytes[place + 2], count: run))
                place += 3
            } else {
                let end = min(place + 1 + length, bytes.count)
                result.append(contentsOf: bytes[(place + 1)..<end])
                place = end
            }
        }
        return Array(result.prefix(count))
    }
}
