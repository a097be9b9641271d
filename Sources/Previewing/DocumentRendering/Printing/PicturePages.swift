import CImage
import PlainRendering
import PreviewHelper
import SheetRendering

/// Pictures from other places than a file of their own, as the pages of a PDF.
struct PicturePages {
    /// A picture for a page.
    enum Picture {
        /// A JPEG file, with its header and orientation.
        case jpeg([UInt8], JPEGHeader, orientation: UInt32)
        case pixels(PreviewHelper.Picture)

        /// A JPEG, PNG, GIF, or WebP file; `nil` for any other, and for one with too many pixels.
        init?(file: [UInt8], pixelLimit: UInt64) {
            if let small = SmallPicture(file) {
                guard let picture = small.decoded(limit: Int(clamping: pixelLimit)) else {
                    return nil
                }
                self = .pixels(picture)
                return
            }
            var facts = cimage_facts()
            guard unsafe cimage_read_part(file, file.count, &facts) == 0 else { return nil }
            let header = unsafe file.withUnsafeBytes { unsafe JPEGHeader($0) }
            if let header, header.components != 4 {
                self = .jpeg(file, header, orientation: facts.orientation)
                return
            }
            var picture = unsafe cimage_picture()
            let edge = max(facts.width, facts.height)
            let status = unsafe cimage_draw_part(
                file,
                file.count,
                edge,
                pixelLimit,
                &facts,
                &picture
            )
            guard status == 0 else { return nil }
            self = unsafe .pixels(PreviewHelper.Picture(taking: picture))
        }
    }

    let source: SheetSource
    private static let resolution = (across: 72.0, down: 72.0)

    init() throws(SheetFailure) { source = try SheetSource() }

    /// Adds a page of the size that the picture has at 72 pixels per inch; its sheet decides how large it is drawn.
    func add(_ picture: Picture) throws(SheetFailure) {
        switch picture {
        case .jpeg(let bytes, let header, let orientation):
            try source.add(
                jpeg: bytes,
                header,
                orientation: orientation,
                resolution: Self.resolution,
                profile: []
            )
        case .pixels(let picture):
            let (white, components) = picture.onWhite
            try source.add(
                pixels: white,
                width: picture.width,
                height: picture.height,
                components: components,
                resolution: Self.resolution
            )
        }
    }
}
