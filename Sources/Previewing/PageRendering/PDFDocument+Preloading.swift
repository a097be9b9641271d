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
        guard loadConverters(),
            (try? kept.draw(page: 1, pixels: 16, medium: .screen)) != nil
        else { return nil }
        // Leak it on purpose: the optimizer may drop a reference that is never read.
        _ = unsafe Unmanaged.passRetained(kept)
        return kept
    }

    /// Loads the converter of titles: the C library would load it as code when it is first used, which the sandbox forbids.
    static func loadConverters() -> Bool {
        let converter = unsafe iconv_open("UTF-8", "UTF-16BE")
        return unsafe converter != iconv_t(bitPattern: -1)
    }
}
