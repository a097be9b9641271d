import PreviewHelper

/// A DDS image (Microsoft's "Programming Guide for DDS"): a texture in a graphics card's format.
///
/// Of mipmaps the largest is the picture, of cubes and arrays the first face, of volumes the first
/// slice.
struct DirectDrawImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let start: Int
    private let layout: Layout

    /// The storage layout of pixels.
    enum Layout: Equatable {
        case blocks(BlockFormat)
        /// Whole numbers of so many bytes, of which masks take channels.
        case masks(bytes: Int, Masks)
        /// Numbers of 16 bits.
        case shorts(channels: Int)
        /// Half floats.
        case halves(channels: Int)
        case floats(channels: Int)
        /// Numbers of 8 bits in a palette that comes before.
        case palette
    }

    /// The bits of each channel; 0 where it is none.
    struct Masks: Equatable {
        var red: UInt32
        var green: UInt32
        var blue: UInt32
        var alpha: UInt32 = 0
    }

    private static let headerSize = 128

    /// Reads the header; `nil` where it is none, or of pixels that are not known.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor),
            let header = file.bytes(at: 0, count: Self.headerSize),
            header.starts(with: "DDS ".utf8)
        else { return nil }
        var start = Self.headerSize
        let code = String(decoding: header[84..<88], as: UTF8.self)
        // Flag 4: a code of four letters or a number identifies the format.
        let hasCode = header.number32(80) & 4 != 0
        let layout: Layout?
        if hasCode, code == "DX10" {
            guard let more = file.bytes(at: start, count: 20) else { return nil }
            start += 20
            layout = Self.layout(format: more.number32(0))
        } else {
            layout =
                hasCode
                ? Self.layout(code: code, number: header.number32(84))
                : Self.layout(pixels: header)
        }
        guard let layout else { return nil }
        self.layout = layout
        (self.file, self.start) = (file, start)
        (height, width) = (Int(header.number32(12)), Int(header.number32(16)))
    }

    /// By the code of the first versions.
    private static func layout(code: String, number: UInt32) -> Layout? {
        switch code {
        case "DXT1": .blocks(.bc1)
        case "DXT2", "DXT3": .blocks(.bc2)
        case "DXT4", "DXT5": .blocks(.bc3)
        case "ATI1", "BC4U": .blocks(.bc4(isSigned: false))
        case "BC4S": .blocks(.bc4(isSigned: true))
        case "ATI2", "BC5U": .blocks(.bc5(isSigned: false))
        case "BC5S": .blocks(.bc5(isSigned: true))
        default:
            // Numbers of Direct3D 9.
            switch number {
            case 36: .shorts(channels: 4)
            case 111: .halves(channels: 1)
            case 112: .halves(channels: 2)
            case 113: .halves(channels: 4)
            case 114: .floats(channels: 1)
            case 115: .floats(channels: 2)
            case 116: .floats(channels: 4)
            default: nil
            }
        }
    }

    /// By the number of a DXGI_FORMAT.
    private static func layout(format: UInt32) -> Layout? {
        let low = Masks(red: 0xFF, green: 0xFF00, blue: 0xFF_0000, alpha: 0xFF00_0000)
        let high = Masks(red: 0xFF_0000, green: 0xFF00, blue: 0xFF, alpha: 0xFF00_0000)
        switch format {
        case 1, 2: return .floats(channels: 4)
        case 5, 6: return .floats(channels: 3)
        case 9, 10: return .halves(channels: 4)
        case 11: return .shorts(channels: 4)
        case 15, 16: return .floats(channels: 2)
        case 23, 24:
            let ten = Masks(red: 0x3FF, green: 0xF_FC00, blue: 0x3FF0_0000, alpha: 0xC000_0000)
            return .masks(bytes: 4, ten)
        case 27...30: return .masks(bytes: 4, low)
        case 33, 34: return .halves(channels: 2)
        case 35: return .shorts(channels: 2)
        case 39, 41: return .floats(channels: 1)
        case 48...50: return .masks(bytes: 2, Masks(red: 0xFF, green: 0xFF00, blue: 0))
        case 53, 54: return .halves(channels: 1)
        case 56, 57: return .shorts(channels: 1)
        case 60...62, 65: return .masks(bytes: 1, Masks(red: 0xFF, green: 0xFF, blue: 0xFF))
        case 70...72: return .blocks(.bc1)
        case 73...75: return .blocks(.bc2)
        case 76...78: return .blocks(.bc3)
        case 79, 80: return .blocks(.bc4(isSigned: false))
        case 81: return .blocks(.bc4(isSigned: true))
        case 82, 83: return .blocks(.bc5(isSigned: false))
        case 84: return .blocks(.bc5(isSigned: true))
        case 85: return .masks(bytes: 2, Masks(red: 0xF800, green: 0x7E0, blue: 0x1F))
        case 86:
            let five = Masks(red: 0x7C00, green: 0x3E0, blue: 0x1F, alpha: 0x8000)
            return .masks(bytes: 2, five)
        case 87, 90, 91: return .masks(bytes: 4, high)
        case 88, 92, 93:
            return .masks(bytes: 4, Masks(red: high.red, green: high.green, blue: high.blue))
        case 94, 95: return .blocks(.bc6(isSigned: false))
        case 96: return .blocks(.bc6(isSigned: true))
        case 97...99: return .blocks(.bc7)
        case 115:
            return .masks(bytes: 2, Masks(red: 0xF00, green: 0xF0, blue: 0xF, alpha: 0xF000))
        default: return nil
        }
    }

    /// By the masks of pixels that are not compressed.
    private static func layout(pixels header: [UInt8]) -> Layout? {
        let (flags, depth) = (header.number32(80), header.number32(88))
        let (hasPalette, isColor, isGrey, isAlpha) =
            (flags & 0x20 != 0, flags & 0x40 != 0, flags & 0x2_0000 != 0, flags & 2 != 0)
        // Programs that write palettes often set a wrong depth.
        if hasPalette { return .palette }
        guard [8, 16, 24, 32].contains(depth), isColor || isGrey || isAlpha else { return nil }
        let alpha = header.number32(104)
        var masks = Masks(
            red: header.number32(92),
            green: header.number32(96),
            blue: header.number32(100),
            alpha: flags & 1 != 0 ? alpha : 0
        )
        if !isColor {
            // For alpha-only images, show opaque pixels as white.
            var grey = isGrey ? masks.red : alpha
            // Some writers give a mask that lies beyond the pixel.
            if depth == 8, grey & 0xFF == 0 { grey = 0xFF }
            (masks.red, masks.green, masks.blue) = (grey, grey, grey)
            // The same of alpha: what the gray leaves of the pixel.
            if depth == 16, flags & 1 != 0, masks.alpha & 0xFFFF == 0 {
                masks.alpha = ~grey & 0xFFFF
            }
        }
        return .masks(bytes: Int(depth) / 8, masks)
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// Pixels missing at the end stay transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        switch layout {
        case .blocks(let format):
            let blocks = (width + 3) / 4 * ((height + 3) / 4)
            format.draw(file.available(at: start, count: blocks * format.size), on: &canvas)
        case .masks(let bytes, let masks):
            let data = file.available(at: start, count: canvas.count * bytes)
            draw(data, bytes: bytes, masks, &canvas)
        case .shorts(let channels):
            draw(channels, 2, &canvas) { data, place in data[place &+ 1] }
        case .halves(let channels):
            draw(channels, 2, &canvas) { data, place in
                LinearLight.byte(half: data.number16(place))
            }
        case .floats(let channels):
            draw(channels, 4, &canvas) { data, place in
                LinearLight.byte(Float(bitPattern: data.number32(place)))
            }
        case .palette:
            guard let colors = file.bytes(at: start, count: 1024) else { return nil }
            let palette = (0..<256).map {
                Pixel(
                    red: colors[$0 * 4],
                    green: colors[$0 * 4 + 1],
                    blue: colors[$0 * 4 + 2],
                    alpha: colors[$0 * 4 + 3]
                )
            }
            canvas.set(file.available(at: start + 1024, count: canvas.count), of: palette)
        }
        return canvas.bytes
    }

    private func draw(
        _ data: [UInt8],
        bytes: Int,
        _ masks: Masks,
        _ canvas: inout PixelCanvas
    ) {
        func part(_ value: UInt32, _ mask: UInt32, _ missing: UInt8) -> UInt8 {
            guard mask != 0 else { return missing }
            let zeros = UInt32(truncatingIfNeeded: mask.trailingZeroBitCount)
            let (most, part) = (UInt64(mask &>> zeros), UInt64((value & mask) &>> zeros))
            return UInt8(truncatingIfNeeded: (part &* 255 &+ most / 2) / most)
        }
        for index in 0..<min(canvas.count, data.count / bytes) {
            var value: UInt32 = 0
            for byte in 0..<bytes {
                value |= UInt32(data[index &* bytes &+ byte]) &<< UInt32(clamping: 8 &* byte)
            }
            canvas.set(
                index,
                part(value, masks.red, 0),
                part(value, masks.green, 0),
                part(value, masks.blue, 0),
                part(value, masks.alpha, 255)
            )
        }
    }

    /// Draws channels of so many bytes; one alone is gray, and only a fourth is alpha.
    private func draw(
        _ channels: Int,
        _ bytes: Int,
        _ canvas: inout PixelCanvas,
        _ byte: ([UInt8], Int) -> UInt8
    ) {
        let step = channels * bytes
        let data = file.available(at: start, count: canvas.count * step)
        for index in 0..<min(canvas.count, data.count / step) {
            let place = index &* step
            let first = byte(data, place)
            let second = channels > 1 ? byte(data, place &+ bytes) : first
            let third = channels > 2 ? byte(data, place &+ 2 &* bytes) : channels > 1 ? 0 : first
            let alpha = channels > 3 ? byte(data, place &+ 3 &* bytes) : 255
            canvas.set(index, first, second, third, alpha)
        }
    }
}
