import CImage
import CPango
import Glibc
import PreviewHelper

/// A rectangle in points, from the top left.
struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
}

/// A picture that is being drawn, measured in points.
@safe final class Canvas {
    private let handle: OpaquePointer
    private let width: Int
    private let height: Int
    /// The pixels of a point where something is drawn now.
    private(set) var scale: Double
    /// How many pictures the document may still have, and how many of their pixels are still decoded, on the page
    /// and in all.
    var picturesLeft = 10_000
    var pixelsLeft = Canvas.pixelsOfPage
    var allPixelsLeft = 2_000_000_000
    /// Whether it is a PDF with pages, rather than a picture.
    let hasPages: Bool

    private static let pixelsOfPage = 64_000_000

    /// A transparent picture of so many pixels; lengths are multiplied by `scale`.
    init(width: Int, height: Int, scale: Double) throws(DrawingFailure) {
        guard
            let handle = unsafe cpango_canvas_create(
                UInt32(clamping: width),
                UInt32(clamping: height),
                scale
            )
        else { throw .memory }
        unsafe self.handle = handle
        self.width = width
        self.height = height
        self.scale = scale
        hasPages = false
    }

    /// A PDF, whose pages have a size in points.
    ///
    /// Pictures on it have at most 300 pixels per inch.
    init(
        pagesFor output: Int32,
        size: (width: Double, height: Double),
        title: String
    ) throws(DrawingFailure) {
        guard
            let handle = unsafe cpango_pages_create(output, size.width, size.height, title)
        else { throw .memory }
        unsafe self.handle = handle
        (width, height) = (0, 0)
        scale = 300.0 / 72
        hasPages = true
    }

    deinit { unsafe cpango_canvas_free(handle) }

    /// Fills a rectangle; the color is 0xAARRGGBB.
    func fill(_ box: Box, radius: Double = 0, colour: UInt32) {
        unsafe cpango_fill(handle, box.x, box.y, box.width, box.height, radius, colour)
    }

    /// Strokes the outline of a rectangle.
    func frame(_ box: Box, radius: Double = 0, line: Double, colour: UInt32) {
        unsafe cpango_frame(handle, box.x, box.y, box.width, box.height, radius, line, colour)
    }

    /// Fills a polygon of points.
    func polygon(_ points: [(Double, Double)], colour: UInt32) {
        let numbers = points.flatMap { [$0.0, $0.1] }
        unsafe cpango_polygon(handle, numbers, points.count, colour)
    }

    /// Draws nothing outside of a rectangle while the closure runs.
    func clipped(to box: Box, _ body: () -> Void) {
        unsafe cpango_clip(handle, box.x, box.y, box.width, box.height)
        body()
        unsafe cpango_unclip(handle)
    }

    /// Draws from an origin on, larger by a factor, while the closure runs.
    func placed(
        x: Double,
        y: Double,
        factor: Double,
        _ body: () throws(DrawingFailure) -> Void
    ) throws(DrawingFailure) {
        unsafe cpango_place(handle, x, y, factor)
        let before = scale
        scale *= factor
        defer {
            scale = before
            unsafe cpango_unclip(handle)
        }
        try body()
    }

    /// Draws lines of a text so that the first one's top left is at a place.
    func draw(_ text: SetText, x: Double, y: Double, lines: Range<Int>? = nil) {
        let lines = lines ?? 0..<text.lineBottoms.count
        unsafe cpango_text_draw(handle, text.handle, x, y, lines.lowerBound, lines.upperBound)
        guard hasPages, !text.links.isEmpty else { return }
        for (range, target) in text.links {
            unsafe target.withCString { target in
                var link = unsafe cpango_link(
                    start: UInt32(clamping: range.lowerBound),
                    end: UInt32(clamping: range.upperBound),
                    target: target
                )
                unsafe cpango_text_link(
                    handle,
                    text.handle,
                    x,
                    y,
                    lines.lowerBound,
                    lines.upperBound,
                    &link
                )
            }
        }
    }

    /// Allows as many pixels again, for another page.
    func renewPixels() { pixelsLeft = Self.pixelsOfPage }

