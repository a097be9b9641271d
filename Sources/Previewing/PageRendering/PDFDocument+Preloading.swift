import CPoppler
import Glibc
import PreviewHelper
import PreviewModel

extension PDFDocument {
    /// Has poppler load the fonts and the converter of titles that its first document needs, in the
    /// zygote, so that its children need not.
    ///
    /// Returns the trusted document, which must stay open: see ``TrustedDocument``.
    package static func preloaded() -> PDFDocument? {
        guard let kept = PDFDocument.openTrusted(TrustedDocument.pdf), kept.pageCount == 1 else {
            return nil
        }
        // The C library loads this one when it is first used, as code, which the sandbox forbids.
        let converter = unsafe iconv_open("UTF-8", "UTF-16BE")
        guard unsafe converter != iconv_t(bitPattern: -1),
            (try? kept.draw(page: 1, pixels: 16, medium: .screen)) != nil
        else { return nil }
        // Leak it on purpose: the optimizer may drop a reference that is never read.
        _ = unsafe Unmanaged.passRetained(kept)
        return kept
    }
}
