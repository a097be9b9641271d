import PreviewHelper
import PreviewModel
import SheetRendering

/// A gzip-compressed document.
struct CompressedDocument {
    let file: FilePart
    let output: Int32

    /// The largest document that is unpacked, in bytes.
    private static let limit = 512 << 20

    /// Writes the decompressed document.
    func unpack() throws(SheetFailure) -> Bool {
        let output = Output(descriptor: output)
        var size = 0
        var failure: SheetFailure?
        let isWhole = Deflate.inflate(file, wrapping: .gzip) { bytes in
            size += bytes.count
            guard size <= Self.limit else {
                failure = .tooLarge(why: .init(.tooLargeUnpacked, "512"))
                return false
            }
            do throws(SheetFailure) {
                try output.write(bytes)
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        guard isWhole, size > 0 else { throw .damaged(why: .init(.notUnpacked)) }
        return true
    }
}
