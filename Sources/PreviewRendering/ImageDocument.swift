import CVips
import Glibc
import PreviewHelper
import PreviewModel

/// An image of pixels.
///
/// Lives in a child.
struct ImageDocument {
    private let descriptor: Int32
    private let decoder: ImageDecoder
    /// What it says of itself.
    let header: ImageHeader

    /// Reads the header of a page, and nothing more.
    init(
        _ descriptor: Int32,
        type: FileType,
        in family: RendererFamily = .images,
        page: Int = 1
    ) throws(DocumentProblemError) {
        let decoder = ImageDecoder(descriptor, type, in: family)
        guard let facts = decoder.header(descriptor, page: page),
            let header = ImageHeader(facts, type: type)
        else {
            throw DocumentProblemError(
                .damaged(why: "The description of the image cannot be read.")
            )
        }
        self.descriptor = descriptor
        self.decoder = decoder
        self.header = header
    }

    /// Whether drawing it at `pixels` decodes more pixels than the limit allows.
    func exceeds(pixelLimit: UInt64, at pixels: UInt32) -> Bool {
        header.exceeds(pixelLimit: pixelLimit, at: pixels, skipsDetail: decoder.skipsDetail)
    }

    /// That the image has more pixels than the limit, in words.
    func tooManyPixels(limit: UInt64) -> DocumentProblem {
        func words(_ pixels: UInt64) -> String {
            let tenths = (pixels + 50_000) / 100_000
            return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        }
        let count = header.pixelCount
        // Of a JPEG, whose detail can be skipped, eight times as many are unpacked.
        let limit =
            header.type == .jpeg && decoder.skipsDetail && count / 8 > limit
            ? limit * 8 : limit
        return .tooLarge(
            why: "The image has \(words(count)) megapixels; the limit is \(words(limit))."
        )
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
