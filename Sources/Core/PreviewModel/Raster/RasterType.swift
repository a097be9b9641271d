/// The pixels of a raster file: a color space, and the bits of each color.
///
/// Only what poppler draws is offered: 8 bits for each color in sRGB, and what follows from these without a profile of
/// the printer. CMYK would need such a profile, and 16 bits would hold nothing that 8 bits do not.
public enum RasterType: UInt8, Sendable, CaseIterable {
    /// 1 bit, dithered; 1 is black.
    case black1 = 1
    /// 1 bit, dithered; 1 is white.
    case sgray1 = 2
    /// 8 bits of black; 0 is white.
    case black8 = 3
    /// 8 bits of gray with the gamma of sRGB.
    case sgray8 = 4
    /// 8 bits of the device's own gray.
    case deviceGray8 = 5
    /// sRGB, 8 bits each.
    case srgb8 = 6
    /// Adobe RGB (1998), 8 bits each.
    case adobeRGB8 = 7
    /// The device's own RGB, 8 bits each.
    case rgb8 = 8

    /// The type of a value of `pwg-raster-document-type-supported`; `nil` if it is not offered.
    public init?(pwg keyword: String) {
        guard let type = Self.allCases.first(where: { $0.pwgKeyword == keyword }) else {
            return nil
        }
        self = type
    }

    /// The type of a value of `urf-supported`; `nil` if it is not offered, or names something else.
    public init?(urf keyword: String) {
        guard let type = Self.allCases.first(where: { $0.urfKeyword == keyword }) else {
            return nil
        }
        self = type
    }

    /// The value of `pwg-raster-document-type-supported`; `nil` if PWG raster has no such type.
    public var pwgKeyword: String? {
        switch self {
        case .black1: "black_1"
        case .sgray1: "sgray_1"
        case .black8: "black_8"
        case .sgray8: "sgray_8"
        case .srgb8: "srgb_8"
        case .adobeRGB8: "adobe-rgb_8"
        case .rgb8: "rgb_8"
        case .deviceGray8: nil
        }
    }

    /// The value of `urf-supported`; `nil` if Apple raster has no such type.
    public var urfKeyword: String? {
        switch self {
        case .sgray8: "W8"
        case .deviceGray8: "DEVW8"
        case .srgb8: "SRGB24"
        case .adobeRGB8: "ADOBERGB24"
        case .rgb8: "DEVRGB24"
        case .black1, .sgray1, .black8: nil
        }
    }

    /// The number of colors.
    public var colorCount: Int {
        switch self {
        case .black1, .sgray1, .black8, .sgray8, .deviceGray8: 1
        case .srgb8, .adobeRGB8, .rgb8: 3
        }
    }

    /// The number of bits of each color.
    public var bitsPerColor: Int { self == .black1 || self == .sgray1 ? 1 : 8 }

    /// The number of bits of a pixel.
    public var bitsPerPixel: Int { colorCount * bitsPerColor }
}
