import CText
import PreviewHelper
import PreviewModel

/// A document of Visio, Publisher, or CorelDRAW, whose pages libraries of the Document Liberation Project draw.
struct LiberatedDocument {
    /// The number of pages.
    let pages: Int

    private let kind: ctext_drawing

    private static let sizeLimit = 64 << 20
    private static let pointsOfInch = 72.0

    /// Draws a document; one at a time, as long as the process runs.
    init(_ descriptor: Int32, _ kind: ctext_drawing) throws(DocumentProblemError) {
        guard ctext_has_drawings(kind) != 0 else {
            let package =
                switch kind {
                case CTEXT_VISIO: "libvisio-0.1-1"
                case CTEXT_PUBLISHER: "libmspub-0.1-1"
                default: "libcdr-0.1-1"
                }
            throw DocumentProblemError(.missingPackage(why: .init(.packageNeeded, package)))
        }
        guard let file = FilePart(whole: descriptor), file.size <= Self.sizeLimit else {
            throw DocumentProblemError(.tooLarge(why: .init(.tooLargeToRead, "64")))
        }
        let count = Int(ctext_drawings_make(descriptor, kind, Self.sizeLimit))
        guard count >= 0 else { throw DocumentProblemError(.damaged(why: .init(.cannotBeRead))) }
        guard count > 0 else { throw DocumentProblemError(.damaged(why: .init(.noPages))) }
        (pages, self.kind) = (min(count, DocumentInfo.pagesLimit), kind)
    }

    /// The kind of a format; `nil` for all others.
    static func kind(_ format: StructuredFormat) -> ctext_drawing? {
        switch format {
        case .visio: CTEXT_VISIO
        case .publisher: CTEXT_PUBLISHER
        case .corelDraw: CTEXT_COREL
        default: nil
        }
    }

    /// The drawing of a page (1-based); `nil` where it has no size.
    func page(_ number: Int) -> DrawnPage? {
        guard let text = unsafe ctext_drawings_page(UInt32(clamping: number - 1)) else {
            return nil
        }
        let drawing = unsafe String(cString: text)
        let bytes = Array((kind == CTEXT_PUBLISHER ? Self.inPoints(drawing) : drawing).utf8)
        guard let picture = InlinePicture(decoding: bytes), picture.width >= 1, picture.height >= 1
        else { return nil }
        return DrawnPage(drawing: bytes, width: picture.width, height: picture.height)
    }

    /// A drawing of libmspub 0.1.4, whose letters have their size in inches, in points.
    private static func inPoints(_ drawing: String) -> String {
        var (result, rest) = ("", drawing[...])
        while let name = rest.firstRange(of: "font-size=\"") {
            result += rest[..<name.upperBound]
            rest = rest[name.upperBound...]
            let digits = rest.prefix { $0 != "\"" }
            let size = Double(digits) ?? 0
            result += size < 4 ? "\(size * pointsOfInch)" : String(digits)
            rest = rest[digits.endIndex...]
        }
        return result + rest
    }

    /// Reports the pages until the sink returns false.
    func read(into sink: (Block) -> Bool) {
        let paper = paper
        for number in 1...min(pages, ReadingExtent.limit(PageSetter.pagesLimit, whole: 10_001)) {
            guard let page = page(number) else { continue }
            guard sink(page.slide(on: paper)) else { return }
        }
    }

    /// Paper of the shape of the first page.
    var paper: Paper { page(1)?.paper ?? .a4 }
}
