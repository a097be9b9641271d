import CPoppler
import PageRendering
import PreviewHelper
import PreviewModel
import SheetRendering

/// A page as cairo's drawing operations: poppler interprets it once, and cairo draws it band by band.
///
/// A page of A4 at 600 dpi has 139 MB of pixels, and interpreting it anew for each band takes longer than drawing
/// it. Cairo skips the operations that lie outside a band.
@safe final class PageRecording {
    private let surface: OpaquePointer

    /// Records a page.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - number: The page, 1-based.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels, with the rows of the last band that lie beyond the page.
    ///   - scale: Pixels for each point, across and down.
    ///   - sharpensText: Whether letters are drawn without antialiasing.
    /// - Throws: ``SheetFailure`` if the page cannot be loaded or drawn.
    init(
        _ document: PDFDocument,
        page number: Int,
        width: Int,
        height: Int,
        scale: (across: Double, down: Double),
        sharpensText: Bool
    ) throws(SheetFailure) {
        var extents = cairo_rectangle_t(
            x: 0,
            y: 0,
            width: Double(width),
            height: Double(height)
        )
        // Opaque, so that cairo draws the operations on a band directly.
        guard
            let surface = unsafe cairo_recording_surface_create(CAIRO_CONTENT_COLOR, &extents)
        else { throw .outcome(.memoryLimit) }
        unsafe self.surface = surface
        let status = unsafe document.withPage(number) { page in
            let context = unsafe cairo_create(surface)
            defer { unsafe cairo_destroy(context) }
            unsafe cairo_set_source_rgb(context, 1, 1, 1)
            unsafe cairo_paint(context)
            unsafe cairo_scale(context, scale.across, scale.down)
            if sharpensText { unsafe Self.sharpen(context) }
            unsafe poppler_page_render_for_printing(page, context)
            return unsafe cairo_status(context)
        }
        try SheetFailure.check(status)
        try SheetFailure.check(unsafe cairo_surface_status(surface))
    }

    deinit { unsafe cairo_surface_destroy(surface) }

    /// Draws letters without antialiasing, not lines: a thin line that contains no center of a pixel would vanish, where
    /// the rasterizer of letters closes such gaps.
    @unsafe private static func sharpen(_ context: OpaquePointer?) {
        let options = unsafe cairo_font_options_create()
        defer { unsafe cairo_font_options_destroy(options) }
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_NONE)
        unsafe cairo_set_font_options(context, options)
    }

    /// Draws the rows from `row` on.
    func draw(on band: PixelBand, from row: Int) throws(SheetFailure) {
        let context = unsafe cairo_create(band.surface)
        defer { unsafe cairo_destroy(context) }
        unsafe cairo_set_source_surface(context, surface, 0, -Double(row))
        unsafe cairo_paint(context)
        unsafe cairo_surface_flush(band.surface)
        try SheetFailure.check(unsafe cairo_status(context))
        try SheetFailure.check(unsafe cairo_surface_status(band.surface))
    }
}

/// Some rows of pixels, 32-bit words whose upper 8 bits have no meaning.
@safe final class PixelBand {
    fileprivate let surface: OpaquePointer
    let width: Int
    let rows: Int

    /// The most bytes of a band: so few that they stay in the processor's cache.
    private static let sizeLimit = 1_310_720

    init(width: Int, height: Int) throws(SheetFailure) {
        self.width = width
        rows = min(height, max(8, Self.sizeLimit / (width * 4)))
        guard
            let surface = unsafe cairo_image_surface_create(
                CAIRO_FORMAT_RGB24,
                Int32(clamping: width),
                Int32(clamping: rows)
            )
        else { throw .outcome(.memoryLimit) }
        unsafe self.surface = surface
        try SheetFailure.check(unsafe cairo_surface_status(surface))
    }

    deinit { unsafe cairo_surface_destroy(surface) }

    /// The first row, and the distance to the next, in bytes.
    var pixels: (first: UnsafePointer<UInt8>, stride: Int)? {
        guard let data = unsafe cairo_image_surface_get_data(surface) else { return nil }
        return unsafe (
            UnsafePointer(data), Int(cairo_image_surface_get_stride(surface))
        )
    }
}

extension SheetFailure {
    /// Throws unless cairo succeeded; `nil` stands for a page that poppler cannot load.
    fileprivate static func check(_ status: cairo_status_t?) throws(SheetFailure) {
        switch status {
        case CAIRO_STATUS_SUCCESS: return
        case CAIRO_STATUS_NO_MEMORY: throw .outcome(.memoryLimit)
        default: throw .damaged(why: .init(.onePage))
        }
    }
}
