/// An IMT image (IM Tools): lines of text, a form feed, and a byte of grey for each pixel.
struct IMToolsImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let start: Int

    private static let headerLimit = 1024

    /// Reads the header; `nil` where it is none.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor),
            let facts = Self.facts(of: file.available(at: 0, count: Self.headerLimit))
        else { return nil }
        self.file = file
        (width, height, start) = facts
    }

    /// What a header says, or `nil` where it is none.
    static func facts(of bytes: [UInt8]) -> (width: Int, height: Int, start: Int)? {
        guard let end = bytes.prefix(headerLimit).firstIndex(of: 12) else { return nil }
        var (width, height) = (0, 0)
        var isGrey = false
        for line in bytes[..<end].split(separator: 10) {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            switch (words.first, words.dropFirst().first) {
            case ("width"?, let value?): width = Int(value) ?? 0
            case ("height"?, let value?): height = Int(value) ?? 0
            case ("pixel"?, "n8"?): isGrey = true
            default: break
            }
        }
        guard isGrey, width > 0, height > 0, width <= 1 << 24, height <= 1 << 24 else { return nil }
        return (width, height, end + 1)
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// What is missing at the end stays transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        let data = file.available(at: start, count: canvas.count)
        for index in data.indices { canvas.set(index, grey: data[index]) }
        return canvas.bytes
    }
}
