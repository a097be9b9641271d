import PreviewHelper

/// A SPIDER image (of electron microscopes): floats that are stretched from black to white.
///
/// Of a volume the first slice is the picture.
struct SpiderImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let start: Int
    private let isLittleEndian: Bool

    /// Reads the header; `nil` where it is none.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), let header = file.bytes(at: 0, count: 92),
            let facts = SpiderHeader.facts(of: header)
        else { return nil }
        self.file = file
        (width, height) = (facts.width, facts.height)
        (start, isLittleEndian) = (facts.start, facts.isLittleEndian)
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// `nil` where some are missing.
    func pixels() -> [UInt8]? {
        guard PixelCanvas.fits(width, height, file),
            let data = file.bytes(at: start, count: width * height * 4)
        else { return nil }
        return Measured.grey(
            (0..<width * height).map {
                Float(
                    bitPattern: isLittleEndian ? data.number32($0 * 4) : data.big32($0 * 4)
                )
            }
        )
    }
}

/// What was measured rather than seen.
enum Measured {
    /// Opaque pixels of grey: the smallest value is black, the largest white.
    ///
    /// What is no number counts as zero.
    static func grey(_ values: [Float]) -> [UInt8] {
        let known = values.map { $0.isFinite ? $0 : 0 }
        let least = known.min() ?? 0
        let span = max((known.max() ?? 0) - least, .leastNormalMagnitude)
        var result = [UInt8](repeating: 255, count: values.count * 4)
        for (index, value) in known.enumerated() {
            // Numbers as large as floats can be have no difference as a float.
            let grey = UInt8(max(0, min(255, (value - least) / span * 255)))
            for part in 0..<3 { result[index * 4 + part] = grey }
        }
        return result
    }
}
