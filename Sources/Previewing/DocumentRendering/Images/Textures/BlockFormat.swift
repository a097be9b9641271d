import PreviewHelper

/// The block compression of a texture: blocks of 4 x 4 pixels, each of 8 or 16 bytes (Direct3D 11,
/// "BC1" to "BC7").
enum BlockFormat: Equatable {
    case bc1
    case bc2
    case bc3
    case bc4(isSigned: Bool)
    case bc5(isSigned: Bool)
    case bc6(isSigned: Bool)
    case bc7

    /// The size of a block in bytes.
    var size: Int {
        switch self {
        case .bc1, .bc4: 8
        default: 16
        }
    }

    /// Draws an image's blocks, as many as there are of them.
    func draw(_ data: [UInt8], on canvas: inout PixelCanvas) {
        let across = (canvas.width + 3) / 4
        let wanted = across * ((canvas.height + 3) / 4)
        var block = [Pixel](repeating: Pixel(), count: 16)
        for index in 0..<min(wanted, data.count / size) {
            decode(data, at: index &* size, &block)
            let (left, top) = (index % across &* 4, index / across &* 4)
            for row in 0..<min(4, canvas.height &- top) {
                let start = (top &+ row) &* canvas.width &+ left
                for column in 0..<min(4, canvas.width &- left) {
                    canvas.set(start &+ column, block[row &* 4 &+ column])
                }
            }
        }
    }

    /// Decodes the block at a place; all of its bytes are there.
    func decode(_ data: [UInt8], at place: Int, _ block: inout [Pixel]) {
        switch self {
        case .bc1: Self.colors(data, place, hasAlpha: true, &block)
        case .bc2:
            Self.colors(data, place &+ 8, hasAlpha: false, &block)
            for pixel in 0..<16 {
                let pair = data[place &+ pixel / 2]
                block[pixel].alpha = (pixel % 2 == 0 ? pair & 15 : pair >> 4) &* 17
            }
        case .bc3:
            Self.colors(data, place &+ 8, hasAlpha: false, &block)
            let alphas = Self.channel(data, place, isSigned: false)
            for pixel in 0..<16 { block[pixel].alpha = alphas[pixel] }
        case .bc4(let isSigned):
            let greys = Self.channel(data, place, isSigned: isSigned)
            for pixel in 0..<16 {
                block[pixel] = Pixel(red: greys[pixel], green: greys[pixel], blue: greys[pixel])
            }
        case .bc5(let isSigned):
            // The third channel is zero, the middle of a signed range.
            let blue: UInt8 = isSigned ? 128 : 0
            let reds = Self.channel(data, place, isSigned: isSigned)
            let greens = Self.channel(data, place &+ 8, isSigned: isSigned)
            for pixel in 0..<16 {
                block[pixel] = Pixel(red: reds[pixel], green: greens[pixel], blue: blue)
            }
        case .bc6(let isSigned): HalfFloatBlock.decode(data, place, isSigned: isSigned, &block)
        case .bc7: PartitionedBlock.decode(data, place, &block)
        }
    }

    /// Colors of BC1 to BC3: two of 16 bits, two or one between, and a two-bit index for each
    /// pixel.
    private static func colors(
        _ data: [UInt8],
        _ place: Int,
        hasAlpha: Bool,
        _ block: inout [Pixel]
    ) {
        let (first, second) = (data.number16(place), data.number16(place &+ 2))
        let (one, two) = (color(first), color(second))
        let isThree = hasAlpha && first <= second
        let third =
            isThree ? mix(one, 1, two, 1) : mix(one, 2, two, 1)
        let fourth = isThree ? Pixel(alpha: 0) : mix(one, 1, two, 2)
        let numbers = data.number32(place &+ 4)
        for pixel in 0..<16 {
            block[pixel] =
                switch numbers >> UInt32(truncatingIfNeeded: 2 &* pixel) & 3 {
                case 0: one
                case 1: two
                case 2: third
                default: fourth
                }
        }
    }

    private static func color(_ value: UInt16) -> Pixel {
        let (red, green, blue) = (value >> 11, value >> 5 & 63, value & 31)
        return Pixel(
            red: UInt8(truncatingIfNeeded: red << 3 | red >> 2),
            green: UInt8(truncatingIfNeeded: green << 2 | green >> 4),
            blue: UInt8(truncatingIfNeeded: blue << 3 | blue >> 2)
        )
    }

    private static func mix(_ one: Pixel, _ weight: Int, _ two: Pixel, _ other: Int) -> Pixel {
        func part(_ first: UInt8, _ second: UInt8) -> UInt8 {
            UInt8(
                truncatingIfNeeded: (Int(first) &* weight &+ Int(second) &* other)
                    / (weight &+ other)
            )
        }
        return Pixel(
            red: part(one.red, two.red),
            green: part(one.green, two.green),
            blue: part(one.blue, two.blue)
        )
    }

    /// One channel of BC3 to BC5: two values, six or four between, and a three-bit index for each
    /// pixel.
    private static func channel(
        _ data: [UInt8],
        _ place: Int,
        isSigned: Bool
    ) -> InlineArray<16, UInt8> {
        func value(_ byte: UInt8) -> Int {
            isSigned ? max(-127, Int(Int8(bitPattern: byte))) : Int(byte)
        }
        let (first, second) = (value(data[place]), value(data[place &+ 1]))
        let (least, most) = isSigned ? (-127, 127) : (0, 255)
        let steps = first > second ? 7 : 5
        var values = InlineArray<8, UInt8>(repeating: 0)
        for number in 0..<8 {
            var value: Int
            switch number {
            case 0: value = first
            case 1: value = second
            case 6 where steps == 5: value = least
            case 7 where steps == 5: value = most
            default: value = (first &* (steps &+ 1 &- number) &+ second &* (number &- 1)) / steps
            }
            // Map -127 ... 127 to 0 ... 255.
            if isSigned { value = (value &+ 127) &* 255 / 254 }
            values[number] = UInt8(clamping: value)
        }
        let numbers = UInt64(data.number16(place &+ 2)) | UInt64(data.number32(place &+ 4)) << 16
        var result = InlineArray<16, UInt8>(repeating: 0)
        for pixel in 0..<16 {
            result[pixel] = values[Int(clamping: numbers >> UInt64(clamping: 3 &* pixel) & 7)]
        }
        return result
    }
}

/// The bits of a block of 16 bytes, taken from the lowest on.
struct BlockBits {
    private var low: UInt64
    private var high: UInt64

    init(_ data: [UInt8], _ place: Int) {
        low = UInt64(data.number32(place)) | UInt64(data.number32(place &+ 4)) << 32
        high = UInt64(data.number32(place &+ 8)) | UInt64(data.number32(place &+ 12)) << 32
    }

    /// The next bits, fewer than 64, as a number; zeros beyond the end.
    @inline(__always)
    mutating func take(_ count: Int) -> Int {
        guard count > 0 else { return 0 }
        let value = low & (1 &<< UInt64(clamping: count) &- 1)
        low = low &>> UInt64(clamping: count) | high &<< UInt64(clamping: 64 &- count)
        high = high &>> UInt64(clamping: count)
        return Int(clamping: value)
    }
}
