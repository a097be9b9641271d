import CEXR
import Glibc

/// Reads the first part of an OpenEXR image with the library's core, as the light that it holds.
struct EXRReader: PixelReader {
    /// The package of OpenEXR.
    static let package = "libopenexr-3-1-30"

    /// Whether OpenEXR is installed.
    static var isThere: Bool { cexr_is_there() != 0 }

    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        var image = unsafe cexr_image()
        guard unsafe cexr_read(descriptor, 1, &image) == 0 else { return nil }
        return unsafe (Int(image.width), Int(image.height), 1)
    }

    func read(_ descriptor: Int32) -> DecodedImage? {
        var image = unsafe cexr_image()
        guard unsafe cexr_read(descriptor, 0, &image) == 0 else { return nil }
        defer { unsafe free(image.samples) }
        let (width, height) = unsafe (Int(image.width), Int(image.height))
        let channels = unsafe Int(image.channels)
        let bytes = unsafe Array(
            UnsafeRawBufferPointer(start: image.samples, count: width * height * channels * 4)
        )
        guard
            var source = SampledImage(
                width: width,
                height: height,
                channels: channels,
                bits: 32,
                bytes: bytes
            )
        else { return nil }
        source.number = .float
        source.isLinear = true
        source.colors = channels < 3 ? .gray(whiteIsZero: false) : .rgb
        if channels == 2 || channels == 4 { source.alpha = .associated(channel: channels - 1) }
        return source.decoded()
    }
}
