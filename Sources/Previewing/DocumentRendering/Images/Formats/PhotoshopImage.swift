import PreviewHelper

/// The merged picture of a Photoshop document (Adobe Photoshop File Formats Specification), PSD or PSB.
///
/// ImageMagick 6 has no reader for palettes, several channels, or 32 bits, and shows white where a document has no merged
/// picture.
struct PhotoshopImage: OwnSamples {
    let width: Int
    let height: Int
    private let channels: Int
    private let depth: Int
    private let mode: Mode
    private let isLarge: Bool
    private let palette: [Pixel]
    private let resources: FilePart
    private let hasMergedAlpha: Bool
    private let data: FilePart

    /// How colors are stored.
    private enum Mode: UInt16 {
        case bitmap = 0
        case gray = 1
        case indexed = 2
        case rgb = 3
        case inks = 4
        case multichannel = 7
        case duotone = 8
        case lab = 9
    }

    private enum Resource {
        static let profile = 1039
        static let transparentIndex = 1047
        static let thumbnail = 1036
        static let version = 1057
    }

    private static let headerSize = 26

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ descriptor: Int32) {
        guard let file = FilePart(whole: descriptor),
            let header = file.bytes(at: 0, count: Self.headerSize),
            header.starts(with: "8BPS".utf8), let mode = Mode(rawValue: header.big16(24))
        else { return nil }
        isLarge = header.big16(4) == 2
        channels = Int(header.big16(12))
        (height, width) = (Int(header.big32(14)), Int(header.big32(18)))
        (depth, self.mode) = (Int(header.big16(22)), mode)
        guard header.big16(4) == 1 || isLarge, (1...56).contains(channels),
            [1, 8, 16, 32].contains(depth), (depth == 1) == (mode == .bitmap),
            mode != .indexed || depth == 8,
            SampledImage.rowBytes(width: width, height: height, channels: 1, bits: depth) != nil
        else { return nil }
        // Three sections before the picture, each with its length.
        var sections: [FilePart] = []
        var place = Self.headerSize
        for index in 0..<3 {
            let isWide = isLarge && index == 2
            guard let size = file.bytes(at: place, count: isWide ? 8 : 4) else { return nil }
            if isWide, size.big32(0) != 0 { return nil }
            let count = Int(size.big32(isWide ? 4 : 0))
            place += size.count
            guard let part = file.part(at: place, count: count) else { return nil }
            sections.append(part)
            place += count
        }
        let table = sections[0].available(at: 0, count: 768)
        palette =
            table.count == 768
            ? (0..<256).map {
                Pixel(red: table[$0], green: table[256 + $0], blue: table[512 + $0])
            } : []
        resources = sections[1]
        // The number of layers is negative where the first channel after the colors is the opacity of the merged picture.
        let layers = sections[2].available(at: isLarge ? 8 : 4, count: 2)
        hasMergedAlpha = layers.count == 2 && layers[0] & 0x80 != 0
        guard let data = file.part(at: place, count: max(0, file.size - place)) else { return nil }
        self.data = data
    }

    /// The data of a resource.
    private func resource(_ wanted: Int) -> [UInt8]? {
        var place = 0
        for _ in 0..<4096 {
            guard let head = resources.bytes(at: place, count: 7) else { return nil }
            // The name has a byte for its length, and an even size with it.
            let name = (Int(head[6]) + 2) / 2 * 2
            place += 6 + name
            guard let size = resources.bytes(at: place, count: 4) else { return nil }
            let count = Int(size.big32(0))
            if Int(head.big16(4)) == wanted { return resources.bytes(at: place + 4, count: count) }
            place += 4 + count + count % 2
        }
        return nil
    }

    /// Whether the document has its merged picture.
    var isMerged: Bool {
        guard let version = resource(Resource.version), version.count >= 5 else { return true }
        return version[4] != 0
    }

    /// The small JPEG in the document, which shows what Photoshop showed.
    var thumbnail: [UInt8]? {
        guard let bytes = resource(Resource.thumbnail), bytes.count > 28, bytes.big32(0) == 1
        else { return nil }
        return Array(bytes.dropFirst(28))
    }

    /// The name of the variant, where there is nothing to show.
    var variant: String? {
        isMerged || thumbnail != nil ? nil : "Photoshop document without a merged picture"
    }

    /// The merged picture; rows missing at the end stay transparent.
    func decoded() -> DecodedImage? {
        let row = (width * depth + 7) / 8
        let used = min(channels, 5)
        guard PixelCanvas.fits(width, height, data), let bytes = samples(row, used),
            var image = SampledImage(
                width: width,
                height: height,
                channels: used,
                bits: depth,
                isPlanar: true,
                bytes: bytes
            )
        else { return nil }
        image.isBigEndian = true
        image.number = depth == 32 ? .float : .unsigned
        switch mode {
        case .bitmap: image.colors = .gray(whiteIsZero: true)
        case .gray, .duotone: image.colors = .gray(whiteIsZero: false)
        case .indexed:
            var palette = palette
            if let index = resource(Resource.transparentIndex), index.count >= 2,
                Int(index.big16(0)) < palette.count
            {
                palette[Int(index.big16(0))].alpha = 0
            }
            image.colors = .palette(palette)
        case .rgb: image.colors = .rgb
        case .lab: image.colors = .lab(LabCoding(isOffset: true))
        case .multichannel where used < 3: image.colors = .gray(whiteIsZero: false)
        case .inks, .multichannel: return decodedInks(image, bytes)
        }
        guard used >= image.colors.count else { return nil }
        // Of 32 bits, samples are proportional to light.
        image.isLinear = depth == 32
        if depth != 32 { image.profile = resource(Resource.profile) ?? [] }
        if hasMergedAlpha, used > image.colors.count {
            image.alpha = .onWhite(channel: image.colors.count)
        }
        return image.decoded()
    }

    /// A picture of inks, of which 0 is all ink; without black where there is no fourth.
    private func decodedInks(_ image: SampledImage, _ bytes: [UInt8]) -> DecodedImage? {
        let plane = image.rowBytes * height
        var bytes = bytes
        for index in 0..<min(bytes.count, plane * 4) { bytes[index] = ~bytes[index] }
        let isThree = image.channels == 3
        if isThree { bytes += [UInt8](repeating: 0, count: plane) }
        guard depth <= 16,
            var inverted = SampledImage(
                width: width,
                height: height,
                channels: isThree ? 4 : image.channels,
                bits: depth,
                isPlanar: true,
                bytes: bytes
            )
        else { return nil }
        inverted.isBigEndian = true
        inverted.colors = .inks
        inverted.profile = resource(Resource.profile) ?? []
        if mode == .inks, hasMergedAlpha, image.channels > 4 {
            inverted.alpha = .separate(channel: 4)
        }
        return inverted.decoded()
    }

    /// The planes of the first channels; `nil` where the picture is packed in another way.
    private func samples(_ row: Int, _ used: Int) -> [UInt8]? {
        guard let kind = data.bytes(at: 0, count: 2) else { return nil }
        let count = row * height
        switch kind.big16(0) {
        case 0: return data.available(at: 2, count: count * used)
        case 1:
            let size = isLarge ? 4 : 2
            guard let table = data.bytes(at: 2, count: height * channels * size) else { return nil }
            var place = 2 + table.count
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count * used)
            for line in 0..<height * used {
                let length =
                    isLarge ? Int(table.big32(line * 4)) : Int(table.big16(line * 2))
                var unpacked = PackedBits.unpacked(
                    data.available(at: place, count: min(length, 1 << 24)),
                    limit: row
                )
                place += length
                unpacked += [UInt8](repeating: 0, count: row - unpacked.count)
                bytes += unpacked
            }
            return bytes
        default: return nil
        }
    }
}

