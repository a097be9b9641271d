package import CImage
package import PreviewModel

/// What the header of an image of pixels says.
package struct ImageHeader {
    /// The type of the image.
    package let type: FileType
    private let facts: cimage_facts

    /// The largest edge that the formats and libvips agree on.
    private static let edgeLimit: UInt32 = 10_000_000

    /// Takes over what was read; `nil` where it cannot be true.
    package init?(_ facts: cimage_facts, type: FileType) {
        guard facts.width > 0, facts.height > 0, facts.width <= Self.edgeLimit,
            facts.height <= Self.edgeLimit
        else { return nil }
        self.type = type
        self.facts = facts
    }

    /// The number of pages: only TIFF has more than one; the frames of an animation are not pages.
    package var pageCount: Int { type == .tiff ? Int(facts.pages) : 1 }

    /// Adds what the header says to the document's facts.
    package func describe(_ info: inout DocumentInfo) {
        // The orientations from 5 on lie on their side.
        let upright = facts.orientation < 5
        // What has pages is printed, and as pixels of its own size a drawing would be coarse.
        info.pages = type == .svg || type == .compressedSVG ? nil : pageCount
        info.width = Double(upright ? facts.width : facts.height)
        info.height = Double(upright ? facts.height : facts.width)
    }

    /// Whether drawing it at `pixels` decodes more pixels than the limit allows.
    ///
    /// JPEG is the format of large photos, and its decoder skips detail that is not shown: a photo of 100
    /// megapixels costs as much as one of 1.6 when 256 pixels are wanted. The others are decoded whole.
    package func exceeds(pixelLimit: UInt64, at pixels: UInt32, skipsDetail: Bool = true) -> Bool {
        var width = UInt64(facts.width)
        var height = UInt64(facts.height)
        if type == .jpeg, skipsDetail {
            var shrink: UInt64 = 8
            while shrink > 1, max(width, height) / shrink < UInt64(max(pixels, 1)) { shrink /= 2 }
            // Its coefficients are all unpacked, and kept in memory when it is progressive.
            guard width * height / 8 <= pixelLimit else { return true }
            width /= shrink
            height /= shrink
        }
        return width * height > pixelLimit
    }

    /// As EXIF counts, 1 to 8.
    package var orientation: UInt32 { facts.orientation }

    /// Whether a smaller picture, as stored, has the same proportion, but for what rounding does to it.
    package func hasProportion(_ width: Int, _ height: Int) -> Bool {
        let (own, other) = (Double(facts.width) / Double(facts.height), Double(width))
        return abs(other / own - Double(height)) <= 1 || abs(Double(height) * own - other) <= 1
    }

    /// How many pixels a page has.
    package var pixelCount: UInt64 { UInt64(facts.width) * UInt64(facts.height) }

    /// In pixels per inch across and down the picture as displayed, if it says so and it can be true.
    package var resolution: (across: Double, down: Double)? {
        let stored = [facts.resolution_across, facts.resolution_down].map { $0 * 25.4 }
        // libvips takes 1 pixel per millimetre where an image says nothing.
        let isSaid = facts.resolution_across != 1 || facts.resolution_down != 1
        guard isSaid, stored.allSatisfy({ $0 >= 10 && $0 <= 10_000 }) else { return nil }
        return facts.orientation < 5 ? (stored[0], stored[1]) : (stored[1], stored[0])
    }
}
