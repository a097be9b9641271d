import CPango
import CText
import CVideo
import CVips
import FontLookup
import PageRendering
package import PreviewHelper
package import PreviewModel

/// The renderer of the helpers that load document libraries, each for its family.
package struct DocumentRenderer: Renderer {
    private let family: RendererFamily
    /// Kept open: see ``TrustedDocument``.
    private let kept: PDFDocument?

    /// Loads the libraries that a family needs; `nil` if one is missing.
    package init?(_ family: RendererFamily) {
        FontFolders.nameCaches()
        var kept: PDFDocument?
        let isReady: Bool
        switch family {
        case .pdf:
            kept = PDFDocument.preloaded()
            isReady = kept != nil
        case .images: isReady = cvips_start(CVIPS_COMMON) == 0
        case .text: isReady = ctext_start() == 0 && cpango_start() == 0
        case .rareImages: isReady = ImageDecoder.start()
        case .video: isReady = cvideo_start() == 0
        case .postscript: isReady = PostScriptDocument.start()
        // These families have programs of their own.
        case .plain, .pdfium, .sheets: isReady = false
        }
        guard isReady else { return nil }
        if family == .text { TextDecoding.warmUp() }
        self.family = family
        self.kept = kept
    }

    package var folders: [String] { FontFolders.all(for: family) }

    package func addUserFonts() {
        // Others draw no text, or have fonts of their own.
        guard family.traits.usesUserFonts else { return }
        FontFolders.addOfUser()
    }

    package func touch() { _ = try? kept?.draw(page: 1, pixels: 16, medium: .screen) }

    package func work(
        _ request: RequestMessage,
        on type: FileType,
        _ info: DocumentInfo
    ) -> (AnswerMessage, Picture?) {
        DocumentWork(family: family, request: request).answer(on: type, info)
    }

    package func drawPayload(_ request: RequestMessage) -> (AnswerMessage, Picture?) {
        DocumentWork(family: family, request: request).drawPayload()
    }
}
