import CPoppler
import Glibc
import PreviewHelper
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
}
