import CGhostscript
import Glibc
import PageRendering
import PreviewHelper
import PreviewModel

/// A PostScript program, drawn by running it.
///
/// Used only in a child. The sandbox limits what programs may do; Ghostscript's own restrictions
/// (`SAFER`) are defense in depth.
struct PostScriptDocument {
    let file: PostScriptFile

    init(_ descriptor: Int32, type: FileType) throws(DocumentProblemError) {
        guard let file = PostScriptFile(descriptor, type: type) else {
            throw DocumentProblemError(.damaged(why: .init(.noPostScript)))
        }
        self.file = file
    }

    /// Opens a gzip-compressed program, decompressing it into `output`.
    init(
        compressed descriptor: Int32,
        type: FileType,
        into output: Int32
    ) throws(DocumentProblemError) {
        guard let file = FilePart(whole: descriptor),
            // Pages beyond the limit are not shown.
            let bytes = Deflate.inflate(
                file,
                size: SizeLimit.embeddedPicture,
                whole: false,
                wrapping: .gzip
            ), unsafe pwrite(output, bytes, bytes.count, 0) == bytes.count
        else { throw DocumentProblemError(.damaged(why: .init(.notUnpacked))) }
        try self.init(output, type: type)
    }

    /// Loads and initializes Ghostscript.
    static func start() -> Bool { unsafe cghostscript_start(PostScriptSetup.warmth) == 0 }

    /// Adds the values of the comments to the document's facts without running the program.
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
        // A picture always has one page.
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
                UInt64(clamping: file.program.begin),
                UInt64(clamping: file.program.size),
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
        // A blank result means that the program has no such page, unless it is a picture.
        if unsafe drawn.is_unfinished != 0, !isPicture, picture.isWhite {
            throw DocumentProblemError(.damaged(why: .init(.noPages)))
        }
        return picture
    }

    /// The name of the error that ended the program, or an empty text.
    func name(of page: cghostscript_page) -> String {
        unsafe withUnsafeBytes(of: page.error) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Returns the error for a page that was not drawn.
    private func failure(_ page: cghostscript_page) -> any Error {
        if unsafe page.is_out_of_memory != 0 { return DrawingFailure.memory }
        if unsafe page.is_too_large != 0 {
            return DocumentProblemError(.tooLarge(why: .init(.pageTooLarge)))
        }
        let error = unsafe name(of: page)
        if !error.isEmpty {
            return DocumentProblemError(
                .damaged(why: .init(.programError, error))
            )
        }
        guard unsafe page.pages > 0 else {
            return DocumentProblemError(.damaged(why: .init(.noPages)))
        }
        return TextDocument.NoSuchPage(count: unsafe Int(page.pages))
    }
}
