import PreviewHelper

/// A TGA image (Truevision TGA 2.0): the readers of others take gray with alpha for colors, or
/// unused bits for alpha.
struct TargaImage: OwnImage {
    let width: Int
    let height: Int
    private let header: [UInt8]
    private let descriptor: Int32

    private static let headerSize = 18
    /// Many writers leave the attribute bits empty, and declare them nevertheless.
    let mayLackAlpha = true

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let header = FilePart(whole: descriptor)?.bytes(at: 0, count: Self.headerSize) else {
            return nil
        }
        self.header = header
        self.descriptor = descriptor
        width = Int(header[12]) | Int(header[13]) << 8
        height = Int(header[14]) | Int(header[15]) << 8
        let kinds: [UInt8: [UInt8]] = [1: [8, 16], 2: [15, 16, 24, 32], 3: [8, 16]]
        guard width > 0, height > 0, let depths = kinds[header[2] & ~8],
            depths.contains(header[16]),
            header[1] <= 1
        else { return nil }
    }

    private var kind: UInt8 { header[2] & ~8 }
    private var isCompressed: Bool { header[2] & 8 != 0 }
    /// The number of alpha bits per pixel, as declared.
    private var alphaBits: UInt8 { header[17] & 0x0F }

    /// Whether pixels of 32 bits have an alpha channel: many programs declare none, and write one.
    private func carriesAlpha(_ data: [UInt8]) -> Bool {
        guard header[16] == 32, alphaBits == 0 else { return header[16] == 32 }
        let places = stride(from: 3, to: data.count, by: 4)
        return places.contains { data[$0] != 0 } && places.contains { data[$0] != 255 }
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// Pixels missing at the end stay transparent.
    func pixels() -> [UInt8]? {
        guard let file = FilePart(whole: descriptor), PixelCanvas.fits(width, height, file),
            let bytes = file.bytes(at: 0, count: file.size)
        else { return nil }
        let mapFirst = Int(header[3]) | Int(header[4]) << 8
        let mapCount = Int(header[5]) | Int(header[6]) << 8
        let mapDepth = Int(header[7])
        let mapStep = (mapDepth + 7) / 8
        let mapStart = Self.headerSize + Int(header[0])
        let mapSize = header[1] == 1 ? mapCount * mapStep : 0
        guard mapStart + mapSize <= bytes.count else { return nil }
        guard kind != 1 || (header[1] == 1 && [15, 16, 24, 32].contains(mapDepth)) else {
            return nil
        }
        let step = (Int(header[16]) + 7) / 8
        let stored = bytes[(mapStart + mapSize)...]
        let data = isCompressed ? expanded(stored, step: step) : Array(stored)

        let hasAlpha = kind != 1 && kind != 3 && carriesAlpha(data)
        var result = [UInt8](repeating: 0, count: width * height * 4)
        let isFromRight = header[17] & 0x10 != 0
        let isFromTop = header[17] & 0x20 != 0
        for index in 0..<min(width * height, data.count / step) {
            let place = index * step
            let pixel: (UInt8, UInt8, UInt8, UInt8)
            switch kind {
            case 1:
                let value = Int(data[place]) | (step == 2 ? Int(data[place + 1]) << 8 : 0)
                let entry = value - mapFirst
                guard (0..<mapCount).contains(entry) else { continue }
                let hasAlpha = mapDepth == 32 && alphaBits > 0
                pixel = color(bytes, mapStart + entry * mapStep, depth: mapDepth, hasAlpha)
            case 3:
                pixel = (data[place], data[place], data[place], step == 2 ? data[place + 1] : 255)
            default: pixel = color(data, place, depth: Int(header[16]), hasAlpha)
            }
            let column = isFromRight ? width - 1 - index % width : index % width
            let row = isFromTop ? index / width : height - 1 - index / width
            let target = (row * width + column) * 4
            (result[target], result[target + 1]) = (pixel.0, pixel.1)
            (result[target + 2], result[target + 3]) = (pixel.2, pixel.3)
        }
        return result
    }

    private func color(
        _ bytes: [UInt8],
        _ place: Int,
        depth: Int,
        _ hasAlpha: Bool
    ) -> (UInt8, UInt8, UInt8, UInt8) {
        guard depth <= 16 else {
            let alpha = hasAlpha ? bytes[place + 3] : 255
            return (bytes[place + 2], bytes[place + 1], bytes[place], alpha)
        }
        let value = Int(bytes[place]) | Int(bytes[place + 1]) << 8
        func component(_ shift: Int) -> UInt8 { UInt8(clamping: (value >> shift & 31) * 255 / 31) }
        let isHidden = depth == 16 && alphaBits > 0 && value & 0x8000 == 0
        return (component(10), component(5), component(0), isHidden ? 0 : 255)
    }

    /// Decodes the run-length encoding; runs may continue from one row to the next.
    private func expanded(_ bytes: ArraySlice<UInt8>, step: Int) -> [UInt8] {
        let wanted = width * height * step
        var result: [UInt8] = []
        result.reserveCapacity(wanted)
        var place = bytes.startIndex
        while result.count < wanted, place < bytes.endIndex {
            let count = Int(bytes[place] & 0x7F) + 1
            let isRun = bytes[place] & 0x80 != 0
            place += 1
            let length = isRun ? step : count * step
            guard place + length <= bytes.endIndex else { break }
            for _ in 0..<(isRun ? count : 1) {
                result.append(contentsOf: bytes[place..<place + length])
            }
            place += length
        }
        return result
    }
}
