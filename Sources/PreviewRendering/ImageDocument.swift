import CVips
import Glibc
import PreviewModel

/// An image of pixels.
///
/// Lives in a child.
struct ImageDocument {
    private let descriptor: Int32
    private let type: FileType
    private let decoder: ImageDecoder
    private let facts: cvips_facts

    /// The largest edge that the formats and libvips agree on.
    private static let edgeLimit: UInt32 = 10_000_000

    /// Reads the header of a page, and nothing more.
    init(
        _ descriptor: Int32,
        type: FileType,
        in family: RendererFamily = .images,
        page: Int = 1
    ) throws(DocumentProblemError) {
        let decoder = ImageDecoder(descriptor, type, in: family)
        guard let facts = decoder.header(descriptor, page: page), facts.width > 0,
            facts.height > 0, facts.width <= Self.edgeLimit, facts.height <= Self.edgeLimit
        else {
            throw DocumentProblemError(
                .damaged(why: "The description of the image cannot be read.")
            )
        }
        self.descriptor = descriptor
        self.type = type
        self.decoder = decoder
        self.facts = facts
    }

    /// The number of pages: only TIFF has more than one; the frames of an animation are not pages.
    var pageCount: Int { type == .tiff ? Int(facts.pages) : 1 }

    /// Adds what the header says to the document's facts.
    func describe(_ info: inout DocumentInfo) {
        // The orientations from 5 on lie on their side.
        let upright = facts.orientation < 5
        // What has pages is printed, and as pixels of its own size a drawing would be coarse.
        info.pages = type == .svg || type == .compressedSVG ? nil : pageCount
        info.width = Double(upright ? facts.width : facts.height)
        info.height = Double(upright ? facts.height : facts.width)
    }

    /// Whether drawing it at `pixels` decodes more pixels than the limit allows.
    ///
    /// JPEG is the format of large photos, and its decoder skips detail that is not shown: a photo of 100
    /// megapixels costs as much as one of 1.6 when 256 pixels are wanted. The others are decoded whole.
    func exceeds(pixelLimit: UInt64, at pixels: UInt32) -> Bool {
        var width = UInt64(facts.width)
        var height = UInt64(facts.height)
        if type == .jpeg, decoder.skipsDetail {
            var shrink: UInt64 = 8
            while shrink > 1, max(width, height) / shrink < UInt64(max(pixels, 1)) { shrink /= 2 }
            // Its coefficients are all unpacked, and kept in memory when it is progressive.
            guard width * height / 8 <= pixelLimit else { return true }
            width /= shrink
            height /= shrink
        }
        return width * height > pixelLimit
    }

    /// As EXIF counts, 1 to 8.
    var orientation: UInt32 { facts.orientation }

    /// Whether a smaller picture, as stored, has the same proportion, but for what rounding does to it.
    func hasProportion(_ width: Int, _ height: Int) -> Bool {
        let (own, other) = (Double(facts.width) / Double(facts.height), Double(width))
        return abs(other / own - Double(height)) <= 1 || abs(Double(height) * own - other) <= 1
    }

    /// How many pixels a page has.
    var pixelCount: UInt64 { UInt64(facts.width) * UInt64(facts.height) }

    /// In pixels per inch across and down the picture as displayed, if it says so and it can be true.
    var resolution: (across: Double, down: Double)? {
        let stored = [facts.resolution_across, facts.resolution_down].map { $0 * 25.4 }
        // libvips takes 1 pixel per millimetre where an image says nothing.
        let isSaid = facts.resolution_across != 1 || facts.resolution_down != 1
        guard isSaid, stored.allSatisfy({ $0 >= 10 && $0 <= 10_000 }) else { return nil }
        return facts.orientation < 5 ? (stored[0], stored[1]) : (stored[1], stored[0])
    }

    /// The ICC profile, where it is one of so many components; else nothing.
    func profile(components: Int) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        guard unsafe cvips_profile(descriptor, &bytes, &length) == 0, let bytes = unsafe bytes
        else { return [] }
        defer { unsafe free(bytes) }
        let profile = unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
        // The colour space of the data stands in bytes 16 to 19 (ICC.1, 7.2).
        guard profile.count > 128 else { return [] }
        let space = String(decoding: profile[16..<20], as: UTF8.self)
        let expected = [1: "GRAY", 3: "RGB ", 4: "CMYK"]
        return expected[components] == space ? profile : []
    }

    /// Draws a page upright and in sRGB, so that it fits in `pixels` x `pixels`.
    func draw(page: Int, pixels: UInt32) throws(DrawingFailure) -> Picture {
        try decoder.draw(descriptor, page: page, pixels: pixels)
    }
}
