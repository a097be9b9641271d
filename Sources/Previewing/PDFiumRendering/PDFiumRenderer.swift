import CPDFium
import FontLookup
import Glibc
package import PreviewHelper
package import PreviewModel

/// Draws pages of PDF documents for the screen with PDFium; passes on to poppler all else, and what it cannot draw.
///
/// Of a document that poppler cannot open, it knows the pages.
package struct PDFiumRenderer: Renderer {
    private let isSingle: Bool

    /// Loads the library that `QPREVIEW_PDFIUM` names; `nil` where that is not possible.
    ///
    /// - Parameter isSingle: Whether the process draws one document, and need not be warm for others.
    package init?(isSingle: Bool = false) {
        self.isSingle = isSingle
        FontFolders.nameCaches()
        guard let path = unsafe getenv(PDFiumVariable.path),
            unsafe cpdfium_load(path, isSingle && FontFolders.areUsual) == 0
        else { return nil }
        if !isSingle { guard draw(TrustedDocument.pdf) else { return nil } }
    }

    package var folders: [String] {
        isSingle ? FontFolders.allOfPage() : FontFolders.all(for: .pdfium)
    }

    package func addUserFonts() { FontFolders.addOfUser() }

    package func work(
        _ request: RequestMessage,
        on type: FileType,
        _ info: DocumentInfo
    ) -> (AnswerMessage, Picture?) {
        var info = info
        if type == .pdf, request.operation == .info, describe(ChildDescriptor.document, &info) {
            return (AnswerMessage(.done, info: info), nil)
        }
        // Sheets of a job are drawn by the engine that prints them, and passwords need libqpdf.
        guard type == .pdf, request.operation == .thumbnail, request.medium == .screen,
            request.payloadSize == 0,
            let (picture, pages) = draw(
                ChildDescriptor.document,
                page: Int(request.page),
                pixels: Int(request.pixels),
                into: ChildDescriptor.picture
            )
        else { return (AnswerMessage(.otherFamily, info: info), nil) }
        info.pages = pages
        return (AnswerMessage(.done, info: info, picture), picture)
    }

    /// Adds the number of pages, and the sizes of the first of them; false where the document cannot be opened.
    private func describe(_ document: Int32, _ info: inout DocumentInfo) -> Bool {
        let count = Int(cpdfium_open(document))
        guard (1...DocumentInfo.pagesLimit).contains(count) else { return false }
        for number in 0..<min(count, DocumentInfo.pageSizesLimit) {
            var size = PageSize(width: 0, height: 0)
            guard
                unsafe cpdfium_page_size(Int32(clamping: number), &size.width, &size.height) == 0,
                size.isPossible
            else { break }
            info.pageSizes.append(size)
        }
        guard let first = info.pageSizes.first else { return false }
        (info.pages, info.width, info.height) = (count, first.width, first.height)
        return true
    }

    /// Draws a page of a document, which it leaves open; also returns the number of pages.
    ///
    /// Returns `nil` where that fails, or gives nothing but white although there is something to draw: poppler shows some
    /// annotations, and some damaged contents, that PDFium leaves out.
    package func draw(
        _ document: Int32,
        page: Int,
        pixels: Int,
        into file: Int32? = nil
    ) -> (Picture, pages: Int)? {
        drawOpened(Int(cpdfium_open(document)), page: page, pixels: pixels, into: file)
    }

    /// Draws a page of the open document, which has `count` pages.
    private func drawOpened(
        _ count: Int,
        page: Int,
        pixels: Int,
        into file: Int32? = nil
    ) -> (Picture, pages: Int)? {
        var (width, height) = (0.0, 0.0)
        guard count > 0, (1...count).contains(page), count <= DocumentInfo.pagesLimit,
            unsafe cpdfium_load_page(Int32(clamping: page - 1), &width, &height) == 0
        else { return nil }
        let size = PageSize(width: width, height: height)
        guard size.isPossible else { return nil }
        let (across, down) = size.fitting(pixels)
        var isWhite = false
        if let file, let memory = PictureMemory(file, width: across, height: down) {
            let start = unsafe memory.start.assumingMemoryBound(to: UInt8.self)
            guard
                unsafe cpdfium_draw(Int32(clamping: across), Int32(clamping: down), start, &isWhite)
                    == 0,
                !isWhite || cpdfium_is_empty()
            else { return nil }
            return (Picture(inFileWithWidth: across, height: down), count)
        }
        var isDrawn = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: across * down * 4) { buffer, done in
            guard let start = buffer.baseAddress else { return }
            isDrawn =
                unsafe cpdfium_draw(Int32(clamping: across), Int32(clamping: down), start, &isWhite)
                == 0
            done = across * down * 4
        }
        guard isDrawn, !isWhite || cpdfium_is_empty() else { return nil }
        return (Picture(width: across, height: down, pixels: bytes), count)
    }

    /// Draws a document of this project, so that children find the library's tables, and the list of fonts.
    private func draw(_ bytes: StaticString) -> Bool {
        defer { cpdfium_close() }
        let count = unsafe cpdfium_open_bytes(bytes.utf8Start, bytes.utf8CodeUnitCount)
        // By the same way as for others, so that children find the runtime's tables, too.
        return drawOpened(Int(count), page: 1, pixels: 64) != nil
    }
}
