import CGhostscript
import Glibc
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
        let setup = PostScriptSetup(file.comments, page: page, pixels: pixels).program
        var drawn = unsafe cghostscript_page()
        unsafe setup.withCString { text in
            var wish = unsafe cghostscript_wish(
                setup: text,
                page: UInt32(clamping: page),
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
        return picture.fitting(pixels)
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

extension Picture {
    /// The picture itself where it fits; else the mean of as many pixels as make one that does.
    fileprivate func fitting(_ limit: Int) -> Picture {
        // What rounding has added is cut off.
        let longest = max(width, height)
        let factor = longest <= limit + 1 ? 1 : (longest + limit - 1) / limit
        let (columns, rows) = (
            min(limit, max(1, width / factor)), min(limit, max(1, height / factor))
        )
        guard factor > 1 || columns < width || rows < height else { return self }
        let (across, down) = (min(factor, width), min(factor, height))
        var result = [UInt8](repeating: 255, count: columns * rows * 4)
        for row in 0..<rows {
            for column in 0..<columns {
                for channel in 0..<3 {
                    var sum = 0
                    for line in 0..<down {
                        let start = ((row * factor + line) * width + column * factor) * 4 + channel
                        for step in 0..<across { sum += Int(pixels[start + step * 4]) }
                    }
                    result[(row * columns + column) * 4 + channel] = UInt8(sum / (across * down))
                }
            }
        }
        return Picture(width: columns, height: rows, pixels: result)
    }
}
