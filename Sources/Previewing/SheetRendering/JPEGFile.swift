import CImage
package import PlainRendering
import PreviewHelper
import PreviewModel

/// A JPEG file that is placed on sheets as it is, and needs libjpeg alone to be read.
package struct JPEGFile {
    /// The most bytes of a file: libqpdf copies it.
    private static let sizeLimit = 64 << 20

    private let bytes: [UInt8]
    private let frame: JPEGHeader
    private let markers: JPEGMarkers
    /// The facts that libvips finds, too.
    package let header: ImageHeader

    /// Reads the header; `nil` where readers may differ, or libvips is needed.
    package init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), file.size <= Self.sizeLimit,
            let bytes = file.bytes(at: 0, count: file.size)
        else { return nil }
        // Other programs may fail on what libjpeg refuses, or finds elsewhere.
        var facts = cimage_facts()
        guard unsafe cimage_read_part(bytes, bytes.count, &facts) == 0,
            let frame = unsafe bytes.withUnsafeBytes({ unsafe JPEGHeader($0) }),
            let markers = JPEGMarkers(bytes, frame),
            facts.width == frame.width, facts.height == frame.height,
            facts.orientation == markers.orientation
        else { return nil }
        facts.resolution_across = markers.across
        facts.resolution_down = markers.down
        guard let header = ImageHeader(facts, type: .jpeg) else { return nil }
        self.bytes = bytes
        self.frame = frame
        self.markers = markers
        self.header = header
    }

    /// Adds it as a page of the size that it has at its resolution, or at one in pixels per inch that was asked for.
    package func add(to source: SheetSource, resolution asked: Int?) throws(SheetFailure) {
        try source.add(
            jpeg: bytes,
            frame,
            orientation: header.orientation,
            resolution: header.printedResolution(asked),
            profile: markers.profile
        )
    }
}
