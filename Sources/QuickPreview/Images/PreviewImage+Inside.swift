extension PreviewImage {
    /// Whether the picture is blank: all pixels have the same color, within the error of lossy
    /// compression.
    var isOfOneColour: Bool {
        var lowest: [UInt8] = [255, 255, 255, 255]
        var highest: [UInt8] = [0, 0, 0, 0]
        return unsafe pixels.withUnsafeBufferPointer { bytes in
            for index in Swift.stride(from: 0, to: bytes.count, by: 4) {
                // A transparent pixel has no color.
                let isSeen = unsafe bytes[index + 3] > Self.faint
                for band in 0..<4 {
                    let value = unsafe isSeen ? bytes[index + band] : 0
                    lowest[band] = min(lowest[band], value)
                    highest[band] = max(highest[band], value)
                    if highest[band] - lowest[band] > Self.faint { return false }
                }
            }
            return true
        }
    }

    /// The largest difference between two values that is invisible.
    private static let faint: UInt8 = 6

    /// The picture on white paper, where it is translucent.
    func laidOnWhite() -> PreviewImage {
        guard !isOpaque else { return self }
        var laid = pixels
        Self.layOnWhite(&laid, grey: false)
        return PreviewImage(
            width: width,
            height: height,
            pixels: laid,
            type: type,
            isEmbedded: isEmbedded
        )
    }
}
