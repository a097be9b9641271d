import CPango
import PreviewHelper
import PreviewModel

/// A drawing (SVG): its facts, its picture, and its page.
///
/// librsvg reads the bytes and nothing beside them: without an address of its own, a drawing has no neighbors.
@safe struct DrawingDocument: ~Copyable {
    private let drawing: OpaquePointer

    /// The largest drawing that is read, in bytes, unpacked.
    private static let sizeLimit = SizeLimit.embeddedPicture
    /// The margins where the layout leaves them out, in points.
    private static let usualMargin = 18.0

    init(_ descriptor: Int32) throws(DocumentProblemError) {
        var (bytes, isWhole) = FilePart.start(of: descriptor, limit: Self.sizeLimit)
        if bytes.starts(with: [0x1F, 0x8B]) {
            guard let file = FilePart(whole: descriptor),
                let unpacked = Deflate.inflate(
                    file,
                    size: Self.sizeLimit,
                    whole: false,
                    wrapping: .gzip
                )
            else { throw DocumentProblemError(.damaged(why: .init(.notUnpacked))) }
            (bytes, isWhole) = (unpacked, unpacked.count < Self.sizeLimit)
        }
        guard isWhole else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.textTooLarge, "\(Self.sizeLimit >> 20)"))
            )
        }
        guard let drawing = unsafe Self.open(bytes) else {
            throw DocumentProblemError(.damaged(why: .init(.xml)))
        }
        unsafe self.drawing = drawing
    }

    /// Reads the bytes of a drawing; `nil` where they cannot be read, or librsvg is missing.
    @unsafe static func open(_ bytes: [UInt8]) -> OpaquePointer? {
        let bytes = DrawingPictures.readable(bytes)
        return unsafe cpango_drawing_open(bytes, bytes.count)
    }

    deinit { unsafe cpango_drawing_free(drawing) }

    /// The size in pixels of CSS.
    private var size: PageSize {
        get throws(DocumentProblemError) {
            var size = PageSize(width: 0, height: 0)
            guard unsafe cpango_drawing_size(drawing, &size.width, &size.height) == 0 else {
                throw DocumentProblemError(.damaged(why: .init(.noSize)))
            }
            return size
        }
    }

    /// Adds the size to the facts.
    func describe(_ info: inout DocumentInfo) throws(DocumentProblemError) {
        let size = try size
        (info.width, info.height) = (size.width.rounded(.up), size.height.rounded(.up))
    }

    /// Draws it so that it fits in `pixels` x `pixels`.
    func draw(pixels: Int) throws -> Picture {
        let (width, height) = try size.fitting(pixels)
        let canvas = try Canvas(width: width, height: height, scale: 1)
        let status = unsafe canvas.withHandle { handle in
            unsafe cpango_drawing_draw(handle, drawing, 0, 0, Double(width), Double(height))
        }
        guard status == 0 else { throw DrawingFailure.damaged }
        return try canvas.picture()
    }

    /// Writes a page with the drawing, as large as the margins allow.
    func makePages(_ layout: PageLayout, _ output: Int32) throws -> Int {
        let own = try self.size
        let (width, height) = (own.width, own.height)
        let size = layout.pageSize(isWide: width > height)
        let margins = layout.margins(usual: Self.usualMargin, isWide: size.width > size.height)
        let room = (
            width: size.width - margins.left - margins.right,
            height: size.height - margins.top - margins.bottom
        )
        // As large as the margins allow, as a picture: vectors have no pixels that would show.
        let factor = min(room.width / width, room.height / height)
        let (across, down) = (width * factor, height * factor)
        let canvas = try Canvas(pagesFor: output, size: (size.width, size.height), title: "")
        let status = unsafe canvas.withHandle { handle in
            unsafe cpango_drawing_draw(
                handle,
                drawing,
                margins.left + (room.width - across) / 2,
                margins.top + (room.height - down) / 2,
                across,
                down
            )
        }
        guard status == 0 else { throw DrawingFailure.damaged }
        try canvas.endPage()
        try canvas.finishPages()
        return 1
    }
}
