import PreviewHelper

/// A PXR image (Pixar's picture file) of red, green and blue.
struct PixarImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart

    /// Where the pixels begin.
    private static let start = 1024

    /// Reads the header; `nil` where it is none, or of other channels.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), let header = file.bytes(at: 0, count: 512),
            header.starts(with: [0x80, 0xE8, 0, 0]), header.number16(424) == 14,
            header.number16(426) == 2
        else { return nil }
        self.file = file
        (height, width) = (Int(header.number16(416)), Int(header.number16(418)))
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// What is missing at the end stays transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        let data = file.available(at: Self.start, count: canvas.count * 3)
        for index in 0..<data.count / 3 {
            canvas.set(index, data[index * 3], data[index * 3 + 1], data[index * 3 + 2], 255)
        }
        return canvas.bytes
    }
}
