import CImage

extension InlinePicture {
    /// A point for each pixel of a screen: 96 to an inch.
    private static let pointsOfPixel = 0.75

    /// A JPEG or PNG in the size that it has on a screen; `nil` for any other file.
    init?(decoding bytes: [UInt8]) {
        var facts = cimage_facts()
        guard unsafe cimage_read_part(bytes, bytes.count, &facts) == 0, facts.width > 0,
            facts.height > 0
        else { return nil }
        let isUpright = facts.orientation < 5
        let (width, height) = (Double(facts.width), Double(facts.height))
        self.init(
            width: (isUpright ? width : height) * Self.pointsOfPixel,
            height: (isUpright ? height : width) * Self.pointsOfPixel
        ) { bytes }
    }
}
