import PreviewHelper

/// An ICNS file: Mac OS icons in many sizes, of which the largest is shown.
struct AppleIcon: OwnImage {
    private(set) var width: Int
    private(set) var height: Int
    private let form: Form
    private let data: [UInt8]
    /// The alpha values of the pixels, if a separate part contains them.
    private let mask: [UInt8]

    private enum Form {
        /// A PNG or JPEG 2000 image, for which this is the reader.
        case image(MagickReader)
        /// Runs of each channel, alpha among them.
        case runsWithAlpha
        case runs
    }

    /// The edges of icons that are packed in runs, and where their masks are.
    private static let edges: [String: (edge: Int, mask: String)] = [
        "is32": (16, "s8mk"), "il32": (32, "l8mk"), "ih32": (48, "h8mk"), "it32": (128, "t8mk"),
        "ic04": (16, ""), "ic05": (32, ""), "icsb": (18, ""),
    ]

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor), let head = file.bytes(at: 0, count: 8),
            head.starts(with: "icns".utf8)
        else { return nil }
        var parts: [String: [UInt8]] = [:]
        var best: (edge: Int, name: String, form: Form)?
        var (place, count) = (8, 0)
        while let head = file.bytes(at: place, count: 8), count < 256 {
            let (name, size) = (String(decoding: head[..<4], as: UTF8.self), Int(head.big32(4)))
            guard size >= 8, let bytes = file.bytes(at: place + 8, count: size - 8) else { break }
            (place, count) = (place + size, count + 1)
            guard let (edge, form) = Self.form(of: bytes, name) else {
                if name.hasSuffix("8mk") { parts[name] = bytes }
                continue
            }
            if edge > best?.edge ?? 0 {
                best = (edge, name, form)
                parts["best"] = bytes
            }
        }
        guard let best, let data = parts["best"] else { return nil }
        (form, self.data) = (best.form, data)
        mask = parts[Self.edges[best.name]?.mask ?? ""] ?? []
        (width, height) = (best.edge, best.edge)
        if case .image(let reader) = best.form, let header = reader.header(of: .bytes(data)) {
            (width, height) = (header.width, header.height)
        }
    }

    /// Returns the encoding of a part, and the edge of its picture in pixels; `nil` if it is not an
    /// icon.
    private static func form(of data: [UInt8], _ name: String) -> (edge: Int, form: Form)? {
        let images: [([UInt8], String)] = [
            ([0x89, 0x50, 0x4E, 0x47], "PNG"), ([0, 0, 0, 12, 0x6A, 0x50], "JP2"),
            ([0xFF, 0x4F, 0xFF, 0x51], "JP2"),
        ]
        if let format = images.first(where: { data.starts(with: $0.0) })?.1 {
            let reader = MagickReader(format)
            return reader.header(of: .bytes(data)).map { ($0.width, .image(reader)) }
        }
        guard let edge = edges[name]?.edge else { return nil }
        if edges[name]?.mask == "" {
            return data.starts(with: "ARGB".utf8) ? (edge, .runsWithAlpha) : nil
        }
        return (edge, .runs)
    }

    /// The pixels: red, green, blue, alpha; rows from the top.
    ///
    /// Pixels missing at the end stay transparent.
    func pixels() -> [UInt8]? {
        let count = width * height
        switch form {
        case .image(let reader):
            guard let image = reader.read(.bytes(data)), image.width == width,
                image.height == height, !image.isInk
            else { return nil }
            return image.pixels
        case .runsWithAlpha:
            let planes = Self.expanded(data[4...], count: count * 4)
            return Self.joined(planes, count, order: [1, 2, 3, 0])
        case .runs:
            // The largest begins with four zeros.
            let start = width == 128 && data.starts(with: [0, 0, 0, 0]) ? 4 : 0
            var planes = Self.expanded(data[start...], count: count * 3)
            planes +=
                mask.count >= count ? mask[..<count] : Array(repeating: 255, count: count)[...]
            return Self.joined(planes, count, order: [0, 1, 2, 3])
        }
    }

    /// Pixels of four planes.
    private static func joined(_ planes: [UInt8], _ count: Int, order: [Int]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count * 4)
        for index in result.indices { result[index] = planes[order[index % 4] * count + index / 4] }
        return result
    }

    /// Decodes the run-length encoding: up to 128 literal bytes, or one byte repeated 3 to 130
    /// times.
    ///
    /// Zeros take the place of what is missing.
    private static func expanded(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8] {
        if bytes.count == count { return Array(bytes) }
        var result: [UInt8] = []
        result.reserveCapacity(count + 130)
        var place = bytes.startIndex
        while result.count < count, place + 1 < bytes.endIndex {
            let tag = Int(bytes[place])
            if tag < 128 {
                let end = min(place + tag + 2, bytes.endIndex)
                result.append(contentsOf: bytes[(place + 1)..<end])
                place = end
            } else {
                result.append(contentsOf: repeatElement(bytes[place + 1], count: tag - 125))
                place += 2
            }
        }
        let missing = max(0, count - result.count)
        return Array(result.prefix(count)) + [UInt8](repeating: 0, count: missing)
    }
}
