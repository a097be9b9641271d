import CPoppler
import CSplash
import Glibc
package import PreviewHelper
package import PreviewModel

/// A PDF opened by poppler.
///
/// Used in a child, or for the trusted document in the zygote.
@safe package final class PDFDocument {
    private let document: OpaquePointer
    /// The descriptor of the document, for the second renderer; `nil` for the trusted document.
    private let source: Int32?

    private init(takingOwnership document: OpaquePointer, source: Int32? = nil) {
        unsafe self.document = document
        self.source = source
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(document)) }

    /// Opens a document by its descriptor, which the caller keeps and must leave open.
    package static func open(_ descriptor: Int32) throws(DocumentProblemError) -> PDFDocument {
        // Poppler takes ownership of the descriptor, even on failure.
        let copy = dup(descriptor)
        guard copy >= 0 else { throw DocumentProblemError(.damaged(why: .init(.cannotBeRead))) }
        var failure: UnsafeMutablePointer<GError>?
        if let document = unsafe poppler_document_new_from_fd(copy, nil, &failure) {
            return unsafe PDFDocument(takingOwnership: document, source: descriptor)
        }
        let code = unsafe failure?.pointee.code
        unsafe g_clear_error(&failure)
        throw DocumentProblemError(openingFailed: code)
    }

    /// Opens a document in memory, which is copied.
    package static func open(
        _ bytes: UnsafeRawBufferPointer
    ) throws(DocumentProblemError) -> PDFDocument {
        let data = unsafe g_bytes_new(bytes.baseAddress, gsize(clamping: bytes.count))
        defer { unsafe g_bytes_unref(data) }
        guard let document = unsafe poppler_document_new_from_bytes(data, nil, nil) else {
            throw DocumentProblemError(openingFailed: nil)
        }
        return unsafe PDFDocument(takingOwnership: document)
    }

    /// Opens the trusted document, whose bytes must stay in memory.
    static func openTrusted(_ bytes: StaticString) -> PDFDocument? {
        let data = unsafe g_bytes_new_static(
            bytes.utf8Start,
            gsize(clamping: bytes.utf8CodeUnitCount)
        )
        defer { unsafe g_bytes_unref(data) }
        let document = unsafe poppler_document_new_from_bytes(data, nil, nil)
        return unsafe document.map { unsafe PDFDocument(takingOwnership: $0) }
    }

    /// The number of pages that the document declares.
    package var pageCount: Int { unsafe Int(poppler_document_get_n_pages(document)) }

    /// The title in the document's metadata.
    package var title: String? {
        guard let text = unsafe poppler_document_get_title(document) else { return nil }
        defer { unsafe g_free(text) }
        let title = unsafe String(cString: text).singleLine
        return title.isEmpty ? nil : title
    }

    /// What the document allows of printing; `nil` for everything.
    package var restriction: PrintRestriction? {
        let allowed = unsafe poppler_document_get_permissions(document).rawValue
        guard allowed & POPPLER_PERMISSIONS_OK_TO_PRINT.rawValue != 0 else { return .printing }
        return allowed & POPPLER_PERMISSIONS_OK_TO_PRINT_HIGH_RESOLUTION.rawValue != 0
            ? nil : .highQuality
    }

    /// Adds the document's metadata and page sizes to its facts.
    package func describe(_ info: inout DocumentInfo) {
        let count = pageCount
        info.title = title
        info.restriction = restriction
        guard count > 0 else {
            info.problem = .damaged(why: .init(.noPages))
            return
        }
        guard count <= DocumentInfo.pagesLimit else {
            info.problem = .tooLarge(
                why: .init(.tooManyPages, "\(DocumentInfo.pagesLimit)")
            )
            return
        }
        info.pages = count
        for number in 1...min(count, DocumentInfo.pageSizesLimit) {
            guard let size = pageSize(number) else {
                // A later page that cannot be loaded is reported when it is requested; the sizes
                // are a list by page number, so the list ends here.
                if number == 1 {
                    info.problem = .damaged(why: .init(.firstPage))
                    info.pages = nil
                }
                break
            }
            info.pageSizes.append(size)
        }
        info.width = info.pageSizes.first?.width
        info.height = info.pageSizes.first?.height
    }

    /// The size of a page, or `nil` when it cannot be loaded or has no area.
    package func pageSize(_ number: Int) -> PageSize? {
        unsafe withPage(number) { page in
            var width = 0.0
            var height = 0.0
            unsafe poppler_page_get_size(page, &width, &height)
            let size = PageSize(width: width, height: height)
            return size.isPossible ? size : nil
        }
    }

    /// Draws a page on white so that it fits in `pixels` x `pixels`.
    ///
    /// If Cairo fails or draws a blank page, previews use the second renderer; printing always uses
    /// Cairo.
    /// Where a child names its file for the pixels, a large picture may be drawn in it.
    package func draw(
        page number: Int,
        pixels: Int,
        medium: RequestMessage.Medium,
        into file: Int32? = nil
    ) throws(DrawingFailure) -> Picture {
        do throws(DrawingFailure) {
            let (picture, isWhite) = try drawByCairo(
                page: number,
                pixels: pixels,
                medium: medium,
                into: file
            )
            guard medium == .screen, isWhite else { return picture }
            return renderedBySplash(page: number, pixels: pixels) ?? picture
        } catch {
            guard medium == .screen,
                let picture = renderedBySplash(page: number, pixels: pixels)
            else { throw error }
            return picture
        }
    }

    /// Returns the page drawn by Splash, or `nil` if that is blank, too.
    private func renderedBySplash(page number: Int, pixels: Int) -> Picture? {
        guard let source, let size = pageSize(number) else { return nil }
        let (width, height) = size.fitting(pixels)
        var words = [UInt32](repeating: 0, count: width * height)
        let failure = unsafe csplash_draw(
            source,
            UInt32(clamping: number - 1),
            UInt32(clamping: width),
            UInt32(clamping: height),
            &words
        )
        guard failure == 0 else { return nil }
        let picture = unsafe words.withUnsafeBytes { buffer in
            unsafe buffer.baseAddress.map {
                unsafe Picture(opaqueARGB: $0, stride: width * 4, width: width, height: height)
            }
        }
        return picture.flatMap { $0.isWhite ? nil : $0 }
    }

    /// Draws the page of a request, and adds the number of pages to the facts; `nil` for a page that does not exist.
    package static func draw(
        _ descriptor: Int32,
        _ request: RequestMessage,
        _ info: inout DocumentInfo
    ) throws -> Picture? {
        try open(descriptor).draw(request, &info)
    }

    /// Draws the page of a request, and adds the number of pages to the facts; `nil` for a page that does not exist.
    package func draw(
        _ request: RequestMessage,
        _ info: inout DocumentInfo
    ) throws -> Picture? {
        let count = pageCount
        guard count > 0 else { throw DocumentProblemError(.damaged(why: .init(.noPages))) }
        info.pages = count
        let page = Int(request.page)
        guard (1...count).contains(page) else { return nil }
        return try draw(
            page: page,
            pixels: Int(request.pixels),
            medium: request.medium,
            into: ChildDescriptor.picture
        )
    }

    /// Draws by Cairo; returns also whether all pixels are white.
    private func drawByCairo(
        page number: Int,
        pixels: Int,
        medium: RequestMessage.Medium,
        into file: Int32?
    ) throws(DrawingFailure) -> (Picture, isWhite: Bool) {
        guard let size = pageSize(number) else { throw .damaged }
        let (width, height) = size.fitting(pixels)
        guard let file, let memory = PictureMemory(file, width: width, height: height) else {
            let surface = unsafe cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32,
                Int32(clamping: width),
                Int32(clamping: height)
            )
            defer { unsafe cairo_surface_destroy(surface) }
            try unsafe draw(page: number, size, width, height, medium, on: surface)
            guard let data = unsafe cairo_image_surface_get_data(surface) else { throw .memory }
            let stride = unsafe Int(cairo_image_surface_get_stride(surface))
            let picture = unsafe Picture(
                opaqueARGB: UnsafeRawPointer(data),
                stride: stride,
                width: width,
                height: height
            )
            return (picture, picture.isWhite)
        }
        let words = unsafe memory.start.bindMemory(to: UInt32.self, capacity: width * height)
        let surface = unsafe cairo_image_surface_create_for_data(
            memory.start.assumingMemoryBound(to: UInt8.self),
            CAIRO_FORMAT_ARGB32,
            Int32(clamping: width),
            Int32(clamping: height),
            Int32(clamping: width * 4)
        )
        defer { unsafe cairo_surface_destroy(surface) }
        try unsafe draw(page: number, size, width, height, medium, on: surface)
        unsafe cairo_surface_finish(surface)
        var all: UInt32 = 0xFFFF_FFFF
        for index in 0..<width * height {
            let pixel = unsafe words[index].opaqueRGBA
            unsafe words[index] = pixel
            all &= pixel
        }
        return (Picture(inFileWithWidth: width, height: height), all == 0xFFFF_FFFF)
    }

    /// Draws a page on white on all of a surface.
    @unsafe private func draw(
        page number: Int,
        _ size: PageSize,
        _ width: Int,
        _ height: Int,
        _ medium: RequestMessage.Medium,
        on surface: OpaquePointer?
    ) throws(DrawingFailure) {
        let status = unsafe withPage(number) { page in
            let context = unsafe cairo_create(surface)
            defer { unsafe cairo_destroy(context) }
            unsafe cairo_set_source_rgb(context, 1, 1, 1)
            unsafe cairo_paint(context)
            unsafe cairo_scale(
                context,
                Double(width) / size.width,
                Double(height) / size.height
            )
            switch medium {
            case .screen: unsafe poppler_page_render(page, context)
            case .paper: unsafe poppler_page_render_for_printing(page, context)
            }
            return unsafe cairo_status(context)
        }
        unsafe cairo_surface_flush(surface)
        switch status {
        case CAIRO_STATUS_SUCCESS: break
        case CAIRO_STATUS_NO_MEMORY: throw .memory
        default: throw .damaged
        }
    }

    /// Calls `body` with a page; `nil` where it cannot be loaded.
    package func withPage<Result>(_ number: Int, _ body: (OpaquePointer) -> Result?) -> Result? {
        guard let page = unsafe poppler_document_get_page(document, Int32(clamping: number - 1))
        else {
            return nil
        }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(page)) }
        return unsafe body(page)
    }
}

