import CLinux
import CQPDF
import Glibc
import PageRendering
import PreviewHelper
import PreviewModel

/// An error of writing the output PDF of a document.
enum SheetFailure: Error {
    case outcome(AnswerMessage.Outcome)
    case damaged(why: DocumentReason)
    case tooLarge(why: DocumentReason)
    case encrypted

    /// Creates the failure for libqpdf's outcome; `nil` on success.
    init?(_ outcome: cqpdf_outcome, damaged why: DocumentReason) {
        switch outcome {
        case CQPDF_OK: return nil
        case CQPDF_ENCRYPTED: self = .encrypted
        case CQPDF_OUTPUT_FAILED: self = .outcome(.outputFailed)
        case CQPDF_OUT_OF_MEMORY: self = .outcome(.memoryLimit)
        default: self = .damaged(why: why)
        }
    }
}

/// The source of pages; owns the document that libqpdf has opened.
@safe final class SheetSource {
    fileprivate let source: OpaquePointer

    /// Pictures, which are still to be added.
    init() throws(SheetFailure) {
        guard let source = unsafe cqpdf_pictures() else { throw .outcome(.memoryLimit) }
        unsafe self.source = source
    }

    /// A PDF.
    init(_ descriptor: Int32, password: [UInt8] = []) throws(SheetFailure) {
        var source: OpaquePointer?
        let outcome = unsafe cqpdf_open(descriptor, password, password.count, &source)
        if let failure = SheetFailure(outcome, damaged: .init(.pagesNotCopied)) {
            throw failure
        }
        guard let source = unsafe source else { throw .outcome(.memoryLimit) }
        unsafe self.source = source
    }

    deinit { unsafe cqpdf_close(source) }

    /// The number of pages.
    var pageCount: Int { unsafe cqpdf_page_count(source) }

    /// Returns the size of a page (1-based) as displayed.
    func size(_ page: Int) -> PageSize {
        var (width, height) = (0.0, 0.0)
        // Place a page without a size as a point, since it is invisible anyway.
        guard unsafe cqpdf_page_size(source, page - 1, &width, &height) == 0 else {
            return PageSize(width: 1, height: 1)
        }
        return PageSize(width: width, height: height)
    }

    /// Adds a picture as the next page.
    func add(_ picture: consuming cqpdf_picture) throws(SheetFailure) {
        var picture = unsafe picture
        let outcome = unsafe cqpdf_add_picture(source, &picture)
        if let failure = SheetFailure(outcome, damaged: .init(.pictureNotPlaced)) {
            throw failure
        }
    }

    /// Opens the texts that are placed beside the pages.
    func addTexts(_ document: [UInt8]) throws(SheetFailure) {
        let outcome = unsafe cqpdf_add_texts(source, document, document.count)
        if let failure = SheetFailure(outcome, damaged: .init(.pagesNotCopied)) { throw failure }
    }

    /// The number of texts.
    var textCount: Int { unsafe cqpdf_text_count(source) }

    /// Returns the size of a text (0-based).
    func textSize(_ text: Int) -> PageSize {
        var (width, height) = (0.0, 0.0)
        guard unsafe cqpdf_text_size(source, text, &width, &height) == 0 else {
            return PageSize(width: 1, height: 1)
        }
        return PageSize(width: width, height: height)
    }

    /// The pages (0-based) with annotations that are printed and that only a reader draws.
    var unprintedPages: [UInt32] {
        let count = unsafe cqpdf_unprinted_pages(source, nil, 0)
        guard count > 0 else { return [] }
        var pages = [UInt32](repeating: 0, count: count)
        let found = unsafe cqpdf_unprinted_pages(source, &pages, count)
        return Array(pages.prefix(found))
    }

    /// Whether the contents of all pages can be decoded, as they are when a page is placed on a sheet.
    var readsContents: Bool { unsafe cqpdf_reads_contents(source) != 0 }

    /// Mends boxes of pages that contradict each other, and missing resources; the number of changes.
    func repairPages() -> Int { unsafe cqpdf_mend_pages(source) }

    /// Returns the document with only those annotations that a reader draws; the source must not be
    /// used afterwards.
    func annotationsAlone() throws(SheetFailure) -> AllocatedBytes {
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        let outcome = unsafe cqpdf_leave_unprinted(source, &bytes, &length)
        if let failure = SheetFailure(outcome, damaged: .init(.annotationsNotCopied)) {
            throw failure
        }
        return unsafe AllocatedBytes(taking: bytes, count: length)
    }

    /// Draws the pages of another document over pages (0-based).
    func layOver(_ document: [UInt8], pages: [UInt32]) throws(SheetFailure) {
        let outcome = unsafe cqpdf_lay_over(
            source,
            document,
            document.count,
            pages,
            pages.count
        )
        if let failure = SheetFailure(outcome, damaged: .init(.annotationsNotDrawn)) {
            throw failure
        }
    }

