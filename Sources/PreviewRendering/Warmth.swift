import CLinux
import CPoppler
import CVips
import Glibc
import PreviewModel

/// What a zygote loads before its first document, so that its children need not.
enum Warmth {
    /// Has the runtime make the types and tables that every child of every family needs.
    static func common(_ sniffer: borrowing Sniffer) {
        clinux_keep_memory()
        let file = unsafe clinux_memory_file("own")
        guard file >= 0 else { return }
        defer { close(file) }
        let pdf = TrustedDocument.pdf
        guard unsafe write(file, pdf.utf8Start, pdf.utf8CodeUnitCount) > 0 else { return }
        var info = DocumentInfo(type: sniffer.find(file, name: "own.pdf", isThorough: false).type)
        info.typeReport = sniffer.find(file, name: "own.pdf").report
        info.pageSizes.append(PageSize(width: 1, height: 1))
        _ = RareImageFormat(FileType(rawValue: info.type))
        let answer = AnswerMessage(.done, info: info, width: 1, height: 1).encoded()
        let request = RequestMessage(.thumbnail, name: "own.pdf").encoded()
        // Asked, so that the optimizer leaves all of it in.
        let isRead =
            AnswerMessage(decoding: answer) != nil && RequestMessage(decoding: request) != nil
        precondition(isRead, "our own messages cannot be read")
    }

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
    static func touch(_ family: RendererFamily, _ kept: PDFDocument?) {
        switch family {
        case .documents: _ = try? kept?.draw(page: 1, pixels: 16, medium: .screen)
        case .plain: _ = cvips_touch()
        case .images, .text, .codecs, .video, .postscript: break
        }
    }
}
