public import PreviewModel

/// Several PDFs as one.
extension Previewer {
    /// Writes the pages of several PDFs, one after the other, as one PDF.
    ///
    /// Pages keep their size, annotations, and form fields, and show the layers that their document shows. Outlines,
    /// titles, and encryption are left out. Equal PDFs give equal bytes. A child in the sandbox writes the PDF, and a second
    /// one counts its pages.
    ///
    /// - Parameters:
    ///   - parts: The PDFs: the size of each, in bytes.
    ///   - descriptor: An open, readable regular file with these PDFs one after the other, which stays the caller's.
    ///   - output: An empty regular file that can be written and read. It is empty again when an error is thrown.
    /// - Returns: The number of pages.
    /// - Throws: ``PreviewError`` with any code; `damaged` where one of them cannot be read; `encrypted` where one needs a
    ///   password; `outputTooLarge` where the PDF would exceed `PageLayout.sizeLimit`.
    public func joinPages(
        _ parts: PartsMessage,
        of descriptor: Int32,
        into output: Int32
    ) async throws(PreviewError) -> Int {
        guard parts.isValid else {
            throw PreviewError(
                .invalidRequest,
                "There are no documents to join, or too many.",
                chinese: "没有可合并的文档，或文档过多。"
            )
        }
        let (_, reply) = try await writeReply(
            .joinPages,
            of: descriptor,
            name: ".pdf",
            payload: parts.encoded(),
            into: output,
            timeLimit: configuration.timeLimit * 6
        )
        guard let count = reply?.answer.info.pages else { throw .notWritten }
        return count
    }
}