    /// Writes the opened PDF unchanged but without its encryption.
    func writePlain(_ output: Int32) throws(SheetFailure) {
        let outcome = unsafe cqpdf_write_plain(source, output)
        if let failure = SheetFailure(outcome, damaged: .init(.notRewritten)) {
            throw failure
        }
    }
}

/// Bytes that a C function allocated.
@safe struct AllocatedBytes: ~Copyable {
    private let bytes: UnsafeRawBufferPointer

    fileprivate init(taking start: UnsafeMutablePointer<UInt8>?, count: Int) {
        unsafe bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    deinit { unsafe free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }

    /// Opens the bytes as a PDF.
    func open() throws(DocumentProblemError) -> PDFDocument {
        try unsafe PDFDocument.open(bytes)
    }
}

/// The finished PDF of a layout, written by libqpdf.
struct SheetWriter {
    let layout: SheetLayout
    let output: Int32

    /// Opens the texts of the layout, of which another child has written a page for each.
    private func openTexts(of source: SheetSource) throws(SheetFailure) -> SheetTexts {
        let texts = SheetTexts(layout)
        guard !texts.all.isEmpty else { return texts }
        try source.addTexts(layout.textPages)
        guard source.textCount == texts.all.count else { throw .outcome(.pageOutOfRange) }
        return texts
    }

    /// Writes the faces.
    func write(_ source: SheetSource, isPicture: Bool) throws(SheetFailure) {
        let count = source.pageCount
        let least = layout.hasBlankPages ? 0 : 1
        guard count > 0,
            layout.faces.allSatisfy({ $0.allSatisfy { (least...count).contains($0) } })
        else { throw .outcome(.pageOutOfRange) }
        guard let first = layout.faces.joined().first(where: { $0 > 0 }) else {
            throw .outcome(.pageOutOfRange)
        }
        let imposition = Imposition(layout, first: source.size(first), isPicture: isPicture)
        let texts = try openTexts(of: source)
        var faces: [cqpdf_face] = []
        var placements: [cqpdf_placement] = []
        for (index, pages) in layout.faces.enumerated() {
            switch imposition.face(pages, at: index, size: { source.size($0) }) {
            case .page(let page, let turned):
                faces.append(
                    cqpdf_face(
                        is_whole: 1,
                        // The rotation is counterclockwise, as everywhere here.
                        turn: turned ? 270 : 0,
                        width: 0,
                        height: 0,
                        first: placements.count,
                        count: 1
                    )
                )
                placements.append(cqpdf_placement(page))
            case .sheet(let width, let height, let placed):
                let written = imposition.texts(
                    pages,
                    at: index,
                    of: texts,
                    size: source.size,
                    textSize: source.textSize
                )
                faces.append(
                    cqpdf_face(
                        is_whole: 0,
                        turn: 0,
                        width: width,
                        height: height,
                        first: placements.count,
                        count: placed.count + written.count
                    )
                )
                placements += placed.map { cqpdf_placement($0, layout.border) }
                placements += written.map { cqpdf_placement($0, .none, isText: true) }
            }
        }
        let outcome = unsafe cqpdf_write(source.source, output, faces, faces.count, placements)
        if let failure = SheetFailure(outcome, damaged: .init(.pagesNotCopied)) {
            throw failure
        }
    }
}

extension cqpdf_placement {
    /// Creates a placement of an unchanged page.
    fileprivate init(_ page: Int) {
        self.init(
            page: UInt32(page - 1),
            is_text: 0,
            opacity: 1,
            matrix: (1, 0, 0, 1, 0, 0),
            clip: (0, 0, 0, 0),
            line_count: 0,
            line_width: 0,
            lines: (0, 0, 0, 0, 0, 0, 0, 0),
            mark_length: 0,
            cut: (0, 0, 0, 0)
        )
    }

    fileprivate init(
        _ placement: Imposition.Placement,
        _ border: SheetLayout.Border,
        isText: Bool = false
    ) {
        let m = placement.matrix
        let clip = placement.clip
        let none = Imposition.Area(x: 0, y: 0, width: 0, height: 0)
        let lines = placement.lines + [none, none]
        let cut = placement.cut ?? none
        self.init(
            page: UInt32(placement.page - 1),
            is_text: isText ? 1 : 0,
            opacity: placement.isPale ? 0.25 : 1,
            matrix: (m[0], m[1], m[2], m[3], m[4], m[5]),
            clip: (clip.x, clip.y, clip.width, clip.height),
            line_count: placement.lines.count,
            line_width: border.width,
            lines: (
                lines[0].x, lines[0].y, lines[0].width, lines[0].height,
                lines[1].x, lines[1].y, lines[1].width, lines[1].height
            ),
            mark_length: placement.cut == nil ? 0 : SheetLayout.Poster.bleed,
            cut: (cut.x, cut.y, cut.width, cut.height)
        )
    }
}
