import CPoppler
import Glibc
import PreviewModel

/// What a zygote loads before its first document, so that its children need not.
enum Warmth {
    /// Has poppler load what it would load for the first document: fonts, and the converter of titles.
    ///
    /// Returns our own document, to be kept open: see ``TrustedDocument``.
    static func documents() -> PDFDocument? {
        guard let kept = PDFDocument.openTrusted(TrustedDocument.pdf), kept.pageCount == 1 else {
            return nil
        }
        // The C library loads this one when it is first used, as code, which the walls forbid.
        let converter = unsafe iconv_open("UTF-8", "UTF-16BE")
        guard unsafe converter != iconv_t(bitPattern: -1),
            (try? kept.draw(page: 1, pixels: 16, medium: .screen)) != nil
        else { return nil }
        // For ever, whatever the optimizer makes of a reference that nobody reads.
        _ = unsafe Unmanaged.passRetained(kept)
        return kept
    }

    /// Touches in a new child what drawing writes to: until then it shares that memory with the zygote, and
    /// each first write to a page of it costs a copy.
    ///
    /// Only where no thread is started by that: a thread would stay outside of the child's walls.
    static func touch(_ kept: PDFDocument?) {
        _ = try? kept?.draw(page: 1, pixels: 16, medium: .screen)
    }
}
