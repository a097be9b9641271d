/// A block of BC6H (Khronos Data Format 1.3, 20.2): colors of half floats in one or two subsets.
enum HalfFloatBlock {
    /// A run of consecutive bits in a block that belong to one value.
    private struct Run {
        /// The channel times four, plus the color.
        var value: Int
        var lowest: Int
        var count: Int
        /// Whether the highest bit comes first.
        var isReversed: Bool

        /// Of "g2.4" (one bit), "r0:10" (bits 0 to 9), or "r0-10:15" (bits 15 to 10).
        init(_ text: Substring) {
            let bytes = Array(text.utf8)
            let channel = bytes[0] == UInt8(ascii: "r") ? 0 : bytes[0] == UInt8(ascii: "g") ? 1 : 2
            value = channel * 4 + Int(bytes[1] & 15)
            let places = text.dropFirst(3).split(separator: ":").compactMap { Int($0) }
            isReversed = bytes[2] == UInt8(ascii: "-")
            let isOne = bytes[2] == UInt8(ascii: ".")
            lowest = isOne || isReversed ? places[0] : 0
            count = isOne ? 1 : isReversed ? places[1] - places[0] + 1 : places[0]
        }
    }

    private struct Mode {
        /// How many bits the first color has, and how many the difference of others to it, channel
        /// by channel.
        var bits: Int
        var others: [Int]
        var isDifference: Bool
        var subsets: Int
        var runs: [Run]

        init(_ bits: Int, _ others: [Int], isDifference: Bool = true, subsets: Int, _ runs: String)
        {
            (self.bits, self.others, self.isDifference) = (bits, others, isDifference)
            self.subsets = subsets
            self.runs = runs.split(separator: " ").map { Run($0) }
        }
    }

    /// By the first two bits, or the first five where those two are 2 or 3.
    private static let modes: [Int: Int] = [
        0: 0, 1: 1, 2: 2, 6: 3, 10: 4, 14: 5, 18: 6, 22: 7, 26: 8, 30: 9, 3: 10, 7: 11, 11: 12,
        15: 13,
    ]

    /// The modes as a table; -1 for reserved ones.
    private static let modeOfBits: [Int] = (0..<32).map { modes[$0] ?? -1 }

    private static let layouts = [
        Mode(
            10,
            [5, 5, 5],
            subsets: 2,
            "g2.4 b2.4 b3.4 r0:10 g0:10 b0:10 r1:5 g3.4 g2:4 g1:5 b3.0 g3:4 b1:5 b3.1 b2:4 r2:5 b3.2 r3:5 b3.3"
        ),
        Mode(
            7,
            [6, 6, 6],
            subsets: 2,
            """
            g2.5 g3.4 g3.5 r0:7 b3.0 b3.1 b2.4 g0:7 b2.5 b3.2 g2.4 b0:7 b3.3 b3.5 b3.4 r1:6 g2:4 g1:6 g3:4 \
            b1:6 b2:4 r2:6 r3:6
            """
        ),
        Mode(
            11,
            [5, 4, 4],
            subsets: 2,
            "r0:10 g0:10 b0:10 r1:5 r0.10 g2:4 g1:4 g0.10 b3.0 g3:4 b1:4 b0.10 b3.1 b2:4 r2:5 b3.2 r3:5 b3.3"
        ),
        Mode(
            11,
            [4, 5, 4],
            subsets: 2,
            """
            r0:10 g0:10 b0:10 r1:4 r0.10 g3.4 g2:4 g1:5 g0.10 g3:4 b1:4 b0.10 b3.1 b2:4 r2:4 b3.0 b3.2 r3:4 \
            g2.4 b3.3
            """
        ),
        Mode(
            11,
            [4, 4, 5],
            subsets: 2,
            """
            r0:10 g0:10 b0:10 r1:4 r0.10 b2.4 g2:4 g1:4 g0.10 b3.0 g3:4 b1:5 b0.10 b2:4 r2:4 b3.1 b3.2 r3:4 \
            b3.4 b3.3
            """
        ),
        Mode(
            9,
            [5, 5, 5],
            subsets: 2,
            "r0:9 b2.4 g0:9 g2.4 b0:9 b3.4 r1:5 g3.4 g2:4 g1:5 b3.0 g3:4 b1:5 b3.1 b2:4 r2:5 b3.2 r3:5 b3.3"
        ),
        Mode(
            8,
            [6, 5, 5],
            subsets: 2,
            "r0:8 g3.4 b2.4 g0:8 b3.2 g2.4 b0:8 b3.3 b3.4 r1:6 g2:4 g1:5 b3.0 g3:4 b1:5 b3.1 b2:4 r2:6 r3:6"
        ),
        Mode(
            8,
            [5, 6, 5],
            subsets: 2,
            """
            r0:8 b3.0 b2.4 g0:8 g2.5 g2.4 b0:8 g3.5 b3.4 r1:5 g3.4 g2:4 g1:6 g3:4 b1:5 b3.1 b2:4 r2:5 b3.2 \
            r3:5 b3.3
            """
        ),
        Mode(
            8,
            [5, 5, 6],
            subsets: 2,
            """
            r0:8 b3.1 b2.4 g0:8 b2.5 g2.4 b0:8 b3.5 b3.4 r1:5 g3.4 g2:4 g1:5 b3.0 g3:4 b1:6 b2:4 r2:5 b3.2 \
            r3:5 b3.3
            """
        ),
        Mode(
            6,
            [6, 6, 6],
            isDifference: false,
            subsets: 2,
            """
            r0:6 g3.4 b3.0 b3.1 b2.4 g0:6 g2.5 b2.5 b3.2 g2.4 b0:6 g3.5 b3.3 b3.5 b3.4 r1:6 g2:4 g1:6 g3:4 \
            b1:6 b2:4 r2:6 r3:6
            """
        ),
        Mode(
            10,
            [10, 10, 10],
            isDifference: false,
            subsets: 1,
            "r0:10 g0:10 b0:10 r1:10 g1:10 b1:10"
        ),
        Mode(11, [9, 9, 9], subsets: 1, "r0:10 g0:10 b0:10 r1:9 r0.10 g1:9 g0.10 b1:9 b0.10"),
        Mode(
            12,
            [8, 8, 8],
            subsets: 1,
            "r0:10 g0:10 b0:10 r1:8 r0-10:11 g1:8 g0-10:11 b1:8 b0-10:11"
        ),
        Mode(
            16,
            [4, 4, 4],
            subsets: 1,
            "r0:10 g0:10 b0:10 r1:4 r0-10:15 g1:4 g0-10:15 b1:4 b0-10:15"
        ),
    ]

