import CText
import PreviewHelper

/// A GIF or WebP within a document, of which the first picture is shown.
///
/// A file of its own is decoded by libvips, which the helper of texts does not load.
enum SmallPicture {
    case gif(GIFFrame)
    case webP([UInt8], width: Int, height: Int)

    /// Reads the header; `nil` for another format, and for WebP where libwebp is missing.
    init?(_ bytes: [UInt8]) {
        if let frame = GIFFrame(bytes) {
            self = .gif(frame)
            return
        }
        var (width, height): (UInt32, UInt32) = (0, 0)
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8),
            unsafe ctext_webp_size(bytes, bytes.count, &width, &height) == 0
        else { return nil }
        self = .webP(bytes, width: Int(width), height: Int(height))
    }

    /// The size in pixels.
    var size: (width: Int, height: Int) {
        switch self {
        case .gif(let frame): (frame.width, frame.height)
        case .webP(_, let width, let height): (width, height)
        }
    }

    /// The pixels; `nil` where they are more than the limit or cannot be decoded, as an animation in WebP cannot.
    func decoded(limit: Int) -> Picture? {
        let (width, height) = size
        guard width * height <= limit else { return nil }
        let pixels: [UInt8]?
        switch self {
        case .gif(let frame): pixels = frame.pixels(limit: limit)
        case .webP(let bytes, _, _):
            var room = [UInt8](repeating: 0, count: width * height * 4)
            let status = unsafe ctext_webp_draw(
                bytes,
                bytes.count,
                &room,
                room.count,
                UInt32(clamping: width)
            )
            pixels = status == 0 ? room : nil
        }
        return pixels.map { Picture(width: width, height: height, pixels: $0) }
    }
}
