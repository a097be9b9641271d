/// Turns rows of samples into pixels of eight bits.
struct SamplePainter {
    private let source: SampledImage
    private let range: ToneRange
    private(set) var image: DecodedImage
    private var planes: [[Double]]
    private var opacity: [Double]
    private let labScale: LabCoding.Scale?

    init(_ source: SampledImage, _ range: ToneRange) {
        self.source = source
        self.range = range
        let isInk = source.colors == .inks
        let hasInkAlpha = isInk && source.alpha != .none
        let count = source.width * source.height
        image = DecodedImage(
            width: source.width,
            height: source.height,
            orientation: source.orientation,
            isInk: isInk,
            inkAlpha: [UInt8](repeating: 0, count: hasInkAlpha ? count : 0),
            profile: source.profile,
            pixels: [UInt8](repeating: 0, count: count * 4)
        )
        let row = [Double](repeating: 0, count: source.width)
        planes = [[Double]](repeating: row, count: source.colors.count)
        opacity = [Double](repeating: 1, count: source.width)
        if case .lab(let coding) = source.colors {
            labScale = coding.scale(bits: source.bits, number: source.number)
        } else {
            labScale = nil
        }
    }

    /// Paints a row that is there.
    mutating func paint(_ row: Int) {
        for channel in planes.indices { source.read(channel, ofRow: row, into: &planes[channel]) }
        readOpacity(row)
        if case .palette(let palette) = source.colors {
            for column in 0..<source.width { paint(palette, row * source.width + column, column) }
            return
        }
        if let labScale {
            for column in 0..<source.width {
                let color = labScale.color(planes[0][column], planes[1][column], planes[2][column])
                set(row * source.width + column, color.0, color.1, color.2, opacity[column])
            }
            return
        }
        for channel in planes.indices {
            for column in 0..<source.width {
                planes[channel][column] = range.share(planes[channel][column])
            }
        }
        undoAlpha()
        for column in 0..<source.width {
            let pixel = row * source.width + column
            switch source.colors {
            case .gray(let whiteIsZero):
                let value = planes[0][column]
                let gray = shown(whiteIsZero ? 1 - value : value)
                set(pixel, gray, gray, gray, opacity[column])
            case .rgb:
                set(
                    pixel,
                    shown(planes[0][column]),
                    shown(planes[1][column]),
                    shown(planes[2][column]),
                    opacity[column]
                )
            case .inks: setInks(pixel, column)
            case .lab, .palette: break
            }
        }
    }

    private mutating func readOpacity(_ row: Int) {
        guard let channel = source.alpha.channel else { return }
        source.read(channel, ofRow: row, into: &opacity)
        let most = source.number == .unsigned ? ToneRange.fullRange(of: source) : 1
        let range = ToneRange(least: 0, most: source.number == .signed ? self.range.span : most)
        for column in 0..<source.width { opacity[column] = range.share(opacity[column]) }
    }

    /// Takes the opacity out of colors that contain it.
    private mutating func undoAlpha() {
        switch source.alpha {
        case .none, .separate: return
        case .associated:
            for channel in planes.indices {
                for column in 0..<source.width where opacity[column] > 0 {
                    planes[channel][column] = min(1, planes[channel][column] / opacity[column])
                }
            }
        case .onWhite:
            for channel in planes.indices {
                for column in 0..<source.width where opacity[column] > 0 {
                    let value = planes[channel][column] - 1 + opacity[column]
                    planes[channel][column] = max(0, min(1, value / opacity[column]))
                }
            }
        }
    }

    /// A share of light as one of the values of sRGB.
    private func shown(_ value: Double) -> Double {
        source.isLinear ? LabCoding.Scale.encoded(value) : value
    }

    private mutating func paint(_ palette: [Pixel], _ pixel: Int, _ column: Int) {
        let index = Int(clamping: planes[0][column])
        guard index >= 0, index < palette.count else { return }
        let color = palette[index]
        image.pixels[pixel * 4] = color.red
        image.pixels[pixel * 4 + 1] = color.green
        image.pixels[pixel * 4 + 2] = color.blue
        image.pixels[pixel * 4 + 3] =
            source.alpha == .none ? color.alpha : Self.byte(opacity[column])
    }

    private static func byte(_ share: Double) -> UInt8 { UInt8(clamping: share * 255 + 0.5) }

    @inline(__always)
    private mutating func set(
        _ pixel: Int,
        _ red: Double,
        _ green: Double,
        _ blue: Double,
        _ alpha: Double
    ) {
        image.pixels[pixel * 4] = Self.byte(red)
        image.pixels[pixel * 4 + 1] = Self.byte(green)
        image.pixels[pixel * 4 + 2] = Self.byte(blue)
        image.pixels[pixel * 4 + 3] = Self.byte(alpha)
    }

    private mutating func setInks(_ pixel: Int, _ column: Int) {
        for channel in 0..<4 {
            image.pixels[pixel * 4 + channel] = Self.byte(planes[channel][column])
        }
        if !image.inkAlpha.isEmpty { image.inkAlpha[pixel] = Self.byte(opacity[column]) }
    }
}
