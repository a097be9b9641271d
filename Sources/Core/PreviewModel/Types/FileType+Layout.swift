extension FileType {
    /// EPUB.
    package static let book = FileType(rawValue: "application/epub+zip")

    /// The family of the helper that fulfills a request for a document of this type; `nil` where any may.
    ///
    /// Pages of books, and of all comics, are made by the family of text, which has the reader of HTML, and that of archives.
    package func family(for operation: RequestMessage.Operation) -> RendererFamily? {
        // A book without a cover shows its first page.
        if self == .book, operation == .info || operation == .thumbnail { return .text }
        guard operation == .makePages else { return family }
        return self == .book || isComic ? .text : family
    }

    /// The family to ask when that one cannot read a document, or `nil`.
    package func secondFamily(for operation: RequestMessage.Operation) -> RendererFamily? {
        // It knows no more of a PDF than its pages and their pictures.
        if secondFamily == .pdfium, operation != .info, operation != .thumbnail { return nil }
        // The picture inside an EPS is not its page.
        return operation == .makePages && (family(for: operation) != family || self == .eps)
            ? nil : secondFamily
    }

    /// Whether the pages of such a document have its words, headings, lists, and tables, and not the looks that the
    /// program gives them that made it.
    package var isLaidOutSimply: Bool {
        switch TextFormat(self) {
        case .wordDocument, .spreadsheet, .presentation, .openDocument, .richText, .html: true
        case .structured(let format): format.isOfOffice
        default: self == .book
        }
    }
}
