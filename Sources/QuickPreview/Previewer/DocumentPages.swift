public import PreviewModel

/// The finished PDF of a document: what ``Previewer/makePages(of:name:layout:into:)`` has written.
public struct DocumentPages: Sendable {
    /// The number of pages.
    public let count: Int
    /// The size of the PDF in bytes.
    public let size: Int
    /// The document's facts; their pages are those of the PDF.
    public let info: DocumentInfo
    /// Whether the document was laid out by its words, headings, lists, and tables alone, so that it looks otherwise in
    /// the program that made it: Office documents, OpenDocument, RTF, HTML, books.
    public let isSimplified: Bool
    /// The Debian package with which the document would look as in the program that made it; `nil` where none is missing.
    public let missingPackage: String?
    /// Whether words or pictures of the document are not on the pages, because they exceed a limit: the text of a slide
    /// that does not fit on it, a table of more than a million rows, elements that nest thousands of levels deep, a picture
    /// of 100 million pixels.
    public let isTruncated: Bool
    /// What the document has and the pages do not show: pictures beside it or elsewhere, and style sheets, because nothing
    /// outside of it is read; letters that no font has; and vertical lines.
    public let leftOut: LeftOut
    /// The names of the worksheets of a workbook, without hidden ones, where `PageLayout.worksheets` chose of them and a
    /// program has laid them out; else `nil`.
    ///
    /// Where the workbook lacks a chosen one, all are on the pages.
    public let worksheets: [String]?
}
