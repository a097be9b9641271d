import PreviewHelper

/// The header of a GIMP XCF file: the pixel format and the layers, without their pixels.
///
/// The format: devel-docs/xcf.txt of GIMP.
struct XCFFile {
    /// How the samples of pixels are stored.
    struct Sample: Equatable {
        /// The bytes of one: 1, 2, 4 or 8.
        var size = 1
        /// Whether it is a floating-point number rather than a part of the whole.
        var isFloat = false
        /// Whether the values are linear light rather than gamma-encoded.
        var isLinear = false
        /// Whether the most significant byte comes first.
        var isBigEndian = true
    }

    /// How the bytes of tiles are stored.
    enum Compression: UInt32 {
        case none = 0
        case runs = 1
        case zlib = 2
    }

    /// The color model of an image.
    enum Base: UInt32 {
        case colour = 0
        case grey = 1
        case palette = 2
    }

    let file: FilePart
    let width: Int
    let height: Int
    let base: Base
    let sample: Sample
    let compression: Compression
    let palette: [Pixel]
    /// The ICC profile, if it carries one.
    let profile: [UInt8]
    /// The layers from the top.
    private(set) var layers: [XCFLayer] = []

    private let version: Int

    private static let layersLimit = 4096
    private static let propertyLimit = 8 << 20

    /// The edge of a tile.
    static let tile = 64

    /// Reads the header; `nil` if the file is not in this format.
    init?(_ file: FilePart) {
        guard let start = file.bytes(at: 0, count: 30), start.starts(with: "gimp xcf ".utf8),
            start[13] == 0, let version = Self.version(start[9..<13]),
            let base = Base(rawValue: start.big32(22))
        else { return nil }
        self.file = file
        self.version = version
        self.base = base
        (width, height) = (Int(start.big32(14)), Int(start.big32(18)))
        guard width > 0, height > 0, width <= 1 << 20, height <= 1 << 20,
            let sample = Self.sample(version, version >= 4 ? start.big32(26) : 0)
        else { return nil }
        self.sample = sample
        var cursor = Cursor(file, at: version >= 4 ? 30 : 26, version: version)
        var compression = Compression.none
        var palette: [Pixel] = []
        var profile: [UInt8] = []
        let isRead = cursor.properties { kind, bytes in
            switch kind {
            case 1: palette = Self.palette(bytes, isLost: version == 0)
            case 17:
                let number = bytes.first.map(UInt32.init) ?? 0
                compression = Compression(rawValue: number) ?? .none
            case 21: profile = Self.profile(bytes)
            default: break
            }
        }
        guard isRead else { return nil }
        (self.compression, self.palette, self.profile) = (compression, palette, profile)
        self.cursor = cursor
    }

    /// The position after the properties, where the list of layers begins.
    private var cursor: Cursor

    /// Reads the headers of the layers; returns `false` on failure.
    mutating func readLayers() -> Bool {
        var list = cursor
        while let place = list.pointer(), place != 0 {
            guard layers.count < Self.layersLimit else { return false }
            // In a truncated file, layers beyond its end are lost; keep the others.
            if let layer = XCFLayer(Cursor(file, at: place, version: version)) {
                layers.append(layer)
            }
        }
        return !layers.isEmpty
    }

    /// The pixels of a layer or a mask, or `nil` where there are none.
    func surface(at place: Int, width: Int, height: Int) -> XCFSurface? {
        XCFSurface(Cursor(file, at: place, version: version), of: self, width, height)
    }

    /// The pixels of a mask: its channel has a header before them.
    func mask(at place: Int, width: Int, height: Int) -> XCFSurface? {
        var cursor = Cursor(file, at: place, version: version)
        guard cursor.number() == width, cursor.number() == height, cursor.skipText(),
            cursor.properties({ _, _ in }), let pixels = cursor.pointer()
        else { return nil }
        return surface(at: pixels, width: width, height: height)
    }

    // MARK: Header

    private static func version(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.elementsEqual("file".utf8) { return 0 }
        guard bytes.first == UInt8(ascii: "v") else { return nil }
        return Int(String(decoding: bytes.dropFirst(), as: UTF8.self))
    }

