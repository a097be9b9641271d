import CQPDF
package import PlainRendering
import PreviewModel

/// Pictures as pages.
extension SheetSource {
    /// Adds a JPEG file, unchanged, as the next page.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file.
    ///   - frame: Its header.
    ///   - orientation: The EXIF orientation, 1 to 8.
    ///   - resolution: Pixels per inch of the displayed picture.
    ///   - profile: Its color profile, which is left out where it is for another number of components.
    /// - Throws: ``SheetFailure`` where libqpdf cannot add it.
    package func add(
        jpeg file: [UInt8],
        _ frame: JPEGHeader,
        orientation: UInt32,
        resolution: (across: Double, down: Double),
        profile: [UInt8]
    ) throws(SheetFailure) {
        let isUpright = orientation < 5
        let size = PageSize(
            ofPixels: isUpright ? frame.width : frame.height,
            isUpright ? frame.height : frame.width,
            at: resolution
        )
        let profile = frame.accepts(profile: profile) ? profile : []
        let outcome = unsafe file.withUnsafeBufferPointer { file in
            unsafe profile.withUnsafeBufferPointer { profile in
                var picture = unsafe cqpdf_picture(
                    width: UInt32(clamping: frame.width),
                    height: UInt32(clamping: frame.height),
                    components: UInt32(clamping: frame.components),
                    orientation: orientation,
                    page_width: size.width,
                    page_height: size.height,
                    data: file.baseAddress,
                    length: file.count,
                    is_jpeg: 1,
                    is_inverted: frame.components == 4 && frame.isAdobe ? 1 : 0,
                    profile: profile.baseAddress,
                    profile_length: profile.count
                )
                return unsafe cqpdf_add_picture(source, &picture)
            }
        }
        try check(outcome)
    }

    /// Adds pixels as the next page.
    ///
    /// - Parameters:
    ///   - pixels: Upright rows without padding, a byte for each component.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - components: 1 for gray, 3 for sRGB.
    ///   - resolution: Pixels per inch.
    /// - Throws: ``SheetFailure`` where libqpdf cannot add them.
    package func add(
        pixels: [UInt8],
        width: Int,
        height: Int,
        components: UInt32,
        resolution: (across: Double, down: Double)
    ) throws(SheetFailure) {
        let size = PageSize(ofPixels: width, height, at: resolution)
        let outcome = unsafe pixels.withUnsafeBufferPointer { pixels in
            var picture = unsafe cqpdf_picture(
                width: UInt32(clamping: width),
                height: UInt32(clamping: height),
                components: components,
                orientation: 1,
                page_width: size.width,
                page_height: size.height,
                data: pixels.baseAddress,
                length: pixels.count,
                is_jpeg: 0,
                is_inverted: 0,
                profile: nil,
                profile_length: 0
            )
            return unsafe cqpdf_add_picture(source, &picture)
        }
        try check(outcome)
    }

    private func check(_ outcome: cqpdf_outcome) throws(SheetFailure) {
        if let failure = SheetFailure(outcome, damaged: .init(.pictureNotPlaced)) { throw failure }
    }
}

extension PageSize {
    /// The size of a picture at a resolution in pixels per inch.
    fileprivate init(
        ofPixels width: Int,
        _ height: Int,
        at resolution: (across: Double, down: Double)
    ) {
        self.init(
            width: Double(width) * 72 / resolution.across,
            height: Double(height) * 72 / resolution.down
        )
    }
}
