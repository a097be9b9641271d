import CImage
import CPango
import PlainRendering
import PreviewHelper

// What is drawn on the pages of a PDF.
extension Canvas {
    /// Ends the page and begins another one.
    func endPage() throws(DrawingFailure) {
        unsafe withHandle { unsafe cpango_pages_next($0) }
        renewPixels()
        try check(unsafe withHandle { unsafe cpango_pages_status($0) })
    }

    /// Changes the size of the page, on which nothing is drawn yet, and of those after it.
    func resizePage(width: Double, height: Double) {
        unsafe withHandle { unsafe cpango_pages_resize($0, width, height) }
    }

    /// Writes the end of the document.
    func finishPages() throws(DrawingFailure) {
        try check(unsafe withHandle { unsafe cpango_pages_finish($0) })
    }

    private func check(_ status: Int32) throws(DrawingFailure) {
        switch status {
        case 0: break
        case -1: throw .output
        case -2: throw .memory
        default: throw .damaged
        }
    }

    /// Whether the font of letters of one width has all of a text.
    func hasPlain(_ text: String, _ size: Double) -> Bool {
        unsafe withHandle { handle in
            unsafe text.withCString { unsafe cpango_plain_has(handle, $0, size) }
        } != 0
    }

    /// Draws letters of one width that need no shaping; the color is 0xRRGGBB.
    func drawPlain(
        _ text: String,
        _ size: Double,
        x: Double,
        baseline: Double,
        colour: UInt32,
        look: Look = []
    ) {
        unsafe withHandle { handle in
            unsafe text.withCString {
                unsafe cpango_plain_draw(handle, $0, size, x, baseline, colour, look.rawValue)
            }
        }
    }

    /// Adds a heading to the outline, below another one (0 for none), and returns its number.
    func addOutline(_ title: String, below parent: Int32, page: Int, y: Double) -> Int32 {
        unsafe withHandle { handle in
            unsafe title.withCString {
                unsafe cpango_pages_outline(handle, parent, $0, Int32(clamping: page), 0, y)
            }
        }
    }

    /// Draws a JPEG file with its own data; false where it has to be decoded: for CMYK, whose colors programs write in
    /// two ways.
    func keep(jpeg bytes: [UInt8], in box: Box) -> Bool {
        guard let header = unsafe bytes.withUnsafeBytes({ unsafe JPEGHeader($0) }),
            header.components != 4, header.width <= 32_767, header.height <= 32_767
        else { return false }
        var facts = cimage_facts()
        guard unsafe cimage_read_part(bytes, bytes.count, &facts) == 0
        else { return false }
        return unsafe withHandle { handle in
            unsafe cpango_pages_jpeg(
                handle,
                bytes,
                bytes.count,
                UInt32(clamping: header.width),
                UInt32(clamping: header.height),
                facts.orientation,
                box.x,
                box.y,
                box.width,
                box.height
            )
        } == 0
    }
}
