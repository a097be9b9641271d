import PreviewHelper

/// A GBR file: a brush of GIMP, in gray or in colors.
struct GIMPBrush: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let start: Int
    private let channels: Int

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), let header = file.bytes(at: 0, count: 28)
        else { return nil }
        let version = header.big32(4)
        guard version == 1 || (version == 2 && header[20..<24].elementsEqual("GIMP".utf8)) else {
            return nil
        }
        self.file = file
        start = Int(header.big32(0))
        (width, height) = (Int(header.big32(8)), Int(header.big32(12)))
        channels = Int(header.big32(16))
        guard channels == 1 || channels == 4 else { return nil }
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// Pixels missing at the end stay transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        let data = file.available(at: start, count: canvas.count * channels)
        for index in 0..<data.count / channels {
            let place = index * channels
            if channels == 1 {
                // How much it paints.
                canvas.set(index, grey: 255 - data[place])
            } else {
                canvas.set(index, data[place], data[place + 1], data[place + 2], data[place + 3])
            }
        }
        return canvas.bytes
    }
}