extension DocumentProblemError {
    /// Creates the problem for poppler's error code from opening a document.
    fileprivate init(openingFailed code: Int32?) {
        let problem: DocumentProblem =
            switch code {
            case Int32(clamping: POPPLER_ERROR_ENCRYPTED.rawValue): .encrypted
            case Int32(clamping: POPPLER_ERROR_BAD_CATALOG.rawValue):
                .damaged(why: .init(.pageTree))
            case Int32(clamping: POPPLER_ERROR_DAMAGED.rawValue):
                .damaged(why: .init(.crossReferences))
            default: .damaged(why: .init(.notPDF))
            }
        self.init(problem)
    }
}

extension Picture {
    /// Whether all pixels are white.
    package var isWhite: Bool {
        unsafe pixels.withUnsafeBytes { bytes in unsafe bytes.allSatisfy { $0 == 255 } }
    }

    /// Copies cairo's pixels, which are native-endian 32-bit words and here all opaque.
    @unsafe fileprivate init(
        opaqueARGB data: UnsafeRawPointer,
        stride: Int,
        width: Int,
        height: Int
    ) {
        let copy = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) {
            buffer,
            count in
            // Word by word, in a loop that the compiler makes into one over many pixels at a time.
            let pixels = unsafe UnsafeMutableRawBufferPointer(buffer).bindMemory(to: UInt32.self)
            for row in 0..<height {
                let words = unsafe (data + row * stride).assumingMemoryBound(to: UInt32.self)
                let start = row * width
                for column in 0..<width {
                    unsafe pixels[start + column] = words[column].opaqueRGBA
                }
            }
            count = width * height * 4
        }
        self.init(width: width, height: height, pixels: copy)
    }
}

extension UInt32 {
    /// A word of cairo's, which is opaque, as four bytes in the order of an answer.
    fileprivate var opaqueRGBA: UInt32 {
        let (red, green, blue) = (self >> 16 & 0xFF, self & 0xFF00, self & 0xFF)
        return (red | green | blue << 16 | 0xFF00_0000).littleEndian
    }
}
