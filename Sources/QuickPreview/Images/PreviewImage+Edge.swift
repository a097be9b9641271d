import PreviewModel

extension PreviewImage {
    /// The part of an edge that is as light as paper, from which on the paper would not be told from a window.
    private static let lightPart = 0.8
    /// The darkest channel of paper.
    private static let paper: UInt8 = 240

    /// The picture with a thin gray edge, where it is a page whose paper cannot be told from a white window; else the picture itself.
    ///
    /// The managers of files that take thumbnails from the bus or the cache draw none around them.
    var withPageEdge: PreviewImage {
        guard !isEmbedded, isOfPage, width > 8, height > 8 else { return self }
        let edge = edgePlaces
        let light = edge.count { isPaper(at: $0) }
        guard Double(light) >= Self.lightPart * Double(edge.count) else { return self }
        var pixels = self.pixels
        for place in edge where pixels[place + 3] == 255 {
            for channel in place..<place + 3 { pixels[channel] = pixels[channel] / 4 * 3 }
        }
        return PreviewImage(width: width, height: height, pixels: pixels, type: type)
    }

    private func isPaper(at place: Int) -> Bool {
        pixels[place + 3] == 255 && pixels[place..<place + 3].allSatisfy { $0 >= Self.paper }
    }

    /// Whether the document has pages, and is not a picture.
    private var isOfPage: Bool {
        let type = FileType(rawValue: type)
        return switch type.family {
        case .pdf, .postscript: true
        case .text: !type.isDrawing
        default: type.family == nil && type.rawValue.hasPrefix("text/")
        }
    }

    /// The places of the outermost pixels in the bytes.
    private var edgePlaces: [Int] {
        let rows = [0, height - 1].flatMap { row in (0..<width).map { (row * width + $0) * 4 } }
        let columns = [0, width - 1].flatMap { column in
            (1..<height - 1).map { ($0 * width + column) * 4 }
        }
        return rows + columns
    }
}
