/// A block of BC7 (Khronos Data Format 1.3, 20.1): colors in one to three subsets.
enum PartitionedBlock {
    /// The layout of a block's bits; the number of leading zeros selects the mode.
    private struct Mode {
        var subsets = 1
        var partitionBits = 0
        var rotationBits = 0
        /// Whether a bit selects which indices are those of colors.
        var hasChoice = false
        var colorBits: Int
        var alphaBits = 0
        /// Whether each color has a lowest bit for all its channels, or those of a subset have one
        /// together.
        var ownBit = false
        var sharedBit = false
        var numberBits: Int
        /// The number of bits of a separate alpha index; 0 if there is none.
        var secondBits = 0
    }

    private static let modes = [
        Mode(subsets: 3, partitionBits: 4, colorBits: 4, ownBit: true, numberBits: 3),
        Mode(subsets: 2, partitionBits: 6, colorBits: 6, sharedBit: true, numberBits: 3),
        Mode(subsets: 3, partitionBits: 6, colorBits: 5, numberBits: 2),
        Mode(subsets: 2, partitionBits: 6, colorBits: 7, ownBit: true, numberBits: 2),
        Mode(
            rotationBits: 2,
            hasChoice: true,
            colorBits: 5,
            alphaBits: 6,
            numberBits: 2,
            secondBits: 3
        ),
        Mode(rotationBits: 2, colorBits: 7, alphaBits: 8, numberBits: 2, secondBits: 2),
        Mode(colorBits: 7, alphaBits: 7, ownBit: true, numberBits: 4),
        Mode(
            subsets: 2,
            partitionBits: 6,
            colorBits: 5,
            alphaBits: 5,
            ownBit: true,
            numberBits: 2
        ),
    ]

    /// Decodes the block at a place; all of its bytes are there.
    ///
    /// One of no mode is transparent.
    static func decode(_ data: [UInt8], _ place: Int, _ block: inout [Pixel]) {
        let zeros = data[place].trailingZeroBitCount
        guard zeros < 8 else {
            for index in 0..<16 { block[index] = Pixel(alpha: 0) }
            return
        }
        let mode = modes[zeros]
        var bits = BlockBits(data, place)
        _ = bits.take(zeros &+ 1)
        let partition = bits.take(mode.partitionBits)
        let rotation = bits.take(mode.rotationBits)
        let isSwapped = mode.hasChoice && bits.take(1) == 1
        let colors = colors(&bits, mode)
        let first = numbers(&bits, mode.numberBits, subsets: mode.subsets, partition)
        let second =
            mode.secondBits == 0 ? first : numbers(&bits, mode.secondBits, subsets: 1, 0)
        let firstBits = mode.numberBits
        let secondBits = mode.secondBits == 0 ? firstBits : mode.secondBits
        for index in 0..<16 {
            let subset = BlockPartitions.subset(of: index, mode.subsets, partition)
            let (from, to) = (colors[subset &* 2], colors[subset &* 2 &+ 1])
            let one = BlockPartitions.weight(number(first, index), bits: firstBits)
            let two = BlockPartitions.weight(number(second, index), bits: secondBits)
            let (color, opacity) = isSwapped ? (two, one) : (one, two)
            let pixel = Pixel(
                red: mix(from.red, to.red, color),
                green: mix(from.green, to.green, color),
                blue: mix(from.blue, to.blue, color),
                alpha: mix(from.alpha, to.alpha, opacity)
            )
            block[index] = rotated(pixel, rotation)
        }
    }