/// The packing of Apple's PackBits.
enum PackedBits {
    /// Decodes runs: up to 127, so many bytes and one more follow; above 128, the next one is repeated.
    static func unpacked(_ data: [UInt8], limit: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(limit)
        var place = 0
        while result.count < limit, place < data.count {
            let number = Int(data[place])
            place += 1
            if number == 128 { continue }
            if number < 128 {
                let end = min(place + number + 1, data.count)
                result += data[place..<end].prefix(limit - result.count)
                place = end
                continue
            }
            guard place < data.count else { break }
            let count = min(257 - number, limit - result.count)
            for _ in 0..<count { result.append(data[place]) }
            place += 1
        }
        return result
    }
}

/// Reads Photoshop documents: their merged picture, or, where they have none, the small one that they carry.
struct PhotoshopReader: PixelReader {
    func header(_ descriptor: Int32) -> (width: Int, height: Int, orientation: UInt32)? {
        PhotoshopImage(descriptor).flatMap { $0.variant == nil ? ($0.width, $0.height, 1) : nil }
    }

    func read(_ descriptor: Int32) -> DecodedImage? {
        guard let image = PhotoshopImage(descriptor) else { return nil }
        if image.isMerged { return image.decoded() ?? MagickReader("PSD").read(descriptor) }
        return image.thumbnail.flatMap { MagickReader("JPEG").read(.bytes($0)) }
    }
}