    /// Decodes the block at a place; all of its bytes are there.
    ///
    /// One of no mode is black.
    static func decode(
        _ data: [UInt8],
        _ place: Int,
        isSigned: Bool,
        _ block: inout [Pixel]
    ) {
        var bits = BlockBits(data, place)
        var number = bits.take(2)
        if number > 1 { number |= bits.take(3) &<< 2 }
        guard modeOfBits[number] >= 0 else {
            for index in 0..<16 { block[index] = Pixel() }
            return
        }
        let mode = layouts[modeOfBits[number]]
        var values = InlineArray<12, Int>(repeating: 0)
        for run in mode.runs {
            var taken = bits.take(run.count)
            if run.isReversed { taken = reversed(taken, run.count) }
            values[run.value] |= taken &<< run.lowest
        }
        for channel in 0..<3 { widen(&values, channel, mode, isSigned: isSigned) }
        let partition = mode.subsets == 2 ? bits.take(5) : 0
        let width = mode.subsets == 2 ? 3 : 4
        for index in 0..<16 {
            let isAnchor = BlockPartitions.isAnchor(index, mode.subsets, partition)
            let weight = BlockPartitions.weight(
                bits.take(isAnchor ? width &- 1 : width),
                bits: width
            )
            let color = BlockPartitions.subset(of: index, mode.subsets, partition) &* 2
            func part(_ channel: Int) -> UInt8 {
                let (from, to) = (
                    values[channel &* 4 &+ color], values[channel &* 4 &+ color &+ 1]
                )
                let mixed = (from &* (64 &- weight) &+ to &* weight &+ 32) &>> 6
                // The bit pattern of a half float; values up to zero are black.
                let half = isSigned ? (max(0, mixed) &* 31) &>> 5 : (mixed &* 31) &>> 6
                return LinearLight.byte(half: UInt16(truncatingIfNeeded: half))
            }
            block[index] = Pixel(red: part(0), green: part(1), blue: part(2))
        }
    }

    /// Makes a channel's values numbers of 16 bits, or of 15 and a sign.
    private static func widen(
        _ values: inout InlineArray<12, Int>,
        _ channel: Int,
        _ mode: Mode,
        isSigned: Bool
    ) {
        let first = channel &* 4
        if isSigned { values[first] = extended(values[first], mode.bits) }
        for color in 1..<(mode.subsets &* 2) {
            var value = values[first &+ color]
            if mode.isDifference {
                value = extended(value, mode.others[channel]) &+ values[first]
                value &= 1 &<< mode.bits &- 1
            }
            values[first &+ color] = isSigned ? extended(value, mode.bits) : value
        }
        for color in 0..<(mode.subsets &* 2) {
            let value = values[first &+ color]
            values[first &+ color] =
                isSigned ? signed(value, mode.bits) : unsigned(value, mode.bits)
        }
    }

    private static func unsigned(_ value: Int, _ bits: Int) -> Int {
        if bits >= 15 || value == 0 { return value }
        return value == 1 &<< bits &- 1 ? 0xFFFF : (value &<< 16 &+ 0x8000) &>> bits
    }

    private static func signed(_ value: Int, _ bits: Int) -> Int {
        if bits >= 16 || value == 0 { return value }
        let size = abs(value)
        let most = 1 &<< (bits &- 1) &- 1
        let wide = size >= most ? 0x7FFF : (size &<< 15 &+ 0x4000) &>> (bits &- 1)
        return value < 0 ? -wide : wide
    }

    /// Returns a number sign-extended from its highest bit.
    private static func extended(_ value: Int, _ bits: Int) -> Int {
        let sign = 1 &<< (bits &- 1)
        return (value & (sign &* 2 &- 1) ^ sign) &- sign
    }

    private static func reversed(_ value: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 &<< 1 | value &>> $1 & 1 }
    }
}