    /// The colors between which those of each subset lie.
    private static func colors(_ bits: inout BlockBits, _ mode: Mode) -> InlineArray<6, Pixel> {
        // Each channel of all colors, then the next one.
        var values = InlineArray<24, Int>(repeating: 255)
        let count = mode.subsets &* 2
        for channel in 0..<(mode.alphaBits > 0 ? 4 : 3) {
            let width = channel < 3 ? mode.colorBits : mode.alphaBits
            for color in 0..<count { values[channel &* 6 &+ color] = bits.take(width) }
        }
        var lowest = InlineArray<6, Int>(repeating: 0)
        if mode.ownBit {
            for color in 0..<count { lowest[color] = bits.take(1) }
        } else if mode.sharedBit {
            for subset in 0..<mode.subsets {
                let bit = bits.take(1)
                lowest[subset &* 2] = bit
                lowest[subset &* 2 &+ 1] = bit
            }
        }
        let extra = mode.ownBit || mode.sharedBit ? 1 : 0
        func widened(_ value: Int, _ color: Int, _ width: Int) -> UInt8 {
            let all = width &+ extra
            let value = value &<< extra | (extra == 1 ? lowest[color] : 0)
            let high = value &<< (8 &- all)
            return UInt8(truncatingIfNeeded: high | high &>> all)
        }
        var result = InlineArray<6, Pixel>(repeating: Pixel())
        for color in 0..<count {
            result[color] = Pixel(
                red: widened(values[color], color, mode.colorBits),
                green: widened(values[6 &+ color], color, mode.colorBits),
                blue: widened(values[12 &+ color], color, mode.colorBits),
                alpha: mode.alphaBits == 0
                    ? 255 : widened(values[18 &+ color], color, mode.alphaBits)
            )
        }
        return result
    }

    /// Returns the pixels' indices, four bits each.
    private static func numbers(
        _ bits: inout BlockBits,
        _ width: Int,
        subsets: Int,
        _ partition: Int
    ) -> UInt64 {
        var numbers: UInt64 = 0
        for index in 0..<16 {
            let isAnchor = BlockPartitions.isAnchor(index, subsets, partition)
            let number = bits.take(isAnchor ? width &- 1 : width)
            numbers |= UInt64(truncatingIfNeeded: number) &<< UInt64(clamping: 4 &* index)
        }
        return numbers
    }

    @inline(__always)
    private static func number(_ numbers: UInt64, _ index: Int) -> Int {
        Int(clamping: numbers &>> UInt64(clamping: 4 &* index) & 15)
    }

    @inline(__always)
    private static func mix(_ from: UInt8, _ to: UInt8, _ weight: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(from) &* (64 &- weight) &+ Int(to) &* weight &+ 32) &>> 6)
    }

    /// Returns a pixel with alpha swapped with another channel.
    private static func rotated(_ pixel: Pixel, _ rotation: Int) -> Pixel {
        let (red, green, blue, alpha) = (pixel.red, pixel.green, pixel.blue, pixel.alpha)
        return switch rotation {
        case 1: Pixel(red: alpha, green: green, blue: blue, alpha: red)
        case 2: Pixel(red: red, green: alpha, blue: blue, alpha: green)
        case 3: Pixel(red: red, green: green, blue: alpha, alpha: blue)
        default: pixel
        }
    }
}

extension BlockPartitions {
    /// Which subset a pixel belongs to.
    @inline(__always)
    static func subset(of pixel: Int, _ subsets: Int, _ partition: Int) -> Int {
        switch subsets {
        case 2: Int(two[partition] &>> UInt16(truncatingIfNeeded: pixel) & 1)
        case 3: Int(three[partition] &>> UInt32(truncatingIfNeeded: pixel &* 2) & 3)
        default: 0
        }
    }

    /// Whether the highest bit of a pixel's number is zero and left out.
    @inline(__always)
    static func isAnchor(_ pixel: Int, _ subsets: Int, _ partition: Int) -> Bool {
        if pixel == 0 { return true }
        return switch subsets {
        case 2: pixel == Int(anchorOfTwo[partition])
        case 3:
            pixel == Int(secondAnchorOfThree[partition])
                || pixel == Int(thirdAnchorOfThree[partition])
        default: false
        }
    }
}
