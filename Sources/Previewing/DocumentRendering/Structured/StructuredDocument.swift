import PreviewModel

/// A document whose contents a reader of this project reports as blocks.
struct StructuredDocument {
    let descriptor: Int32
    let format: StructuredFormat

    /// Reports the blocks until the sink returns false; returns whether the document was read to its end.
    func read(
        limit: Int,
        into sink: @escaping (Block) -> Bool
    ) throws(DocumentProblemError) -> Bool {
        switch format {
        case .oldWord: try OldWordText.read(descriptor, into: sink)
        case .oldSpreadsheet: try OldSpreadsheet.read(descriptor, into: sink)
        case .oldPresentation: try OldPresentation(descriptor).read(into: sink)
        case .notebook: try NotebookText.read(descriptor, into: sink)
        case .database: try DatabaseText.read(descriptor, into: sink)
        // Its pages are pictures.
        case .djvu: break
        }
        return true
    }

    /// The number of pages, where it is known without laying them out.
    var pages: Int? {
        switch format {
        // A damaged document has no page count; the problem is reported when a page is requested.
        case .oldPresentation: (try? OldPresentation(descriptor))?.count
        case .djvu: (try? DjVuDocument(descriptor))?.pages
        default: nil
        }
    }

    /// The page of each slide; `nil` for documents without slides.
    var slidePaper: Paper? {
        get throws(DocumentProblemError) {
            guard format == .oldPresentation else { return nil }
            return try OldPresentation(descriptor).paper
        }
    }
}