    /// Draws a PNG or SVG file of the system into a square; false when it cannot be.
    func icon(_ bytes: [UInt8], x: Double, y: Double, size: Double) -> Bool {
        unsafe cpango_icon(handle, bytes, bytes.count, x, y, size) == 0
    }

    /// Calls a C function with the canvas.
    func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        unsafe body(handle)
    }

    /// The pixels: cairo's premultiplied words as plain bytes.
    func picture() throws(DrawingFailure) -> Picture {
        var stride = 0
        guard let words = unsafe cpango_canvas_pixels(handle, &stride) else { throw .damaged }
        let (width, height) = (width, height)
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) {
            buffer,
            count in
            for row in 0..<height {
                let line = unsafe words + row * stride / 4
                var target = row * width * 4
                for column in 0..<width {
                    let word = unsafe line[column]
                    let alpha = word >> 24
                    for shift in [16, 8, 0] as [UInt32] {
                        let value = word >> shift & 255
                        // Most are opaque; the rest is divided by its alpha, to the nearest.
                        let plain =
                            alpha == 255 || alpha == 0
                            ? value : min(255, (value * 255 + alpha / 2) / alpha)
                        unsafe buffer[target] = UInt8(truncatingIfNeeded: plain)
                        target += 1
                    }
                    unsafe buffer[target] = UInt8(truncatingIfNeeded: alpha)
                    target += 1
                }
            }
            count = width * height * 4
        }
        return Picture(width: width, height: height, pixels: pixels)
    }
}

/// A text of which the places of all letters are known.
@safe final class SetText {
    fileprivate let handle: OpaquePointer
    /// The bottom of each line, from the top of the text; at least one.
    let lineBottoms: [Double]
    /// The parts that lead to addresses, in bytes of the text.
    fileprivate let links: [(Range<Int>, String)]

    /// Sets a text in lines of a width; without one, in a single endless line.
    init(_ text: StyledText, _ style: TextStyle, width: Double?) throws(DrawingFailure) {
        let runs = text.runs.map { run in
            cpango_run(
                start: UInt32(clamping: run.range.lowerBound),
                end: UInt32(clamping: run.range.upperBound),
                look: run.look.rawValue,
                colour: run.colour ?? .max,
                size: run.size ?? 0
            )
        }
        var string = text.string
        let handle = string.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                unsafe runs.withUnsafeBufferPointer { runs in
                    var paragraph = unsafe cpango_paragraph()
                    unsafe paragraph.text = bytes.baseAddress ?? Self.nothing
                    unsafe paragraph.length = bytes.count
                    unsafe paragraph.size = style.size
                    unsafe paragraph.width = width ?? 0
                    unsafe paragraph.spacing = style.spacing
                    unsafe paragraph.tab = style.tab
                    unsafe paragraph.look = style.look.rawValue
                    unsafe paragraph.colour = style.colour
                    unsafe paragraph.alignment = style.alignment.rawValue
                    unsafe paragraph.cut = style.cut.rawValue
                    unsafe paragraph.lines = Int32(clamping: style.lines)
                    unsafe paragraph.runs = runs.baseAddress
                    unsafe paragraph.run_count = runs.count
                    return unsafe cpango_text_create(&paragraph)
                }
            }
        }
        guard let handle = unsafe handle else { throw .memory }
        unsafe self.handle = handle
        let count = unsafe cpango_text_lines(handle, nil, 0)
        var bottoms = [Double](repeating: 0, count: count)
        _ = unsafe cpango_text_lines(handle, &bottoms, count)
        lineBottoms = bottoms
        links = text.runs.compactMap { run in run.link.map { (run.range, $0) } }
    }

    /// The distance from the top to the baseline of the first line.
    var baseline: Double { unsafe cpango_text_baseline(handle) }

    deinit { unsafe cpango_text_free(handle) }

    /// The width of the longest line.
    var width: Double {
        var (width, height) = (0.0, 0.0)
        unsafe cpango_text_extent(handle, &width, &height)
        return width
    }

    var height: Double { lineBottoms.last ?? 0 }

    /// The buffer of an empty text.
    private static var nothing: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
