import CDICOM
import PreviewModel

/// Reads the first frame of a DICOM image with GDCM, in the window that the image names.
struct DICOMReader: PixelReader {
    /// The package of GDCM.
    static let package = "libgdcm3.0"

    /// Whether GDCM is installed.
    static var isThere: Bool { cdicom_is_there() != 0 }

    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        var image = unsafe cdicom_image()
        guard unsafe cdicom_read(descriptor, 1, &image) == 0 else { return nil }
        return unsafe (Int(image.width), Int(image.height), 1)
    }

    func read(_ descriptor: Int32) -> DecodedImage? {
        var image = unsafe cdicom_image()
        guard unsafe cdicom_read(descriptor, 0, &image) == 0 else { return nil }
        defer { unsafe cdicom_free(&image) }
        var bytes = unsafe Array(UnsafeBufferPointer(start: image.samples, count: image.size))
        let (width, height) = unsafe (Int(image.width), Int(image.height))
        let channels = unsafe Int(image.channels)
        let colors = unsafe image.colors
        if colors == CDICOM_YBR { unsafe Self.toColors(&bytes, image) }
        guard
            var source = unsafe SampledImage(
                width: width,
                height: height,
                channels: channels,
                bits: Int(image.bits),
                isPlanar: channels > 1 && image.is_planar != 0,
                bytes: bytes
            )
        else { return nil }
        let isGray = channels == 1
        source.number = unsafe image.is_signed != 0 && isGray ? .signed : .unsigned
        source.colors = isGray ? .gray(whiteIsZero: colors == CDICOM_INVERTED_GRAY) : .rgb
        if isGray { unsafe Self.setTones(&source, image) }
        return source.decoded()
    }

    /// Chooses what is black and white: the window (PS3.3, C.11.2.1.2.1), or, of more than eight bits, what there is.
    private static func setTones(_ source: inout SampledImage, _ image: cdicom_image) {
        if unsafe image.used_bits < image.bits, source.number == .unsigned {
            source.maximum = unsafe UInt64.max >> (64 - UInt64(image.used_bits))
        }
        guard unsafe image.has_window != 0, unsafe image.slope > 0 else {
            if unsafe image.bits > 8 || image.is_signed != 0 { source.isMeasured = true }
            return
        }
        let width = unsafe max(image.window_width - 1, 1e-6)
        let least = unsafe image.window_center - 0.5 - width / 2
        unsafe source.tones = ToneRange(
            least: (least - image.intercept) / image.slope,
            most: (least + width - image.intercept) / image.slope
        )
    }

    /// Turns luminance and differences of eight bits into red, green, and blue (PS3.3, C.7.6.3.1.2).
    private static func toColors(_ bytes: inout [UInt8], _ image: cdicom_image) {
        let pixels = unsafe Int(image.width) * Int(image.height)
        let (step, apart) = unsafe image.is_planar != 0 ? (1, pixels) : (3, 1)
        guard unsafe image.bits == 8, bytes.count >= pixels * 3 else { return }
        for index in 0..<pixels {
            let place = index * step
            let luminance = Double(bytes[place])
            let blue = Double(bytes[place + apart]) - 128
            let red = Double(bytes[place + 2 * apart]) - 128
            bytes[place] = UInt8(clamping: luminance + 1.402 * red + 0.5)
            bytes[place + apart] =
                UInt8(clamping: luminance - 0.344136 * blue - 0.714136 * red + 0.5)
            bytes[place + 2 * apart] = UInt8(clamping: luminance + 1.772 * blue + 0.5)
        }
    }
}
