import CVips
import Glibc
import PreviewHelper
import PreviewModel

/// The same rendering without a process or a wall, to measure what those cost.
///
/// Only for documents that one has made oneself, and in a benchmark: nothing stands between their
/// readers and the program.
package struct Unconfined: ~Copyable {
    private let sniffer: Sniffer
    private let kept: PDFDocument

    /// Readies what a zygote readies, or answers `nil` where something of it is missing.
    package init?() {
        guard let sniffer = Sniffer(), let kept = Warmth.documents(),
            cvips_start(CVIPS_COMMON) == 0
        else { return nil }
        self.sniffer = sniffer
        self.kept = kept
    }

    /// The size of the picture that is drawn of the first page, or `nil` where there is none.
    package func draw(
        _ descriptor: Int32,
        nameExtension: String,
        pixels: Int
    ) -> (width: Int, height: Int)? {
        lseek(descriptor, 0, SEEK_SET)
        let type = sniffer.find(descriptor, name: "document.\(nameExtension)").type
        let picture: Picture?
        switch type.family {
        case .documents?:
            picture = try? PDFDocument.open(descriptor).draw(
                page: 1,
                pixels: pixels,
                medium: .screen
            )
        case .images?:
            // What children do: the header first, then the pixels; with libvips only where it is needed.
            picture =
                PlainImage(descriptor, type: type)?.draw(pixels: UInt32(pixels))
                ?? drawn(descriptor, type, pixels)
        case .text?:
            picture = try? TextDocument(descriptor, type: type).draw(page: 1, pixels: pixels)
        // They cannot be started beside the others.
        case .codecs?, .video?, .plain?, .postscript?, nil: picture = nil
        }
        return picture.map { ($0.width, $0.height) }
    }

    private func drawn(_ descriptor: Int32, _ type: FileType, _ pixels: Int) -> Picture? {
        let image = try? ImageDocument(descriptor, type: type)
        return try? image?.draw(page: 1, pixels: UInt32(pixels))
    }
}
