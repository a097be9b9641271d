extension FileType {
    /// EPUB.
    package static let book = FileType(rawValue: "application/epub+zip")

    /// The family of the helper that fulfills a request for a document of this type; `nil` where any may.
    ///
    /// Pages of drawings and of books are laid out by the family of text, which has librsvg and the reader of HTML.
    package func family(for operation: RequestMessage.Operation) -> RendererFamily? {
        guard operation == .makePages else { return family }
        return self == .svg || self == .compressedSVG || self == .book ? .text : family
    }

    /// The family to ask when that one cannot read a document, or `nil`.
    package func secondFamily(for operation: RequestMessage.Operation) -> RendererFamily? {
        // The picture inside an EPS is not its page.
        operation == .makePages && (family(for: operation) != family || self == .eps)
            ? nil : secondFamily
    }

    /// Whether the pages of such a document have its words, headings, lists, and tables, and not the looks that the
    /// program gives them that made it.
    package var isLaidOutSimply: Bool {
        switch TextFormat(self) {
        case .wordDocument, .spreadsheet, .presentation, .openDocument, .richText, .html: true
        default: self == .book
        }
    }
}
