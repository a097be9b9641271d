import CVips
import Glibc
import PreviewModel

/// An image read by libvips.
///
/// Lives in a child.
struct ImageDocument {
    private let descriptor: Int32
    private let type: FileType
    private let facts: cvips_facts

    /// The largest edge that the formats and libvips agree on.
    private static let edgeLimit: UInt32 = 10_000_000

    /// Reads the header, and nothing more.
    init(_ descriptor: Int32, type: FileType) throws(DocumentProblemError) {
        var facts = cvips_facts()
        guard unsafe cvips_read_header(descriptor, &facts) == 0, facts.width > 0, facts.height > 0,
            facts.width <= Self.edgeLimit, facts.height <= Self.edgeLimit
        else {
            throw DocumentProblemError(
                .damaged(why: "The description of the image cannot be read.")
            )
        }
        self.descriptor = descriptor
        self.type = type
        self.facts = facts
    }

    /// The number of pages: only TIFF has more than one; the frames of an animation are not pages.
    var pageCount: Int { type == .tiff ? Int(facts.pages) : 1 }

    /// Adds what the header says to the document's facts.
    func describe(_ info: inout DocumentInfo) {
        // The orientations from 5 on lie on their side.
        let upright = facts.orientation < 5
        info.pages = pageCount
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
        if type == .jpeg {
            var shrink: UInt64 = 8
            while shrink > 1, max(width, height) / shrink < UInt64(max(pixels, 1)) { shrink /= 2 }
            // Its coefficients are all unpacked, and kept in memory when it is progressive.
            guard width * height / 8 <= pixelLimit else { return true }
            width /= shrink
            height /= shrink
        }
        return width * height > pixelLimit
    }

    /// Draws a page upright and in sRGB, so that it fits in `pixels` x `pixels`.
    func draw(page: Int, pixels: UInt32) throws(DrawingFailure) -> Picture {
        var picture = unsafe cvips_picture()
        guard
            unsafe cvips_thumbnail(descriptor, UInt32(page - 1), pixels, &picture) == 0,
            let bytes = unsafe picture.pixels
        else { throw .damaged }
        defer { unsafe free(bytes) }
        let width = unsafe Int(picture.width)
        let height = unsafe Int(picture.height)
        let buffer = unsafe UnsafeBufferPointer(start: bytes, count: width * height * 4)
        return Picture(width: width, height: height, pixels: unsafe Array(buffer))
    }
}
