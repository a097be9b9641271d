package import CImage
package import PreviewModel

/// The header of a raster image.
package struct ImageHeader {
    /// The type of the image.
    package let type: FileType
    private let facts: cimage_facts

    /// The print resolution of a picture without one, in pixels per inch.
    private static let usualResolution = 72.0
    /// The longest edge on which the formats and libvips agree, in pixels.
    private static let edgeLimit: UInt32 = 10_000_000

    /// Creates a header from the values read by the C code; `nil` where they are impossible.
    package init?(_ facts: cimage_facts, type: FileType) {
        guard facts.width > 0, facts.height > 0, facts.width <= Self.edgeLimit,
            facts.height <= Self.edgeLimit
        else { return nil }
        self.type = type
        self.facts = facts
    }

    /// The number of pages: only TIFF has more than one; the frames of an animation are not pages.
    package var pageCount: Int { type == .tiff ? Int(facts.pages) : 1 }

    /// Adds the facts in the header to those of the document.
    package func describe(_ info: inout DocumentInfo) {
        // EXIF orientations from 5 on rotate by 90 degrees.
        let upright = facts.orientation < 5
        // A raster image with pages prints; a drawing would be coarse at its own pixel size.
        info.pages = type == .svg || type == .compressedSVG ? nil : pageCount
        info.width = Double(upright ? facts.width : facts.height)
        info.height = Double(upright ? facts.height : facts.width)
    }

    /// Whether drawing the image at `pixels` decodes more pixels than the limit allows.
    ///
    /// JPEG is the usual format of large photos, and its decoder skips invisible detail: for a
    /// picture of 256 pixels, a photo of 100 megapixels costs as much as one of 1.6. Images in
    /// other formats are decoded in full.
    package func exceeds(pixelLimit: UInt64, at pixels: UInt32, skipsDetail: Bool = true) -> Bool {
        var width = UInt64(facts.width)
        var height = UInt64(facts.height)
        if type == .jpeg, skipsDetail {
            var shrink: UInt64 = 8
            while shrink > 1, max(width, height) / shrink < UInt64(max(pixels, 1)) { shrink /= 2 }
            // The decoder decompresses all coefficients, and keeps them in memory if the image is
            // progressive.
            guard width * height / 8 <= pixelLimit else { return true }
            width /= shrink
            height /= shrink
        }
        return width * height > pixelLimit
    }

    /// The EXIF orientation, 1 to 8.
    package var orientation: UInt32 { facts.orientation }

    /// Whether a smaller picture, as stored, has the same proportions within rounding.
    package func hasProportion(_ width: Int, _ height: Int) -> Bool {
        let (own, other) = (Double(facts.width) / Double(facts.height), Double(width))
        return abs(other / own - Double(height)) <= 1 || abs(Double(height) * own - other) <= 1
    }

    /// The number of pixels on a page.
    package var pixelCount: UInt64 { UInt64(facts.width) * UInt64(facts.height) }

    /// The resolution in pixels per inch, across and down the displayed picture; `nil` where it is
    /// missing or invalid.
    package var resolution: (across: Double, down: Double)? {
        let stored = [facts.resolution_across, facts.resolution_down].map { $0 * 25.4 }
        // libvips assumes 1 pixel per millimeter where the image has no resolution.
        let isSaid = facts.resolution_across != 1 || facts.resolution_down != 1
        guard isSaid, stored.allSatisfy({ $0 >= 10 && $0 <= 10_000 }) else { return nil }
        return facts.orientation < 5 ? (stored[0], stored[1]) : (stored[1], stored[0])
    }

    /// The resolution at which it is printed, in pixels per inch: one that was asked for, its own, or the usual one.
    package func printedResolution(_ asked: Int?) -> (across: Double, down: Double) {
        asked.map { (Double($0), Double($0)) } ?? resolution
            ?? (Self.usualResolution, Self.usualResolution)
    }
}
