import PageRendering
import PreviewHelper
import PreviewModel
import SheetRendering

/// A PDF that is changed so that it prints as displayed.
///
/// Poppler displays pages, libqpdf arranges them on sheets, and the scheduler's filters or the
/// printer render them. Where these would disagree, the document is changed first.
struct PrintableDocument {
    let descriptor: Int32
    let output: Int32

    /// The most pages that are redrawn; more would take too long.
    private static let pagesLimit = 2000

    /// Writes the changed document, and adds the facts of the unchanged one; returns false if it already prints as displayed.
    func write(describing info: inout DocumentInfo) throws(SheetFailure) -> Bool {
        let displayed: PDFDocument
        do throws(DocumentProblemError) {
            displayed = try PDFDocument.open(descriptor)
        } catch {
            throw SheetFailure(error.problem)
        }
        var described = info
        displayed.describe(&described)
        // What cannot be described may still be redrawn.
        if described.problem == nil { info = described }
        guard let source = try source(like: displayed) else {
            try redraw(displayed)
            return true
        }
        var isChanged = source.repairPages() > 0
        let pages = source.unprintedPages
        if !pages.isEmpty {
            try flatten(pages, of: source)
            isChanged = true
        }
        // A scheduler's filter would refuse it, whatever the user's settings are.
        if displayed.restriction != nil { isChanged = true }
        guard isChanged else { return false }
        try source.writePlain(output)
        return true
    }

    /// Opens the document with libqpdf; returns `nil` if that does not find the same pages, or cannot read what is on them.
    private func source(like displayed: PDFDocument) throws(SheetFailure) -> SheetSource? {
        do throws(SheetFailure) {
            let source = try SheetSource(descriptor)
            guard source.pageCount == displayed.pageCount else { return nil }
            // More pages than are redrawn are left as they are.
            return source.pageCount > Self.pagesLimit || source.readsContents ? source : nil
        } catch {
            switch error {
            case .damaged, .encrypted: return nil
            case .outcome, .tooLarge: throw error
            }
        }
    }

    private func redraw(_ displayed: PDFDocument) throws(SheetFailure) {
        guard displayed.pageCount > 0 else { throw .damaged(why: .init(.noPages)) }
        guard displayed.pageCount <= Self.pagesLimit else {
            throw .tooLarge(why: .init(.pageList))
        }
        // The others are only in the list, and are never displayed.
        let pages = (1...displayed.pageCount).filter { displayed.pageSize($0) != nil }
        guard !pages.isEmpty else { throw .damaged(why: .init(.allPages)) }
        let bytes = try drawn(displayed, pages: pages)
        try Output(descriptor: output).write(bytes)
    }

    /// Flattens the annotations that only a reader draws into their pages.
    private func flatten(_ pages: [UInt32], of source: SheetSource) throws(SheetFailure) {
        let alone = try SheetSource(descriptor).annotationsAlone()
        let displayed: PDFDocument
        do throws(DocumentProblemError) {
            displayed = try alone.open()
        } catch {
            throw SheetFailure(error.problem)
        }
        let bytes = try drawn(displayed, pages: pages.map { Int($0) + 1 })
        try source.layOver(bytes, pages: pages)
    }

    private func drawn(
        _ document: PDFDocument,
        pages: some Sequence<Int>
    ) throws(SheetFailure) -> [UInt8] {
        do throws(DrawingFailure) {
            return try RedrawnDocument.draw(document, pages: pages)
        } catch {
            switch error {
            case .memory: throw .outcome(.memoryLimit)
            case .output: throw .outcome(.outputFailed)
            case .damaged: throw .damaged(why: .init(.onePage))
            }
        }
    }
}

extension SheetFailure {
    /// Creates the failure for a problem with opening a document.
    init(_ problem: DocumentProblem) {
        switch problem {
        case .encrypted: self = .encrypted
        case .damaged(let why): self = .damaged(why: why)
        case .tooLarge(let why): self = .tooLarge(why: why)
        case .missingPackage(let why), .nothingInside(let why), .unsupportedVariant(let why),
            .filesMissing(let why):
            self = .damaged(why: why)
        case .empty: self = .damaged(why: .init(.noPages))
        }
    }
}

extension AllocatedBytes {
    /// Opens the bytes as a PDF.
    fileprivate func open() throws(DocumentProblemError) -> PDFDocument {
        try unsafe PDFDocument.open(bytes)
    }
}
