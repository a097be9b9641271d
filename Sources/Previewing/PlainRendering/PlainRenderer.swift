import CImage
package import PreviewHelper
package import PreviewModel

/// Draws JPEG and PNG images with libjpeg and libpng alone; passes other documents on to another
/// helper.
package struct PlainRenderer: Renderer {
    /// Decodes built-in pictures to warm up the libraries; `nil` where that fails.
    package init?() {
        guard cimage_touch() == 0 else { return nil }
    }

    package var folders: [String] { [] }

    package func addUserFonts() {}

    package func touch() { _ = cimage_touch() }

    package func work(
        _ request: RequestMessage,
        on type: FileType,
        _ info: DocumentInfo
    ) -> (AnswerMessage, Picture?) {
        let other = (AnswerMessage(.otherFamily, info: info), nil as Picture?)
        guard request.page == 1, let image = PlainImage(ChildDescriptor.document, type: type) else {
            return other
        }
        var info = info
        image.header.describe(&info)
        switch request.operation {
        case .info: return (AnswerMessage(.done, info: info), nil)
        case .thumbnail:
            guard !image.header.exceeds(pixelLimit: request.pixelLimit, at: request.pixels),
                let picture = image.draw(pixels: request.pixels)
            else { return other }
            return (AnswerMessage(.done, info: info, picture), picture)
        default: return other
        }
    }
}

/// A JPEG or PNG image that needs only its own library.
package struct PlainImage {
    private let descriptor: Int32
    package let header: ImageHeader

    /// Reads the header; `nil` where the image needs more than these libraries.
    package init?(_ descriptor: Int32, type: FileType) {
        var facts = cimage_facts()
        guard type == .jpeg || type == .png,
            unsafe cimage_read_header(descriptor, &facts) == 0,
            let header = ImageHeader(facts, type: type)
        else { return nil }
        self.descriptor = descriptor
        self.header = header
    }

    /// Draws the image upright, so that it fits in `pixels` x `pixels`; `nil` where it needs libvips.
    package func draw(pixels: UInt32) -> Picture? {
        var picture = unsafe cimage_picture()
        guard unsafe cimage_draw(descriptor, pixels, &picture) == 0 else { return nil }
        return unsafe Picture(taking: picture)
    }
}
