import Glibc

/// Converts linear-light floats to sRGB; 1 and all greater values are white.
enum LinearLight {
    /// The byte of sRGB for a value (IEC 61966-2-1).
    static func byte(_ value: Float) -> UInt8 {
        // This comparison fails for NaN.
        guard value > 0 else { return 0 }
        guard value < 1 else { return 255 }
        let shown = value <= 0.0031308 ? value * 12.92 : 1.055 * powf(value, 1 / 2.4) - 0.055
        return UInt8(clamping: max(0, min(255, shown * 255 + 0.5)))
    }

    /// The same of a half float; half floats of the same sign are in the order of their bits.
    @inline(__always)
    static func byte(half: UInt16) -> UInt8 {
        if half & 0x8000 != 0 { return 0 }
        return half < one ? bytes[Int(half)] : half > infinity ? 0 : 255
    }

    private static let one: UInt16 = 0x3C00
    private static let infinity: UInt16 = 0x7C00

    private static let bytes: [UInt8] = (0..<one).map { byte(float(half: $0)) }

    /// A half float that is not negative and below one: 5 bits of exponent, 10 of its fraction.
    private static func float(half: UInt16) -> Float {
        let fraction = Float(half & 0x3FF)
        let exponent = Int32(half >> 10)
        return exponent == 0
            ? ldexpf(fraction, -24) : ldexpf(1024 + fraction, exponent - 25)
    }
}
