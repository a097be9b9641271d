import PreviewHelper
import PreviewModel

/// A bitmap within a metafile, as a file that librsvg reads.
struct MetafileBitmap {
    /// "png" or "jpeg".
    let kind: String
    let file: [UInt8]

    private static let pixelsLimit = 16 << 20

    /// What is known of the pixels of a bitmap.
    private struct Layout {
        var width: Int
        var height: Int
        var isFromTop: Bool
        var depth: Int
        var colours: [UInt32]
        var masks: [UInt32]
        var hasAlpha: Bool
    }

    /// Reads a bitmap: its header with its colors, and its pixels; `nil` for a form that is not known.
    init?(header: [UInt8], pixels: ArraySlice<UInt8>, hasAlpha: Bool = false) {
        guard header.count >= 16 else { return nil }
        let coding = header.number32(0) >= 40 && header.count >= 40 ? header.number32(16) : 0
        // A whole file may be there.
        if coding == 4 || coding == 5 {
            (kind, file) = (coding == 4 ? "jpeg" : "png", Array(pixels))
            return
        }
        guard let picture = Self.picture(header: header, pixels: pixels, hasAlpha: hasAlpha),
            let file = ModelDocument.png(picture, hasAlpha: hasAlpha)
        else { return nil }
        (kind, self.file) = ("png", file)
    }

    /// The mean of the colors of a bitmap, as Windows has them; `nil` for a form that is not known.
    static func average(header: [UInt8], pixels: ArraySlice<UInt8>) -> UInt32? {
        guard let picture = picture(header: header, pixels: pixels, hasAlpha: false),
            case let count = picture.width * picture.height, count > 0
        else { return nil }
        var sums = [0, 0, 0]
        for place in stride(from: 0, to: count * 4, by: 4) {
            for part in 0..<3 { sums[part] += Int(picture.pixels[place + part]) }
        }
        let parts = sums.map { UInt32(clamping: $0 / count) }
        return parts[0] | parts[1] << 8 | parts[2] << 16
    }

    /// As the above, of a bitmap whose header and pixels follow each other.
    static func average(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        let bytes = Array(bytes)
        guard bytes.count >= 16, let size = headerSize(bytes), size <= bytes.count else {
            return nil
        }
        return average(header: Array(bytes[..<size]), pixels: bytes[size...])
    }

    private static func picture(
        header: [UInt8],
        pixels: ArraySlice<UInt8>,
        hasAlpha: Bool
    ) -> Picture? {
        guard header.count >= 16 else { return nil }
        let coding = header.number32(0) >= 40 && header.count >= 40 ? header.number32(16) : 0
        guard coding == 0 || coding == 3, let layout = layout(header, hasAlpha, coding == 3) else {
            return nil
        }
        return picture(layout, Array(pixels))
    }

    /// A bitmap whose header and pixels follow each other.
    init?(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= 16, let size = Self.headerSize(bytes), size <= bytes.count else {
            return nil
        }
        self.init(header: Array(bytes[..<size]), pixels: bytes[size...])
    }

    /// How long a header is with its masks and colors.
    private static func headerSize(_ bytes: [UInt8]) -> Int? {
        let size = Int(bytes.number32(0))
        guard size == 12 || size >= 40, size <= 1_024, bytes.count >= size else { return nil }
        let depth = Int(bytes.number16(size == 12 ? 10 : 14))
        let used = size >= 40 ? Int(bytes.number32(32)) : 0
        let masks = size == 40 && bytes.number32(16) == 3 ? 12 : 0
        let colours = depth > 8 ? min(used, 256) : used == 0 ? 1 << depth : min(used, 1 << depth)
        return size + masks + colours * (size == 12 ? 3 : 4)
    }

