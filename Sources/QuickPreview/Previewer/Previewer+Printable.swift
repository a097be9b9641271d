import Glibc
import PreviewModel

/// Documents in a form that prints as it is displayed.
extension Previewer {
    /// Writes a document in a form that prints as it is displayed, where it does not already.
    ///
    /// In a PDF, annotations without an appearance stream are drawn, and boxes that contradict each other are corrected;
    /// a PDF that the writer of finished PDFs cannot read is redrawn. A gzip file is decompressed.
    ///
    /// - Parameters:
    ///   - descriptor: An open, readable regular file, which stays the caller's.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    ///   - output: An empty, writable regular file. It is empty again unless this returns `true`.
    /// - Returns: Whether anything was written; otherwise the document can be printed as it is.
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
            into: output
        ) > 0
    }

    /// Returns the facts of a document that can be printed as it is: one child reads them, and looks whether
    /// ``makePrintable(_:name:into:)`` would change the document, where two would take twice the time.
    ///
    /// - Returns: The facts, of which only the type is known of what is no PDF.
    /// - Throws: ``PreviewError`` as ``makePrintable(_:name:into:)``, and `outputFailed` for a document that would be changed.
    package func describePrintable(
        _ descriptor: Int32,
        name: String
    ) async throws(PreviewError) -> DocumentInfo {
        // A sealed file cannot be written, so that the answer counts before the end of the child.
        guard let nothing = Descriptor.sealed([]) else { throw .systemLimit }
        let reply = try await perform(
            .makePrintable,
            of: descriptor,
            name: name,
            output: nothing.number,
            in: .ofDocuments
        )
        guard reply.answer.outcome == .unchanged else {
            throw PreviewError(
                .outputFailed,
                "The document does not print as it is.",
                chinese: "该文档不能按原样打印。"
            )
        }
        return reply.answer.info
    }

    /// Does what ``decodePicture(_:name:)`` does, and returns the facts of the picture.
    package func describeDecoded(
        _ descriptor: Int32,
        name: String
    ) async throws(PreviewError) -> DocumentInfo {
        try await perform(.decode, of: descriptor, name: name).answer.info
    }

    /// Decodes the pages of a picture as for sheets, and writes nothing: of many formats, the header tells nothing of the data.
    ///
    /// A JPEG is placed on sheets as it is, and only its header is read.
    ///
    /// - Parameters:
    ///   - descriptor: A picture; an open, readable regular file, which stays the caller's.
    ///   - name: The file's name, or its path, of which only the last part is used: a hint, and never opened.
    /// - Throws: ``PreviewError`` with any code but `outputFailed`: `damaged` or `pixelLimit` where
    ///   ``prepareSheets(_:of:name:into:)`` could not decode it, and `noPreview` for what is no picture.
    public func decodePicture(_ descriptor: Int32, name: String) async throws(PreviewError) {
        _ = try await perform(.decode, of: descriptor, name: name)
    }

    /// The most pixels of an image that is decoded for printing.
    package var pixelLimit: Int { configuration.pixelLimit }
}
