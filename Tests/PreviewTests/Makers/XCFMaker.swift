@testable import PreviewHelper

/// Writes XCF files of GIMP for tests, of one tile for each layer.
struct XCFMaker {
    /// A layer whose pixels are all alike.
    struct Layer {
        /// Its left and upper edge, width and height.
        var frame = (0, 0, 4, 4)
        /// The samples of a pixel as they are stored: 1 to 8 bytes each.
        var pixel: [[UInt8]] = []
        /// 0 and 1 are colours, 2 and 3 grey, 4 and 5 numbers of a palette; the second of each with alpha.
        var kind: UInt32 = 1
        /// Numbers of properties, and the 32-bit numbers in them.
        var properties: [(UInt32, [UInt32])] = []
        /// The samples of its mask, alike for all pixels.
        var mask: [UInt8]?
    }

    var version = 11
    var base: UInt32 = 0
    var precision: UInt32? = 150
    /// 0 as they are, 1 in runs, 2 by zlib.
    var compression: UInt8 = 1
    var properties: [(UInt32, [UInt8])] = []
    /// From the top.
    var layers: [Layer] = []

    var bytes: [UInt8] {
        let name = version == 0 ? "file" : "v0" + (version < 10 ? "0" : "") + "\(version)"
        var bytes = Array("gimp xcf \(name)\0".utf8) + Self.four(4, 4, base)
        if version >= 4, let precision { bytes += Self.four(precision) }
        bytes += Self.four(17, 1) + [compression]
        for (kind, body) in properties { bytes += Self.four(kind, UInt32(body.count)) + body }
        bytes += Self.four(0, 0)
        // The lists of places have fixed lengths, so that each is known before what it points to.
        var place = bytes.count + pointerSize * (layers.count + 2)
        var pointers: [UInt8] = []
        var bodies: [UInt8] = []
        for layer in layers {
            pointers += pointer(place)
            let body = write(layer, at: place)
            bodies += body
            place += body.count
        }
        return bytes + pointers + pointer(0) + pointer(0) + bodies
    }

    private var pointerSize: Int { version >= 11 ? 8 : 4 }

    private func pointer(_ place: Int) -> [UInt8] {
        (version >= 11 ? Self.four(0) : []) + Self.four(UInt32(place))
    }

    static func four(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
    }

    private func write(_ layer: Layer, at place: Int) -> [UInt8] {
        let (left, top, width, height) = layer.frame
        let size = Self.four(UInt32(width), UInt32(height))
        func offset(_ value: Int) -> UInt32 { UInt32(bitPattern: Int32(value)) }
        var bytes = size + Self.four(layer.kind, 2, 0x6100_0000).dropLast(2)
        bytes += Self.four(15, 8, offset(left), offset(top))
        for (kind, numbers) in layer.properties {
            bytes += Self.four(kind, UInt32(4 * numbers.count)) + numbers.flatMap { Self.four($0) }
        }
        bytes += Self.four(0, 0)
        let begin = place + bytes.count + 2 * pointerSize
        let pixels = hierarchy(layer.pixel, size, width * height, at: begin)
        var mask: [UInt8] = []
        if let sample = layer.mask {
            let at = begin + pixels.count
            mask = size + Self.four(2, 0x6D00_0000).dropLast(2) + Self.four(0, 0)
            let inside = at + mask.count + pointerSize
            mask += pointer(inside) + hierarchy([sample], size, width * height, at: inside)
        }
        bytes += pointer(begin) + pointer(mask.isEmpty ? 0 : begin + pixels.count)
        return bytes + pixels + mask
    }

    private func hierarchy(
        _ pixel: [[UInt8]],
        _ size: [UInt8],
        _ count: Int,
        at place: Int
    ) -> [UInt8] {
        let whole = pixel.flatMap(\.self)
        let level = place + 12 + 2 * pointerSize
        let tile = level + 8 + 2 * pointerSize
        let data = tileData(whole, count)
        return size + Self.four(UInt32(whole.count)) + pointer(level) + pointer(0) + size
            + pointer(tile) + pointer(0) + data
    }

    private func tileData(_ pixel: [UInt8], _ count: Int) -> [UInt8] {
        let plain = Array(repeating: pixel, count: count).flatMap { $0 }
        switch compression {
        case 1:
            // The first byte as they are in a long form, the others as runs, in short and long forms.
            return pixel.enumerated().flatMap { index, byte -> [UInt8] in
                if index == 0 {
                    return [128, 0, UInt8(count)] + Array(repeating: byte, count: count)
                }
                return index % 2 == 1 ? [UInt8(count - 1), byte] : [127, 0, UInt8(count), byte]
            }
        case 2:
            // Stored, as zlib writes it without compression.
            let size = UInt16(plain.count)
            let length = [UInt8(size & 255), UInt8(size >> 8)]
            var (a, b): (UInt32, UInt32) = (1, 0)
            for byte in plain {
                a = (a + UInt32(byte)) % 65_521
                b = (b + a) % 65_521
            }
            return [0x78, 1, 1] + length + length.map { ~$0 } + plain + Self.four(b << 16 | a)
        default: return plain
        }
    }
}
