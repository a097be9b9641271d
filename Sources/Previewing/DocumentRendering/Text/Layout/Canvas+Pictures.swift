import CImage
import CPango
import Glibc
import PreviewHelper

// Pictures of a document.
extension Canvas {
    /// Draws a picture of a document, or where it would be.
    func draw(_ picture: InlinePicture, in box: Box) {
        if let bytes = picture.file(), draw(pictureFile: bytes, in: box) { return }
        fill(box, colour: 0xFFF4_F4F6)
        frame(box, line: 0.6, colour: 0xFFD0_D0D6)
        guard !picture.alternative.isEmpty, box.width > 24 else { return }
        var style = TextStyle.body
        (style.size, style.look, style.colour) = (9, .italic, 0x60_6066)
        // Without its words it is still seen where the picture would be.
        let words = try? SetText(StyledText(picture.alternative), style, width: box.width - 8)
        if let words { clipped(to: box) { draw(words, x: box.x + 4, y: box.y + 3) } }
    }

    /// Draws a JPEG, PNG, GIF, WebP, SVG, EMF, or WMF file into a rectangle; false when it cannot be, or when too much was drawn already.
    func draw(pictureFile bytes: [UInt8], in box: Box) -> Bool {
        guard box.width > 0, box.height > 0 else { return false }
        guard picturesLeft > 0 else {
            ReadingExtent.noteOmission()
            return false
        }
        picturesLeft -= 1
        if EmbeddedPicture.isDrawing(bytes) { return draw(drawing: bytes, in: box) }
        if MetafileDocument.isOne(bytes) {
            return MetafileDocument.page(bytes).map { draw(drawing: $0.drawing, in: box) } ?? false
        }
        if let small = SmallPicture(bytes) { return draw(small, in: box) }
        if hasPages, keep(jpeg: bytes, in: box) { return true }
        let edge = (max(box.width, box.height) * scale).rounded(.up)
        let room = max(0, min(pixelsLeft, allPixelsLeft))
        var (facts, picture) = unsafe (cimage_facts(), cimage_picture())
        guard unsafe cimage_read_part(bytes, bytes.count, &facts) == 0 else { return false }
        let pixels = Int(facts.width) * Int(facts.height)
        guard pixels <= room else {
            ReadingExtent.noteOmission()
            return false
        }
        let status = unsafe cimage_draw_part(
            bytes,
            bytes.count,
            UInt32(clamping: min(max(edge, 1), 16_384)),
            UInt64(clamping: room),
            &facts,
            &picture
        )
        guard status == 0 else { return false }
        defer { unsafe free(picture.pixels) }
        pixelsLeft -= pixels
        allPixelsLeft -= pixels
        return unsafe draw(picture.pixels, picture.width, picture.height, in: box)
    }

    private func draw(_ small: SmallPicture, in box: Box) -> Bool {
        let pixels = small.size.width * small.size.height
        guard pixels <= max(0, min(pixelsLeft, allPixelsLeft)) else {
            ReadingExtent.noteOmission()
            return false
        }
        guard let picture = small.decoded(limit: pixels) else { return false }
        pixelsLeft -= pixels
        allPixelsLeft -= pixels
        return unsafe draw(
            picture.pixels,
            UInt32(clamping: picture.width),
            UInt32(clamping: picture.height),
            in: box
        )
    }

    /// Draws pixels into a rectangle: red, green, blue, alpha.
    @unsafe private func draw(
        _ pixels: UnsafePointer<UInt8>,
        _ width: UInt32,
        _ height: UInt32,
        in box: Box
    ) -> Bool {
        unsafe withHandle { handle in
            unsafe cpango_picture(
                handle,
                pixels,
                width,
                height,
                box.x,
                box.y,
                box.width,
                box.height
            )
        } == 0
    }

    /// Draws an SVG file; librsvg reads these bytes, and nothing beside them.
    private func draw(drawing bytes: [UInt8], in box: Box) -> Bool {
        guard let drawing = unsafe DrawingDocument.open(bytes) else { return false }
        defer { unsafe cpango_drawing_free(drawing) }
        return unsafe withHandle { handle in
            unsafe cpango_drawing_draw(handle, drawing, box.x, box.y, box.width, box.height)
        } == 0
    }

    /// Makes a rectangle of a page lead to an address.
    func link(_ box: Box, to target: String) {
        unsafe withHandle { handle in
            unsafe target.withCString { target in
                unsafe cpango_pages_link(handle, box.x, box.y, box.width, box.height, target)
            }
        }
    }
}
