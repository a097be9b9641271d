import PreviewHelper

/// An IMT image (IM Tools): lines of text, a form feed, and a byte of grey for each pixel.
struct IMToolsImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let start: Int

    /// Reads the header; `nil` where it is none.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor),
            let facts = IMToolsHeader.facts(of: file.available(at: 0, count: IMToolsHeader.limit))
        else { return nil }
        self.file = file
        (width, height, start) = facts
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
