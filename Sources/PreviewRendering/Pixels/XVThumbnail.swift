import PreviewHelper

/// A thumbnail of the viewer xv ("P7 332"): a byte for each pixel, of three bits of red, three of green, two of
/// blue.
struct XVThumbnail: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let start: Int

    private static let headerLimit = 4096

    /// Reads the header; `nil` where it is none.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor) else { return nil }
        let head = file.available(at: 0, count: Self.headerLimit)
        guard head.starts(with: "P7 332\n".utf8) else { return nil }
        var place = 7
        // Comments, and then one line with the size and the largest value.
        while let end = head[place...].firstIndex(of: 10) {
            let line = head[place..<end]
            place = end + 1
            if line.first == UInt8(ascii: "#") { continue }
            let numbers = String(decoding: line, as: UTF8.self).split(separator: " ")
                .compactMap { Int($0) }
            guard numbers.count == 3, numbers[2] == 255,
                numbers.allSatisfy({ $0 > 0 && $0 <= 1 << 24 })
            else { return nil }
            (width, height) = (numbers[0], numbers[1])
            (self.file, start) = (file, place)
            return
        }
        return nil
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// What is missing at the end stays transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        let data = file.available(at: start, count: canvas.count)
        for (index, byte) in data.enumerated() {
            let (red, green, blue) = (Int(byte >> 5), Int(byte >> 2 & 7), Int(byte & 3))
            canvas.set(
                index,
                UInt8(clamping: red * 255 / 7),
                UInt8(clamping: green * 255 / 7),
                UInt8(clamping: blue * 85),
                255
            )
        }
        return canvas.bytes
    }
}
