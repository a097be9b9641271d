import CImage
import CVideo
import Glibc
import PlainRendering
import PreviewHelper
import PreviewModel

/// A frame of a video.
///
/// Used only in a child process.
@safe struct VideoDocument: ~Copyable {
    private var frame = unsafe cvideo_frame()

    /// Decodes a frame; `nil` if the file contains only audio, or no video that can be decoded.
    init?(_ descriptor: Int32) throws(DocumentProblemError) {
        switch unsafe cvideo_read(descriptor, &frame) {
        case CVIDEO_DONE: break
        case CVIDEO_NO_FRAME: return nil
        default: throw DocumentProblemError(.damaged(why: .init(.notVideo)))
        }
    }

    deinit {
        var frame = unsafe self.frame
        unsafe cvideo_free(&frame)
    }

    /// Adds the frame size to the document's facts.
    func describe(_ info: inout DocumentInfo) {
        (info.width, info.height) = unsafe (Double(frame.width), Double(frame.height))
    }

    /// Draws the frame so that it fits in `pixels` x `pixels`.
    func draw(pixels: UInt32) throws(DrawingFailure) -> Picture {
        var picture = unsafe cimage_picture()
        guard unsafe cimage_fit(frame.pixels, frame.width, frame.height, pixels, &picture) == 0
        else { throw .memory }
        return unsafe Picture(taking: picture)
    }
}
