import CGhostscript
import Glibc
import PreviewHelper
import PreviewModel

/// A PostScript program, drawn by running it.
///
/// Lives in a child. What programs may do is the walls' business; that Ghostscript restricts them too (`SAFER`) is a
/// second lock on the same door.
struct PostScriptDocument {
    private let file: PostScriptFile

    init(_ descriptor: Int32, type: FileType) throws(DocumentProblemError) {
        guard let file = PostScriptFile(descriptor, type: type) else {
            throw DocumentProblemError(.damaged(why: "There is no PostScript in it."))
        }
        self.file = file
    }

    /// One in gzip; what is unpacked is written into `output`.
    init(
        compressed descriptor: Int32,
        type: FileType,
        into output: Int32
    ) throws(DocumentProblemError) {
        guard let file = FilePart(whole: descriptor),
            // The pages that lie beyond are not shown.
            let bytes = Deflate.inflate(
                file,
                size: SizeLimit.embeddedPicture,
                whole: false,
                wrapping: .gzip
            ), unsafe pwrite(output, bytes, bytes.count, 0) == bytes.count
        else { throw DocumentProblemError(.damaged(why: "It cannot be unpacked.")) }
        try self.init(output, type: type)
    }

    /// Opens Ghostscript and readies it.
    static func start() -> Bool { unsafe cghostscript_start(PostScriptSetup.warmth) == 0 }

    /// Adds what the comments say to the document's facts; nothing is run.
    func describe(_ info: inout DocumentInfo) {
        let comments = file.comments
        info.title = comments.title
        // A picture has none: what is a picture and has pages is placed on sheets, which needs more than pixels.
        info.pages = comments.isPicture ? nil : comments.pages
        info.width = comments.size?.width
        info.height = comments.size?.height
    }

    /// Draws a page on white so that it fits in `pixels` x `pixels`.
    func draw(page: Int, pixels: Int, pixelLimit: UInt64) throws -> Picture {
        let isPicture = file.comments.isPicture
        // Of a picture there is one, whatever its program does.
        guard page >= 1, page == 1 || !isPicture else { throw TextDocument.NoSuchPage(count: 1) }
        let setup = PostScriptSetup(file.comments, pixels: pixels).program
        var drawn = unsafe cghostscript_page()
        unsafe setup.withCString { text in
            var wish = unsafe cghostscript_wish(
                setup: text,
                page: UInt32(clamping: page),
                edge: UInt32(clamping: pixels),
                pixel_limit: pixelLimit,
                shows_unfinished: page == 1 ? 1 : 0
            )
            unsafe cghostscript_draw(
                file.program.descriptor,
                UInt64(file.program.begin),
                UInt64(file.program.size),
                &wish,
                &drawn
            )
        }
        defer { unsafe cghostscript_free(&drawn) }
        guard let bytes = unsafe drawn.pixels else { throw unsafe failure(drawn) }
        let picture = unsafe Picture(
            width: Int(drawn.width),
            height: Int(drawn.height),
            pixels: Array(
                UnsafeBufferPointer(start: bytes, count: Int(drawn.width) * Int(drawn.height) * 4)
            )
        )
        // A program that draws nothing has no page, unless it is a picture of nothing.
        if unsafe drawn.is_unfinished != 0, !isPicture, picture.isWhite {
            throw DocumentProblemError(.damaged(why: "It has no pages."))
        }
        return picture
    }

    /// Why the page did not come.
    private func failure(_ page: cghostscript_page) -> any Error {
        if unsafe page.is_out_of_memory != 0 { return DrawingFailure.memory }
        if unsafe page.is_too_large != 0 {
            return DocumentProblemError(.tooLarge(why: "Its page is too large to be drawn."))
        }
        let error = unsafe withUnsafeBytes(of: page.error) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !error.isEmpty {
            return DocumentProblemError(
                .damaged(why: "Its program ends with an error (\(error)).")
            )
        }
        guard unsafe page.pages > 0 else {
            return DocumentProblemError(.damaged(why: "It has no pages."))
        }
        return TextDocument.NoSuchPage(count: unsafe Int(page.pages))
    }
}
