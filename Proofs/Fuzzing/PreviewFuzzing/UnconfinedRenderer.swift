import CPDFium
import CVips
import DocumentRendering
import Glibc
import PDFiumRendering
import PageRendering
import PlainRendering
import PreviewHelper
import PreviewModel
import QuickPreview

/// The rendering of the helpers in this process, without a sandbox, to measure what process and sandbox cost.
///
/// Only for trusted documents: nothing protects the process from their parsers.
package struct UnconfinedRenderer: ~Copyable {
    private let sniffer: Sniffer
    private let kept: PDFDocument
    private let pdfium: PDFiumRenderer?

    /// Loads what a zygote loads; `nil` if a library is missing.
    package init?() {
        guard let sniffer = Sniffer(), let kept = PDFDocument.preloaded(),
            cvips_start(CVIPS_COMMON) == 0
        else { return nil }
        self.sniffer = sniffer
        self.kept = kept
        if let path = PreviewerConfiguration.usualPDFium {
            unsafe setenv(PDFiumVariable.path, path, 1)
            pdfium = PDFiumRenderer()
        } else {
            pdfium = nil
        }
    }

    /// The engine that draws PDFs: that of the helpers.
    package var engine: String { pdfium == nil ? "poppler" : "PDFium, else poppler" }

    /// Draws the first page, and returns the size of the picture in pixels; `nil` if there is none.
    package func draw(
        _ descriptor: Int32,
        nameExtension: String,
        pixels: Int
    ) -> (width: Int, height: Int)? {
        lseek(descriptor, 0, SEEK_SET)
        let type = sniffer.find(descriptor, name: "document.\(nameExtension)").type
        let picture: Picture?
        switch type.family {
        case .pdf?:
            let drawn = pdfium?.draw(descriptor, page: 1, pixels: pixels)?.0
            if pdfium != nil { cpdfium_close() }
            picture =
                drawn
                ?? (try? PDFDocument.open(descriptor).draw(
                    page: 1,
                    pixels: pixels,
                    medium: .screen
                ))
        case .images?:
            // What children do: the header first, then the pixels; with libvips only where it is needed.
            picture =
                PlainImage(descriptor, type: type)?.draw(pixels: UInt32(pixels))
                ?? drawn(descriptor, type, pixels)
        case .text?:
            picture = try? TextDocument(descriptor, type: type).draw(page: 1, pixels: pixels)
        // Their libraries cannot be started beside the others.
        case .rareImages?, .video?, .plain?, .pdfium?, .sheets?, .postscript?, nil: picture = nil
        }
        return picture.map { ($0.width, $0.height) }
    }

    private func drawn(_ descriptor: Int32, _ type: FileType, _ pixels: Int) -> Picture? {
        let image = try? ImageDocument(descriptor, type: type)
        return try? image?.draw(page: 1, pixels: UInt32(pixels))
    }
}
