import CVips
import Glibc

/// A page of a TIFF whose samples libvips would take for others: libtiff decodes them, and ``SampledImage`` draws them.
///
/// libvips 8.14 takes floats from 0 to 1 for bytes, the first extra sample for alpha, Lab for daylight, and 16-bit numbers
/// for the low ones of 32; where libtiff has no decoder for a compression, it shows black.
@safe struct TIFFImage {
    /// What reads a page.
    enum Reading: Equatable {
        /// libvips, which reads what is common, and reads only the detail that is needed.
        case vips
        /// libtiff, which turns what is left into colors itself.
        case colors
        /// libtiff and ``SampledImage``.
        case samples
        /// No one: libtiff has no decoder, or the inks are unknown.
        case refused
    }

    private let descriptor: Int32
    private let page: Int
    private var layout: cvips_tiff
    /// Which channel is opacity, and how.
    private let alpha: SampledImage.Alpha
    private let profile: [UInt8]

    /// Reads the layout of a page (1-based); `nil` if the file is no TIFF that libtiff can open.
    init?(_ descriptor: Int32, page: Int) {
        var layout = unsafe cvips_tiff()
        guard unsafe cvips_tiff_layout(descriptor, UInt32(clamping: page - 1), &layout) == 0 else {
            return nil
        }
        defer { unsafe free(layout.profile) }
        profile = unsafe Array(
            UnsafeBufferPointer(start: layout.profile, count: layout.profile_size)
        )
        unsafe layout.profile = nil
        unsafe (self.descriptor, self.page, self.layout) = (descriptor, page, layout)
        let kinds = unsafe withUnsafeBytes(of: layout.extras) {
            unsafe Array($0.bindMemory(to: UInt16.self))
        }
        let extras = unsafe kinds.prefix(Int(layout.extra_count))
        let colors = unsafe Int(layout.channels) - Int(layout.extra_count)
        // 1: associated alpha, 2: unassociated alpha; all others are no opacity (TIFF 6.0, tag 338).
        alpha =
            extras.firstIndex { $0 == 1 || $0 == 2 }.map { index in
                extras[index] == 1
                    ? .associated(channel: colors + index) : .separate(channel: colors + index)
            } ?? .none
    }

    var facts: cimage_facts {
        unsafe cimage_facts(
            width: layout.width,
            height: layout.height,
            pages: max(1, layout.pages),
            orientation: layout.orientation,
            resolution_across: 1,
            resolution_down: 1
        )
    }

    private enum Photometric: UInt16 {
        case whiteIsZero = 0
        case blackIsZero = 1
        case rgb = 2
        case palette = 3
        case separated = 5
        case yCbCr = 6
        case cieLab = 8
        case iccLab = 9
        case ituLab = 10
        case logL = 32844
        case logLuv = 32845
    }

    private static let (oldJPEG, jpeg): (UInt16, UInt16) = (6, 7)

    /// The name of the variant, where no library here reads it; else `nil`.
    var variant: String? {
        guard reading == .refused else { return nil }
        return unsafe layout.has_other_inks != 0
            ? "TIFF of other inks" : "TIFF in compression \(layout.compression)"
    }

    /// What reads the page.
    var reading: Reading {
        unsafe reading(of: layout)
    }

    private func reading(of layout: cvips_tiff) -> Reading {
        guard unsafe layout.is_decodable != 0, unsafe layout.has_other_inks == 0 else {
            return .refused
        }
        guard let photometric = unsafe Photometric(rawValue: layout.photometric) else {
            return .vips
        }
        let compression = unsafe layout.compression
        switch photometric {
        case .logL, .logLuv: return .vips
        case .ituLab: return .colors
        case .yCbCr:
            return compression == Self.jpeg || compression == Self.oldJPEG ? .vips : .colors
        case .cieLab, .iccLab: return .samples
        case .palette: return unsafe layout.channels == 1 ? .vips : .samples
        case .whiteIsZero, .blackIsZero, .rgb, .separated: break
        }
        let expected = photometric == .rgb ? 3 : photometric == .separated ? 4 : 1
        let bits = unsafe layout.bits
        let isCommon =
            unsafe layout.format == 1
            && (bits == 8 || bits == 16 || (expected == 1 && [1, 2, 4].contains(bits)))
        let channels = unsafe Int(layout.channels)
        // Signed bytes of gray are as good as unsigned ones.
        let isSigned = unsafe layout.format == 2 && bits == 8
        let isAlphaLast = channels == expected + 1 && alpha != .none && photometric != .separated
        guard (isCommon || (isSigned && expected == 1)) && (channels == expected || isAlphaLast)
        else { return compression == Self.oldJPEG ? .vips : .samples }
        return .vips
    }

    private var colors: SampledImage.Colors? {
        switch unsafe Photometric(rawValue: layout.photometric) {
        case .whiteIsZero: .gray(whiteIsZero: true)
        case .blackIsZero: .gray(whiteIsZero: false)
        case .rgb: .rgb
        case .separated: .inks
        case .cieLab: .lab(LabCoding(isOffset: false, isDaylight: isDaylight))
        case .iccLab: .lab(LabCoding(isOffset: true, isDaylight: false))
        // With more channels than one, the numbers alone say nothing.
        case .palette, .yCbCr, .ituLab, .logL, .logLuv, nil: nil
        }
    }

    /// Whether the white point is that of D65 rather than that of D50; without one, Lab is that of print.
    private var isDaylight: Bool { unsafe layout.white > 0 && layout.white < 0.33 }

    /// Decodes the page by libtiff; `nil` where that fails.
    func decoded() -> DecodedImage? {
        let (width, height) = unsafe (Int(layout.width), Int(layout.height))
        let (channels, bits) = unsafe (Int(layout.channels), Int(layout.bits))
        let isPlanar = unsafe layout.is_planar != 0
        let number: SampledImage.Number? =
            switch unsafe layout.format {
            case 1, 4: .unsigned
            case 2: bits == 8 ? .unsigned : .signed
            case 3: .float
            default: nil
            }
        guard let colors, let number, number != .float || [16, 24, 32, 64].contains(bits),
            let row = SampledImage.rowBytes(
                width: width,
                height: height,
                channels: isPlanar ? 1 : channels,
                bits: bits
            ), row <= Self.byteLimit / height / (isPlanar ? channels : 1)
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: row * height * (isPlanar ? channels : 1))
        var layout = unsafe layout
        let failure = unsafe bytes.withUnsafeMutableBufferPointer {
            unsafe cvips_tiff_samples(
                descriptor,
                UInt32(clamping: page - 1),
                &layout,
                row,
                $0.baseAddress,
                $0.count
            )
        }
        guard failure == 0,
            var image = SampledImage(
                width: width,
                height: height,
                channels: channels,
                bits: bits,
                isPlanar: isPlanar,
                bytes: bytes
            )
        else { return nil }
        (image.number, image.colors, image.alpha, image.profile) = (number, colors, alpha, profile)
        image.orientation = unsafe layout.orientation
        return image.decoded()
    }

    private static let byteLimit = 1 << 30
}
