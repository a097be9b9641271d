import PreviewHelper

/// An image as its samples are stored: any number of channels, any depth, before it becomes pixels of eight bits.
///
/// The readers of TIFF, Netpbm, PSD, SGI, and Sun raster describe what they found; how samples become colors is decided here,
/// once for all of them.
struct SampledImage {
    /// What a sample is.
    enum Number: Equatable {
        case unsigned
        case signed
        case float
    }

    /// What the first channels mean.
    enum Colors: Equatable {
        /// One channel, of which 0 is black, or white.
        case gray(whiteIsZero: Bool)
        /// Red, green, blue.
        case rgb
        /// Cyan, magenta, yellow, black; the largest sample is all ink.
        case inks
        /// CIE L*a*b*.
        case lab(LabCoding)
        /// One channel of numbers in a palette.
        case palette([Pixel])

        /// The number of channels.
        var count: Int {
            switch self {
            case .gray, .palette: 1
            case .rgb, .lab: 3
            case .inks: 4
            }
        }
    }

    /// What a channel after the colors means.
    enum Alpha: Equatable {
        case none
        /// Opacity; the colors are as they are.
        case separate(channel: Int)
        /// Opacity, by which the colors have been multiplied.
        case associated(channel: Int)
        /// Opacity, by which the colors have been mixed with white.
        case onWhite(channel: Int)

        /// The channel, or `nil`.
        var channel: Int? {
            switch self {
            case .none: nil
            case .separate(let channel), .associated(let channel), .onWhite(let channel): channel
            }
        }
    }

    let width: Int
    let height: Int
    /// The number of channels that are stored.
    let channels: Int
    /// The bits of a sample, 1 to 64.
    let bits: Int
    var number = Number.unsigned
    /// The largest value of an unsigned sample, where its bits could hold more.
    var maximum: UInt64?
    var isBigEndian = false
    /// Whether each channel is stored by itself, one after another.
    var isPlanar = false
    /// The bytes of a row, of all channels or of one.
    let rowBytes: Int
    let bytes: [UInt8]
    var colors = Colors.rgb
    var alpha = Alpha.none
    /// The values that become black and white, where the file names them.
    var tones: ToneRange?
    /// Whether the samples are measured values, which have no range of their own.
    var isMeasured = false
    /// Whether the colors are proportional to light.
    var isLinear = false
    var profile: [UInt8] = []
    /// The EXIF orientation, 1 to 8.
    var orientation: UInt32 = 1

    /// Describes the samples in `bytes`.
    ///
    /// - Returns: `nil` where not even the first row is there, or the numbers make no sense.
    init?(
        width: Int,
        height: Int,
        channels: Int,
        bits: Int,
        rowBytes: Int? = nil,
        isPlanar: Bool = false,
        bytes: [UInt8]
    ) {
        guard
            let least = Self.rowBytes(
                width: width,
                height: height,
                channels: isPlanar ? 1 : channels,
                bits: bits
            ), channels > 0, channels <= Self.channelLimit
        else { return nil }
        let row = rowBytes ?? least
        guard row >= least, row <= 1 << 32, bytes.count >= row else { return nil }
        (self.width, self.height, self.channels, self.bits) = (width, height, channels, bits)
        (self.rowBytes, self.isPlanar, self.bytes) = (row, isPlanar, bytes)
    }

    static let channelLimit = 1 << 10
    private static let edgeLimit = 1 << 24
    private static let pixelLimit = 1 << 29

    /// The bytes of a row without gaps; `nil` where there can be no such image.
    static func rowBytes(width: Int, height: Int, channels: Int, bits: Int) -> Int? {
        guard width > 0, height > 0, width <= edgeLimit, height <= edgeLimit,
            width <= pixelLimit / height, (1...64).contains(bits), channels > 0,
            channels <= channelLimit
        else { return nil }
        return (width * channels * bits + 7) / 8
    }

    /// The image in eight bits; `nil` where its channels are not what they are said to be.
    func decoded() -> DecodedImage? {
        guard channels >= colors.count, alpha.channel.map({ $0 < channels }) ?? true else {
            return nil
        }
        let range = tones ?? ToneRange(of: self)
        var painter = SamplePainter(self, range)
        for row in 0..<height where hasRow(row) { painter.paint(row) }
        return painter.image
    }

    /// Whether the row is there, in all channels that are used.
    func hasRow(_ row: Int) -> Bool {
        let last = isPlanar ? max(colors.count - 1, alpha.channel ?? 0) : 0
        return (last * height + row + 1) * rowBytes <= bytes.count
    }

    /// Reads the samples of a channel in a row that is there.
    func read(_ channel: Int, ofRow row: Int, into values: inout [Double]) {
        let start = ((isPlanar ? channel * height : 0) + row) * rowBytes
        let step = (isPlanar ? 1 : channels) * bits
        var place = start * 8 + (isPlanar ? 0 : channel * bits)
        for column in 0..<width {
            values[column] = value(at: place)
            place += step
        }
    }

    /// The sample that begins with a bit.
    @inline(__always)
    private func value(at place: Int) -> Double {
        let first = place >> 3
        if bits == 8, number == .unsigned { return Double(bytes[first]) }
        if bits == 16, number == .unsigned {
            return Double(isBigEndian ? bytes.big16(first) : bytes.number16(first))
        }
        let word = bits.isMultiple(of: 8) ? whole(first) : packed(place)
        switch (number, bits) {
        case (.float, 16): return Double(Float16(bitPattern: UInt16(truncatingIfNeeded: word)))
        case (.float, 24): return Self.float24(word)
        case (.float, 32): return Double(Float(bitPattern: UInt32(truncatingIfNeeded: word)))
        case (.float, 64): return Double(bitPattern: word)
        case (.signed, _):
            let shift = 64 - bits
            return Double(Int64(bitPattern: word << shift) >> shift)
        default: return Double(word)
        }
    }

    /// A number of whole bytes.
    private func whole(_ first: Int) -> UInt64 {
        var word: UInt64 = 0
        let count = bits >> 3
        for byte in 0..<count {
            word = word << 8 | UInt64(bytes[isBigEndian ? first + byte : first + count - 1 - byte])
        }
        return word
    }

    /// A number of bits, the highest first.
    private func packed(_ place: Int) -> UInt64 {
        var word: UInt64 = 0
        for bit in place..<(place + bits) {
            word = word << 1 | UInt64(bytes[bit >> 3] >> (7 - bit & 7) & 1)
        }
        return word
    }

    /// A number of 24 bits: a sign, 7 bits of exponent, 16 of the mantissa (TIFF technical note 3).
    private static func float24(_ word: UInt64) -> Double {
        let (exponent, mantissa) = (Int(clamping: word >> 16 & 0x7F), Double(word & 0xFFFF) / 65536)
        guard exponent < 0x7F else { return .nan }
        let value =
            exponent == 0
            ? Double(sign: .plus, exponent: -62, significand: mantissa)
            : Double(sign: .plus, exponent: exponent - 63, significand: 1 + mantissa)
        return word >> 23 & 1 == 1 ? -value : value
    }
}
