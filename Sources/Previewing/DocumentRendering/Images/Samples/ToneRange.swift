/// The values of samples that become black and white.
///
/// Samples that fill a byte or two have the range of their type. Measured values (floats, signed numbers, and numbers of 32
/// bits and more that would all be black) are stretched from their least to their greatest; floats from 0 to 1 are colors
/// already, also where a few highlights exceed 1.
struct ToneRange: Equatable {
    var least: Double
    var span: Double

    init(least: Double, most: Double) {
        self.least = least
        span = most > least ? most - least : 1
    }

    init(of image: SampledImage) {
        let most = Self.fullRange(of: image)
        switch (image.number, image.colors) {
        case (_, .lab), (_, .palette), (.float, .inks): self.init(least: 0, most: 1)
        case (.unsigned, _) where image.isMeasured:
            let values = Values(of: image)
            self.init(least: values.least, most: values.most)
        case (.unsigned, _) where image.bits < 32: self.init(least: 0, most: most)
        case (.unsigned, _):
            let values = Values(of: image)
            let isDark = values.most < most / 256 && values.most > 0
            self.init(least: 0, most: isDark ? values.most : most)
        case (.signed, _):
            let values = Values(of: image)
            self.init(least: values.least, most: values.most)
        case (.float, _):
            let values = Values(of: image)
            let isColor = values.least >= 0 && values.most <= 1
            // Light itself may exceed white in large parts of a picture.
            let share = image.isLinear ? 2 : 100
            let hasHighlights = values.least >= 0 && values.outside * share <= values.count
            let isMeasured = !isColor && !(image.colors == .rgb && hasHighlights)
            self.init(least: isMeasured ? values.least : 0, most: isMeasured ? values.most : 1)
        }
    }

    /// The largest value of an unsigned sample.
    static func fullRange(of image: SampledImage) -> Double {
        Double(image.maximum ?? (UInt64.max >> (64 - image.bits)))
    }

    /// What is found in all color channels.
    private struct Values {
        var least = Double.infinity
        var most = -Double.infinity
        var count = 0
        /// The number of values that are not from 0 to 1.
        var outside = 0

        /// Beyond this, floats mean that there is no value.
        private static let limit = 1e30

        init(of image: SampledImage) {
            var values = [Double](repeating: 0, count: image.width)
            for row in 0..<image.height where image.hasRow(row) {
                for channel in 0..<image.colors.count {
                    image.read(channel, ofRow: row, into: &values)
                    for value in values where value.magnitude < Self.limit {
                        if value < least { least = value }
                        if value > most { most = value }
                        if value < 0 || value > 1 { outside += 1 }
                        count += 1
                    }
                }
            }
            if count == 0 { (least, most) = (0, 1) }
        }
    }

    /// A sample from 0 to 1.
    @inline(__always)
    func share(_ value: Double) -> Double {
        let share = (value - least) / span
        // Also of what is not a number.
        return share > 0 ? min(share, 1) : 0
    }
}
