import PreviewHelper

/// An FTEX image, the textures of Independence War 2: DXT1 blocks (`.ftc`) or red, green and blue (`.ftu`).
struct IndependenceImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let isCompressed: Bool
    private let place: Int

    /// Reads the header; `nil` where it is none.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), let header = file.bytes(at: 0, count: 32),
            header.starts(with: "FTEX".utf8)
        else { return nil }
        self.file = file
        (width, height) = (Int(header.number32(8)), Int(header.number32(12)))
        // After the number of formats the first one, and where its pictures are, the largest first.
        (isCompressed, place) = (header.number32(24) == 0, Int(header.number32(28)))
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// What is missing at the end stays transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        // The data begin after their size.
        if isCompressed {
            let blocks = (width + 3) / 4 * ((height + 3) / 4)
            BlockFormat.bc1.draw(
                file.available(at: place + 4, count: blocks * 8),
                on: &canvas
            )
        } else {
            let data = file.available(at: place + 4, count: canvas.count * 3)
            for index in 0..<data.count / 3 {
                canvas.set(index, data[index * 3], data[index * 3 + 1], data[index * 3 + 2], 255)
            }
        }
        return canvas.bytes
    }
}
