import CText
import PreviewHelper
import PreviewModel

/// A DjVu document: scanned pages, which DjVuLibre decodes.
struct DjVuDocument {
    /// The number of pages.
    let pages: Int

    /// The largest document that is read, in bytes: all of it is in memory.
    private static let sizeLimit = 256 << 20
    /// The longest edge of a page that is written, in pixels.
    private static let printedEdge = 3_400
    /// The Debian package of the library.
    private static let package = "libdjvulibre21"

    /// Reads a document; one at a time, as long as the process runs.
    init(_ descriptor: Int32) throws(DocumentProblemError) {
        guard ctext_has_djvu() != 0 else {
            throw DocumentProblemError(.missingPackage(why: .init(.packageNeeded, Self.package)))
        }
        guard let file = FilePart(whole: descriptor), file.size <= Self.sizeLimit else {
            throw DocumentProblemError(.tooLarge(why: .init(.tooLargeToRead, "256")))
        }
        let count = ctext_djvu_open(descriptor)
        guard count > 0 else { throw DocumentProblemError(.damaged(why: .init(.cannotBeRead))) }
        guard count <= DocumentInfo.pagesLimit else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.tooManyPages, "\(DocumentInfo.pagesLimit)"))
            )
        }
        pages = Int(count)
    }

    /// Draws a page so that it fits in `pixels` x `pixels`, and is at most as large as it was scanned.
    func draw(page: Int, pixels: Int) throws -> Picture {
        guard (1...pages).contains(page) else { throw TextDocument.NoSuchPage(count: pages) }
        var size = ctext_djvu_size()
        guard unsafe ctext_djvu_page(Int32(clamping: page - 1), &size) == 0 else {
            throw DocumentProblemError(.damaged(why: .init(page == 1 ? .firstPage : .onePage)))
        }
        let scale = min(1, Double(pixels) / Double(max(size.width, size.height)))
        let width = max(1, Int(clamping: (Double(size.width) * scale).rounded()))
        let height = max(1, Int(clamping: (Double(size.height) * scale).rounded()))
        var plain = [UInt8](repeating: 255, count: width * height * 3)
        guard unsafe ctext_djvu_draw(UInt32(clamping: width), UInt32(clamping: height), &plain) == 0
        else {
            throw DocumentProblemError(.damaged(why: .init(.pageNotDrawn)))
        }
        var colours = [UInt8](repeating: 255, count: width * height * 4)
        for index in 0..<(width * height) {
            for part in 0..<3 { colours[index * 4 + part] = plain[index * 3 + part] }
        }
        return Picture(width: width, height: height, pixels: colours)
    }

    /// The pages as pictures for paper, one after the other.
    func forEachPrintedPage(_ body: (Picture) throws -> Void) throws {
        for page in 1...pages { try body(draw(page: page, pixels: Self.printedEdge)) }
    }
}
