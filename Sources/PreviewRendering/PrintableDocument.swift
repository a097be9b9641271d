import PreviewModel

/// A PDF made so that it prints as it is displayed.
///
/// What is displayed is poppler's; what takes pages for sheets is libqpdf, and what puts ink on paper is the
/// scheduler's filters or the printer. Where they would disagree, the document is changed before anything is
/// asked of it.
struct PrintableDocument {
    let descriptor: Int32
    let output: Int32

    /// The pages that are drawn anew at most; more would take too long.
    private static let pagesLimit = 2000

    /// Writes the changed document; false where it prints as it is displayed already.
    func write() throws(SheetFailure) -> Bool {
        let displayed: PDFDocument
        do throws(DocumentProblemError) {
            displayed = try PDFDocument.open(descriptor)
        } catch {
            throw SheetFailure(error.problem)
        }
        guard let source = try source(like: displayed) else {
            try redraw(displayed)
            return true
        }
        var isChanged = source.mendPages() > 0
        let pages = source.unprintedPages
        if !pages.isEmpty {
            try flatten(pages, of: source)
            isChanged = true
        }
        guard isChanged else { return false }
        try source.writePlain(output)
        return true
    }

    /// The document for libqpdf; `nil` where that does not find the same pages in it.
    private func source(like displayed: PDFDocument) throws(SheetFailure) -> SheetSource? {
        do throws(SheetFailure) {
            let source = try SheetSource(descriptor)
            return source.pageCount == displayed.pageCount ? source : nil
        } catch {
            switch error {
            case .damaged, .encrypted: return nil
            case .outcome, .tooLarge: throw error
            }
        }
    }

    private func redraw(_ displayed: PDFDocument) throws(SheetFailure) {
        guard displayed.pageCount > 0 else { throw .damaged(why: "It has no pages.") }
        guard displayed.pageCount <= Self.pagesLimit else {
            throw .tooLarge(why: "Its list of pages is broken, and it has too many to be repaired.")
        }
        // The others are in the list alone, and nobody ever sees them.
        let pages = (1...displayed.pageCount).filter { displayed.pageSize($0) != nil }
        guard !pages.isEmpty else { throw .damaged(why: "None of its pages can be read.") }
        let bytes = try drawn(displayed, pages: pages)
        try Output(descriptor: output).write(bytes)
    }

    /// Puts the annotations that only a reader draws on their pages.
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
            case .damaged: throw .damaged(why: "One of its pages cannot be read.")
            }
        }
    }
}

extension SheetFailure {
    /// What stands in the way of a document that is only to be opened.
    init(_ problem: DocumentProblem) {
        switch problem {
        case .encrypted: self = .encrypted
        case .damaged(let why): self = .damaged(why: why)
        case .tooLarge(let why): self = .tooLarge(why: why)
        case .empty: self = .damaged(why: "It has no pages.")
        }
    }
}