    private static func layout(_ header: [UInt8], _ hasAlpha: Bool, _ hasMasks: Bool) -> Layout? {
        let size = Int(header.number32(0))
        guard size == 12 || size >= 40, let whole = headerSize(header) else { return nil }
        let (width, height): (Int, Int)
        if size == 12 {
            (width, height) = (Int(header.number16(4)), Int(header.number16(6)))
        } else {
            width = Int(Int32(bitPattern: header.number32(4)))
            height = Int(Int32(bitPattern: header.number32(8)))
        }
        let depth = Int(header.number16(size == 12 ? 10 : 14))
        guard [1, 4, 8, 16, 24, 32].contains(depth), width > 0, width <= 1 << 16, height != 0,
            height.magnitude <= 1 << 16, width * Int(clamping: height.magnitude) <= pixelsLimit
        else { return nil }
        var masks: [UInt32] = depth == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF_0000, 0xFF00, 0xFF]
        if hasMasks, header.count >= 52 {
            masks = [header.number32(40), header.number32(44), header.number32(48)]
        }
        return Layout(
            width: width,
            height: Int(clamping: height.magnitude),
            isFromTop: height < 0,
            depth: depth,
            colours: depth > 8 ? [] : colours(header, size: size, end: whole),
            masks: masks,
            hasAlpha: hasAlpha && depth == 32
        )
    }

    private static func colours(_ header: [UInt8], size: Int, end: Int) -> [UInt32] {
        let step = size == 12 ? 3 : 4
        return stride(from: size, to: min(end, header.count) - 2, by: step).map { place in
            UInt32(header[place + 2]) << 16 | UInt32(header[place + 1]) << 8 | UInt32(header[place])
        }
    }

    private static func picture(_ layout: Layout, _ bytes: [UInt8]) -> Picture? {
        let row = (layout.width * layout.depth + 31) / 32 * 4
        guard bytes.count >= row else { return nil }
        var pixels = [UInt8](repeating: 255, count: layout.width * layout.height * 4)
        for y in 0..<layout.height {
            let source = (layout.isFromTop ? y : layout.height - 1 - y) * row
            guard source + row <= bytes.count else { continue }
            for x in 0..<layout.width {
                let colour = colour(layout, bytes, source, x)
                let place = (y * layout.width + x) * 4
                pixels[place] = UInt8(truncatingIfNeeded: colour >> 16)
                pixels[place + 1] = UInt8(truncatingIfNeeded: colour >> 8)
                pixels[place + 2] = UInt8(truncatingIfNeeded: colour)
                if layout.hasAlpha { pixels[place + 3] = UInt8(truncatingIfNeeded: colour >> 24) }
            }
        }
        return Picture(width: layout.width, height: layout.height, pixels: pixels)
    }

    private static func colour(_ layout: Layout, _ bytes: [UInt8], _ row: Int, _ x: Int) -> UInt32 {
        switch layout.depth {
        case 1, 4, 8:
            let bit = x * layout.depth
            let shift = 8 - layout.depth - bit % 8
            let index = Int(bytes[row + bit / 8]) >> shift & (1 << layout.depth - 1)
            return layout.colours.indices.contains(index) ? layout.colours[index] : 0
        case 16: return masked(UInt32(bytes.number16(row + x * 2)), layout.masks)
        case 24:
            let place = row + x * 3
            return UInt32(bytes[place + 2]) << 16 | UInt32(bytes[place + 1]) << 8
                | UInt32(bytes[place])
        default:
            let word = bytes.number32(row + x * 4)
            return masked(word, layout.masks) | (layout.hasAlpha ? word & 0xFF00_0000 : 0)
        }
    }

    /// The parts of a color, each as eight bits.
    private static func masked(_ word: UInt32, _ masks: [UInt32]) -> UInt32 {
        masks.reduce(0) { colour, mask in
            guard mask != 0 else { return colour << 8 }
            let greatest = mask >> UInt32(truncatingIfNeeded: mask.trailingZeroBitCount)
            let part = (word & mask) >> UInt32(truncatingIfNeeded: mask.trailingZeroBitCount)
            return colour << 8 | UInt32(clamping: UInt64(part) * 255 / UInt64(greatest))
        }
    }
}
