import CLinux
import CQPDF
import Glibc
import PreviewModel

/// A PDF of chosen pages, written by libqpdf and read again by poppler.
struct PageSelection {
    let document: Int32
    let output: Int32
    /// The output again, to read.
    let written: Int32

    /// Writes the pages into the output, and makes sure that it opens and has as many pages as asked for.
    func write(_ pages: [UInt32], info: inout DocumentInfo) -> AnswerMessage.Outcome {
        var count: UInt32 = 0
        let outcome = unsafe cqpdf_select_pages(document, output, pages, pages.count, &count)
        if count > 0 { info.pages = Int(count) }
        switch outcome {
        case CQPDF_OK: break
        case CQPDF_ENCRYPTED:
            info.encrypted = true
            info.problem = .encrypted
            return .problem
        case CQPDF_PAGE_OUT_OF_RANGE: return .pageOutOfRange
        case CQPDF_OUTPUT_FAILED: return .outputFailed
        case CQPDF_OUT_OF_MEMORY: return .memoryLimit
        default:
            info.problem = .damaged(why: "Its pages cannot be copied.")
            return .problem
        }
        // What is sent to a printer is checked by another reader than the one that wrote it.
        guard let result = try? PDFDocument.open(written), result.pageCount == pages.count else {
            info.problem = .damaged(why: "Its pages cannot be copied.")
            return .problem
        }
        return .done
    }

    /// The page numbers of a memory file: 32-bit integers of this machine's byte order.
    static func pages(in descriptor: Int32, count: Int) -> [UInt32]? {
        guard clinux_is_sealed(descriptor) != 0 else { return nil }
        var pages = [UInt32](repeating: 0, count: count)
        let length = unsafe pages.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
        }
        return length == count * 4 ? pages : nil
    }
}