    /// How samples are stored, by its number in files of a version.
    static func sample(_ version: Int, _ precision: UInt32) -> Sample? {
        var sample = Sample()
        sample.isBigEndian = version >= 12
        if version < 4 { return sample }
        if version == 4 {
            let kinds: [(Int, Bool, Bool)] = [
                (1, false, false), (2, false, false), (4, false, true), (2, true, true),
                (4, true, true),
            ]
            guard precision < kinds.count else { return nil }
            (sample.size, sample.isFloat, sample.isLinear) = kinds[Int(precision)]
            return sample
        }
        // Hundreds give the data type, the rest the transfer function: 0 is linear, 50 and 75 are
        // gamma-encoded.
        sample.isLinear = precision % 100 == 0
        switch (precision / 100, version) {
        case (1, _): sample.size = 1
        case (2, _): sample.size = 2
        case (3, _): sample.size = 4
        case (4, ...6), (5, 7...): (sample.size, sample.isFloat) = (2, true)
        case (5, ...6), (6, 7...): (sample.size, sample.isFloat) = (4, true)
        case (7, 7...): (sample.size, sample.isFloat) = (8, true)
        default: return nil
        }
        return sample
    }

    /// The colors of a palette; in the first version of the format they are lost, and shown as
    /// shades of gray.
    private static func palette(_ bytes: [UInt8], isLost: Bool) -> [Pixel] {
        guard bytes.count >= 4 else { return [] }
        if isLost { return (0...255).map { Pixel(red: $0, green: $0, blue: $0) } }
        let count = min(256, Int(bytes.big32(0)), (bytes.count - 4) / 3)
        return (0..<count).map {
            Pixel(red: bytes[4 + 3 * $0], green: bytes[5 + 3 * $0], blue: bytes[6 + 3 * $0])
        }
    }

    /// The profile among the parasites: name, flags, size, bytes of each.
    private static func profile(_ bytes: [UInt8]) -> [UInt8] {
        var place = 0
        while bytes.count - place >= 4 {
            let nameSize = Int(bytes.big32(place))
            guard nameSize <= bytes.count - place - 12 else { return [] }
            let name = bytes[(place + 4)..<(place + 4 + nameSize)]
            let size = Int(bytes.big32(place + 8 + nameSize))
            place += 12 + nameSize
            guard size <= bytes.count - place else { return [] }
            if name.elementsEqual("icc-profile\0".utf8) {
                return Array(bytes[place..<place + size])
            }
            place += size
        }
        return []
    }

    /// Reads numbers one behind the other; beyond the end there are none.
    struct Cursor {
        let file: FilePart
        private var place: Int
        private let version: Int

        init(_ file: FilePart, at place: Int, version: Int) {
            (self.file, self.place, self.version) = (file, place, version)
        }

        /// A number of four bytes.
        mutating func number() -> Int? {
            guard let bytes = file.bytes(at: place, count: 4) else { return nil }
            place += 4
            return Int(bytes.big32(0))
        }

        /// A place in the file: of eight bytes since files may be larger than 4 GiB.
        mutating func pointer() -> Int? {
            guard version >= 11 else { return number() }
            guard let high = number(), let low = number(), high < 1 << 30 else { return nil }
            return high << 32 | low
        }

        /// Many of these, as far as there are.
        mutating func pointers(_ count: Int) -> [Int] {
            let size = version >= 11 ? 8 : 4
            let bytes = file.available(at: place, count: count * size)
            place += bytes.count
            return stride(from: 0, to: bytes.count - size + 1, by: size).map { at in
                guard size == 8 else { return Int(bytes.big32(at)) }
                return Int(bytes.big32(at) & 0x3FFF_FFFF) << 32 | Int(bytes.big32(at + 4))
            }
        }

        /// The same at another place.
        func moved(to place: Int) -> Cursor { Cursor(file, at: place, version: version) }

        mutating func skipText() -> Bool {
            guard let count = number() else { return false }
            place += count
            return true
        }

        /// Reports properties up to the last one; `false` where they have no end.
        mutating func properties(_ handler: (Int, [UInt8]) -> Void) -> Bool {
            for _ in 0..<1024 {
                guard let kind = number(), let size = number() else { return false }
                if kind == 0 { return true }
                let bytes = file.available(at: place, count: min(size, XCFFile.propertyLimit))
                handler(kind, bytes)
                place += size
            }
            return false
        }
    }
}
