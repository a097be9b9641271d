package import CQPDF
import Glibc
package import PreviewModel

/// An error of writing the output PDF of a document.
package enum SheetFailure: Error {
    case outcome(AnswerMessage.Outcome)
    case damaged(why: DocumentReason)
    case tooLarge(why: DocumentReason)
    case encrypted

    /// Creates the failure for libqpdf's outcome; `nil` on success.
    package init?(_ outcome: cqpdf_outcome, damaged why: DocumentReason) {
        switch outcome {
        case CQPDF_OK: return nil
        case CQPDF_ENCRYPTED: self = .encrypted
        case CQPDF_OUTPUT_FAILED: self = .outcome(.outputFailed)
        case CQPDF_OUT_OF_MEMORY: self = .outcome(.memoryLimit)
        default: self = .damaged(why: why)
        }
    }
}

/// The source of pages; owns the document that libqpdf has opened.
@safe package final class SheetSource {
    let source: OpaquePointer

    /// Pictures, which are still to be added.
    package init() throws(SheetFailure) {
        guard let source = unsafe cqpdf_pictures() else { throw .outcome(.memoryLimit) }
        unsafe self.source = source
    }

    /// A PDF.
    package init(_ descriptor: Int32, password: [UInt8] = []) throws(SheetFailure) {
        var source: OpaquePointer?
        let outcome = unsafe cqpdf_open(descriptor, password, password.count, &source)
        if let failure = SheetFailure(outcome, damaged: .init(.pagesNotCopied)) {
            throw failure
        }
        guard let source = unsafe source else { throw .outcome(.memoryLimit) }
        unsafe self.source = source
    }

    deinit { unsafe cqpdf_close(source) }

    /// The number of pages.
    package var pageCount: Int { unsafe cqpdf_page_count(source) }

    /// Returns the size of a page (1-based) as displayed.
    package func size(_ page: Int) -> PageSize {
        var (width, height) = (0.0, 0.0)
        // Place a page without a size as a point, since it is invisible anyway.
        guard unsafe cqpdf_page_size(source, page - 1, &width, &height) == 0 else {
            return PageSize(width: 1, height: 1)
        }
        return PageSize(width: width, height: height)
    }

    /// Opens the texts that are placed beside the pages.
    package func addTexts(_ document: [UInt8]) throws(SheetFailure) {
        let outcome = unsafe cqpdf_add_texts(source, document, document.count)
        if let failure = SheetFailure(outcome, damaged: .init(.pagesNotCopied)) { throw failure }
    }

    /// The number of texts.
    package var textCount: Int { unsafe cqpdf_text_count(source) }

    /// Returns the size of a text (0-based).
    package func textSize(_ text: Int) -> PageSize {
        var (width, height) = (0.0, 0.0)
        guard unsafe cqpdf_text_size(source, text, &width, &height) == 0 else {
            return PageSize(width: 1, height: 1)
        }
        return PageSize(width: width, height: height)
    }

    /// The pages (0-based) with annotations that are printed and that only a reader draws.
    package var unprintedPages: [UInt32] {
        let count = unsafe cqpdf_unprinted_pages(source, nil, 0)
        guard count > 0 else { return [] }
        var pages = [UInt32](repeating: 0, count: count)
        let found = unsafe cqpdf_unprinted_pages(source, &pages, count)
        return Array(pages.prefix(found))
    }

    /// Whether the contents of all pages can be decoded, as they are when a page is placed on a sheet.
    package var readsContents: Bool { unsafe cqpdf_reads_contents(source) != 0 }

    /// Mends boxes of pages that contradict each other, and missing resources; the number of changes.
    package func repairPages() -> Int { unsafe cqpdf_mend_pages(source) }

    /// Returns the document with only those annotations that a reader draws; the source must not be
    /// used afterwards.
    package func annotationsAlone() throws(SheetFailure) -> AllocatedBytes {
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        let outcome = unsafe cqpdf_leave_unprinted(source, &bytes, &length)
        if let failure = SheetFailure(outcome, damaged: .init(.annotationsNotCopied)) {
            throw failure
        }
        return unsafe AllocatedBytes(taking: bytes, count: length)
    }

    /// Draws the pages of another document over pages (0-based).
    package func layOver(_ document: [UInt8], pages: [UInt32]) throws(SheetFailure) {
        let outcome = unsafe cqpdf_lay_over(
            source,
            document,
            document.count,
            pages,
            pages.count
        )
        if let failure = SheetFailure(outcome, damaged: .init(.annotationsNotDrawn)) {
            throw failure
        }
    }

    /// Whether every reader finds the same pages of the same sizes in this PDF: it is as the standard wants it, as far as it
    /// has been read, has no encryption, and its pages have no units of their own.
    package var isCertain: Bool { unsafe cqpdf_is_certain(source) != 0 }

    /// The title in the document's metadata; `nil` where readers may decode it differently, empty where there is none.
    package var certainTitle: String? {
        var bytes = [UInt8](repeating: 0, count: Int(CQPDF_TITLE_LIMIT))
        let count = unsafe cqpdf_certain_title(source, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        return String(validating: bytes.prefix(count), as: UTF8.self)
    }

    /// What the PDF allows of printing with the password that has opened it; `nil` for everything.
    package var restriction: PrintRestriction? {
        switch unsafe cqpdf_printing(source) {
        case CQPDF_PRINTS_NOTHING: .printing
        case CQPDF_PRINTS_LOW: .highQuality
        default: nil
        }
    }

    /// Writes the opened PDF unchanged but without its encryption.
    package func writePlain(_ output: Int32) throws(SheetFailure) {
        let outcome = unsafe cqpdf_write_plain(source, output)
        if let failure = SheetFailure(outcome, damaged: .init(.notRewritten)) {
            throw failure
        }
    }
}

/// Bytes that a C function allocated.
@safe package struct AllocatedBytes: ~Copyable {
    package let bytes: UnsafeRawBufferPointer

    init(taking start: UnsafeMutablePointer<UInt8>?, count: Int) {
        unsafe bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    deinit { unsafe free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}
