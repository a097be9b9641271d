import PreviewHelper

/// An IM image (IFUNC, LabEye): a header of lines, and rows from the bottom.
struct IFUNCImage: OwnImage {
    let width: Int
    let height: Int
    private let file: FilePart
    private let kind: Kind
    private let hasPalette: Bool

    private enum Kind: Int {
        case grey = 1
        /// A row of red, one of green, one of blue.
        case color = 3
    }

    /// The size of the header, which ends with zeros and one byte 26.
    private static let headerSize = 512

    private static let kinds: [String: Kind] = [
        "L image": .grey, "Greyscale image": .grey, "Grayscale image": .grey, "B&W image": .grey,
        "P image": .grey, "RGB image": .color,
    ]

    /// Reads the header; `nil` where it is none.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor),
            let header = file.bytes(at: 0, count: Self.headerSize),
            header.starts(with: "Image type: ".utf8), header[Self.headerSize - 1] == 26
        else { return nil }
        var values: [String: String] = [:]
        for line in header.split(whereSeparator: { $0 == 10 || $0 == 13 || $0 == 0 }).prefix(64) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let value = line[(colon + 1)...].drop { $0 == 32 }
            values[String(decoding: line[..<colon], as: UTF8.self)] =
                String(decoding: value, as: UTF8.self)
        }
        let size = (values["Image size (x*y)"] ?? "").split(separator: "*").compactMap { Int($0) }
        guard size.count == 2, let kind = values["Image type"].flatMap({ Self.kinds[$0] }),
            size.allSatisfy({ $0 > 0 && $0 <= 1 << 24 })
        else { return nil }
        (width, height) = (size[0], size[1])
        (self.file, self.kind, hasPalette) = (file, kind, values["Lut"] != nil)
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// What is missing at the end stays transparent.
    func pixels() -> [UInt8]? {
        guard var canvas = PixelCanvas(width: width, height: height, from: file) else { return nil }
        let start = Self.headerSize + (hasPalette ? 768 : 0)
        // All reds, all greens, all blues.
        let colors = hasPalette ? file.bytes(at: Self.headerSize, count: 768) : nil
        let step = width * kind.rawValue
        let data = file.available(at: start, count: step * height)
        for row in 0..<min(height, data.count / step) {
            for column in 0..<width {
                let place = row * step + column
                let index = (height - 1 - row) * width + column
                switch kind {
                case .color:
                    canvas.set(
                        index,
                        data[place],
                        data[place + width],
                        data[place + 2 * width],
                        255
                    )
                case .grey:
                    let value = Int(data[place])
                    guard let colors else {
                        canvas.set(index, grey: data[place])
                        continue
                    }
                    canvas.set(index, colors[value], colors[256 + value], colors[512 + value], 255)
                }
            }
        }
        return canvas.bytes
    }
}
