import CImage
import CVideo
import Glibc
import PreviewHelper
import PreviewModel

/// A frame of a video.
///
/// Lives in a child.
@safe struct VideoDocument: ~Copyable {
    private var frame = unsafe cvideo_frame()

    /// Decodes it; `nil` where there are no pictures, only sound, or none that can be decoded.
    init?(_ descriptor: Int32) throws(DocumentProblemError) {
        switch unsafe cvideo_read(descriptor, &frame) {
        case CVIDEO_DONE: break
        case CVIDEO_NO_FRAME: return nil
        default: throw DocumentProblemError(.damaged(why: "It cannot be read as a video."))
        }
    }

    deinit {
        var frame = unsafe self.frame
        unsafe cvideo_free(&frame)
    }

    /// Adds its size to the document's facts.
    func describe(_ info: inout DocumentInfo) {
        (info.width, info.height) = unsafe (Double(frame.width), Double(frame.height))
    }

    /// Draws it so that it fits in `pixels` x `pixels`.
    func draw(pixels: UInt32) throws(DrawingFailure) -> Picture {
        var picture = unsafe cimage_picture()
        guard unsafe cimage_fit(frame.pixels, frame.width, frame.height, pixels, &picture) == 0
        else { throw .memory }
        return unsafe Picture(taking: picture)
    }
}
