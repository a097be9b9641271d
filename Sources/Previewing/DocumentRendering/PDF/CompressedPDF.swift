import PageRendering
import PreviewHelper
import PreviewModel
import SheetRendering

/// A PDF compressed with gzip.
enum CompressedPDF {
    /// The largest PDF that is unpacked in memory, in bytes.
    private static let sizeLimit = 128 << 20

    /// Opens the document of this process, unpacked in memory.
    static func open() throws(DocumentProblemError) -> PDFDocument {
        guard let file = FilePart(whole: ChildDescriptor.document),
            let bytes = Deflate.inflate(
                file,
                size: sizeLimit + 1,
                whole: false,
                wrapping: .gzip
            ), !bytes.isEmpty
        else { throw DocumentProblemError(.damaged(why: .init(.notUnpacked))) }
        guard bytes.count <= sizeLimit else {
            throw DocumentProblemError(
                .tooLarge(why: .init(.tooLargeUnpacked, "\(sizeLimit >> 20)"))
            )
        }
        let document = unsafe bytes.withUnsafeBytes {
            buffer -> Result<PDFDocument, DocumentProblemError> in
            do throws(DocumentProblemError) {
                return .success(try unsafe PDFDocument.open(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try document.get()
    }

    /// Writes the document of this process, unpacked.
    static func unpack(into output: Int32) throws {
        guard let file = FilePart(whole: ChildDescriptor.document) else {
            throw DocumentProblemError(.damaged(why: .init(.cannotBeRead)))
        }
        _ = try CompressedDocument(file: file, output: output).unpack()
    }
}
