package import CImage
import Glibc
package import PreviewHelper

extension Picture {
    /// Copies the pixels of a C picture, and frees it.
    @unsafe package init(taking picture: cimage_picture) {
        let (width, height) = unsafe (Int(picture.width), Int(picture.height))
        let bytes = unsafe UnsafeBufferPointer(start: picture.pixels, count: width * height * 4)
        unsafe self.init(width: width, height: height, pixels: Array(bytes))
        unsafe free(picture.pixels)
    }
}
