import PreviewModel

/// Documents in the form in which they print as they are displayed.
extension Previewer {
    /// Writes a document in a form that prints as it is displayed, where it does not do so itself.
    ///
    /// A PDF gets its annotations drawn that bring no appearance stream, and boxes that agree with each other;
    /// one that the writer of finished PDFs cannot read is drawn anew. A picture in PostScript (EPS) becomes
    /// a page of PostScript. A document in gzip is unpacked.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - output: An empty, writable regular file. It is empty again unless this returns `true`.
    /// - Returns: Whether anything was written; otherwise the document is fine as it is.
    /// - Throws: ``PreviewError`` with any code; `damaged`, `encrypted` and `pixelLimit` where the document
    ///   cannot be printed at all.
    public func makePrintable(
        _ descriptor: Int32,
        name: String,
        into output: Int32
    ) async throws(PreviewError) -> Bool {
        try await write(
            .makePrintable,
            of: descriptor,
            name: name,
            into: output,
            family: .documents
        ) > 0
    }

    /// Writes a text as UTF-8 without a byte order mark, where it is not that already.
    ///
    /// - Parameters:
    ///   - descriptor: A text; an open, readable regular file, which stays the caller's.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - output: An empty, writable regular file. It is empty again unless this returns `true`.
    /// - Returns: Whether anything was written; otherwise the text is UTF-8 already.
    /// - Throws: ``PreviewError`` with any code; `damaged` where it is not text in a known encoding.
    public func encode(
        _ descriptor: Int32,
        name: String,
        into output: Int32
    ) async throws(PreviewError) -> Bool {
        try await write(.encode, of: descriptor, name: name, into: output, family: .text) > 0
    }

    /// The most pixels of an image that is decoded for printing.
    package var pixelLimit: Int { configuration.pixelLimit }
}
