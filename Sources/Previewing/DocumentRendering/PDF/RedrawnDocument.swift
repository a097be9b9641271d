import CPoppler
import PageRendering
import PreviewHelper
import PreviewModel

/// Pages of a PDF redrawn for printing by poppler and cairo into another PDF, as vector graphics,
/// text, and images rather than pixels.
///
/// For documents that libqpdf cannot take pages from, and for annotations that only a reader draws.
enum RedrawnDocument {
    /// The destination of cairo's output.
    private final class Sink {
        var bytes: [UInt8] = []
    }

    /// Draws pages (1-based) without a background: empty areas stay transparent.
    static func draw(
        _ document: PDFDocument,
        pages: some Sequence<Int>
    ) throws(DrawingFailure) -> [UInt8] {
        let sink = Sink()
        let surface = unsafe cairo_pdf_surface_create_for_stream(
            { closure, data, length in
                guard let closure = unsafe closure, let data = unsafe data else {
                    return CAIRO_STATUS_WRITE_ERROR
                }
                let sink = unsafe Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
                unsafe sink.bytes.append(
                    contentsOf: UnsafeBufferPointer(start: data, count: Int(length))
                )
                return CAIRO_STATUS_SUCCESS
            },
            Unmanaged.passUnretained(sink).toOpaque(),
            1,
            1
        )
        defer { unsafe cairo_surface_destroy(surface) }
        // Make the output reproducible.
        unsafe cairo_pdf_surface_set_metadata(
            surface,
            CAIRO_PDF_METADATA_CREATE_DATE,
            "2000-01-01T00:00:00Z"
        )
        if let title = document.title {
            unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        }
        for number in pages {
            guard let size = document.pageSize(number) else { throw .damaged }
            unsafe cairo_pdf_surface_set_size(surface, size.width, size.height)
            let status = unsafe document.withPage(number) { page in
                let context = unsafe cairo_create(surface)
                defer { unsafe cairo_destroy(context) }
                unsafe poppler_page_render_for_printing(page, context)
                unsafe cairo_show_page(context)
                return unsafe cairo_status(context)
            }
            try check(status)
        }
        unsafe cairo_surface_finish(surface)
        try check(unsafe cairo_surface_status(surface))
        return withExtendedLifetime(sink) { sink.bytes }
    }

    private static func check(_ status: cairo_status_t?) throws(DrawingFailure) {
        switch status {
        case CAIRO_STATUS_SUCCESS: return
        case CAIRO_STATUS_NO_MEMORY: throw .memory
        default: throw .damaged
        }
    }
}
