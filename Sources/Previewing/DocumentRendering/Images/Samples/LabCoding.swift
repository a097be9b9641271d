import Glibc

/// How CIE L*a*b* is stored, and for which white.
struct LabCoding: Equatable {
    /// Whether a* and b* are stored with 0 in the middle of the range (ICC, Photoshop), or as signed numbers (TIFF).
    var isOffset: Bool
    /// Whether the white is that of daylight (D65), or that of print (D50).
    var isDaylight = false

    /// The scale of numbers of so many bits.
    func scale(bits: Int, number: SampledImage.Number) -> Scale {
        Scale(coding: self, bits: bits, isFloat: number == .float)
    }

    /// Converts stored numbers to sRGB.
    struct Scale {
        private let isDaylight: Bool
        private let lightness: Double
        private let divisor: Double
        private let zero: Double
        private let wrap: Double

        init(coding: LabCoding, bits: Int, isFloat: Bool) {
            isDaylight = coding.isDaylight
            let isWide = bits > 8
            // Of 16 bits, white is FF00 where a* and b* have an offset (ICC.1, 6.3.4.2), and FFFF in TIFF.
            lightness =
                isFloat ? 1 : !isWide ? 100 / 255 : coding.isOffset ? 100 / 65280 : 100 / 65535
            divisor = isFloat || !isWide ? 1 : 256
            zero = coding.isOffset && !isFloat ? 128 : 0
            wrap = coding.isOffset || isFloat ? .infinity : isWide ? 32768 : 128
        }

        /// Red, green, and blue, from 0 to 1.
        func color(_ first: Double, _ second: Double, _ third: Double) -> (Double, Double, Double) {
            func part(_ value: Double) -> Double {
                ((value >= wrap ? value - wrap * 2 : value) / divisor) - zero
            }
            // CIE 15:2004, 8.2.1, backwards.
            let middle = (first * lightness + 16) / 116
            let (x, y, z) = (
                Self.light(middle + part(second) / 500), Self.light(middle),
                Self.light(middle - part(third) / 200)
            )
            return isDaylight ? Self.fromDaylight(x, y, z) : Self.fromPrint(x, y, z)
        }

        private static func light(_ value: Double) -> Double {
            value > 6.0 / 29 ? value * value * value : (value - 4.0 / 29) * 108 / 841
        }

        /// From X, Y, Z as shares of D65: the primaries of IEC 61966-2-1.
        private static func fromDaylight(
            _ x: Double,
            _ y: Double,
            _ z: Double
        ) -> (Double, Double, Double) {
            (
                encoded(3.0799327 * x - 1.5371500 * y - 0.5427816 * z),
                encoded(-0.9212350 * x + 1.8759908 * y + 0.0452444 * z),
                encoded(0.0528906 * x - 0.2040133 * y + 1.1511397 * z)
            )
        }

        /// From X, Y, Z as shares of D50, adapted by Bradford (ICC.1, annex E).
        private static func fromPrint(
            _ x: Double,
            _ y: Double,
            _ z: Double
        ) -> (Double, Double, Double) {
            let (x, z) = (x * 0.9642200, z * 0.8252100)
            return (
                encoded(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
                encoded(-0.9787684 * x + 1.9161415 * y + 0.0334540 * z),
                encoded(0.0719453 * x - 0.2289914 * y + 1.4052427 * z)
            )
        }

        /// The value of sRGB for a share of light (IEC 61966-2-1).
        static func encoded(_ light: Double) -> Double {
            guard light > 0 else { return 0 }
            let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return min(1, value)
        }
    }
}
