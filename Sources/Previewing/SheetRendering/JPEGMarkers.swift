import PlainRendering

/// What the application markers of a JPEG file say of its page: the density of JFIF (1.02), the first directory of Exif
/// (2.32, 4.6.4), and the color profile (ICC.1, B.4).
struct JPEGMarkers {
    /// The EXIF orientation, 1 to 8.
    private(set) var orientation: UInt32 = 1
    /// Pixels per millimeter, as stored.
    private(set) var across = Self.usualResolution
    private(set) var down = Self.usualResolution
    /// The color profile; empty where there is none.
    private(set) var profile: [UInt8] = []

    /// The most parts of a profile that libvips joins.
    private static let partsLimit = 100
    /// As Exif wants it where nothing is said: 72 pixels per inch.
    private static let usualResolution = 72 / 25.4

    /// Reads the markers before the first scan; `nil` where readers may understand them differently.
    init?(_ bytes: [UInt8], _ header: JPEGHeader) {
        var isJFIF = false
        var exif: ArraySlice<UInt8>?
        var parts: [ArraySlice<UInt8>] = []
        for (marker, range) in header.applications {
            let data = bytes[range]
            switch marker {
            case 0xE0 where data.starts(with: "JFIF\0".utf8):
                guard !isJFIF, readDensity(Array(data)) else { return nil }
                isJFIF = true
            case 0xE1 where data.starts(with: "Exif".utf8):
                guard exif == nil, data.starts(with: "Exif\0\0".utf8) else { return nil }
                exif = data.dropFirst(6)
            case 0xE2 where data.starts(with: "ICC_PROFILE".utf8):
                // Each part has its number, from 1 on, and how many there are.
                let part = Array(data.dropFirst(11))
                guard part.count > 3, part[0] == 0, Int(part[1]) == parts.count + 1 else {
                    return nil
                }
                parts.append(part.dropFirst(2))
            default: break
            }
        }
        guard parts.count <= Self.partsLimit,
            parts.allSatisfy({ $0.first.map { Int($0) } == parts.count })
        else { return nil }
        profile = Array(parts.map { $0.dropFirst() }.joined())
        // It counts for more than JFIF.
        if let exif {
            guard let directory = ExifDirectory(Array(exif)), read(directory) else {
                return nil
            }
        }
    }

    /// Takes the density of JFIF; returns whether it is certain.
    private mutating func readDensity(_ data: [UInt8]) -> Bool {
        guard data.count >= 14 else { return false }
        let density = (
            across: Int(data[8]) << 8 | Int(data[9]), down: Int(data[10]) << 8 | Int(data[11])
        )
        switch (data[7], density) {
        // Pixels are squares.
        case (0, (1, 1)): break
        // Readers take that for the proportions of a pixel, too.
        case (_, (1, _)), (_, (_, 1)), (_, (0, _)), (_, (_, 0)): return false
        case (1, _): (across, down) = (Double(density.across) / 25.4, Double(density.down) / 25.4)
        case (2, _): (across, down) = (Double(density.across) / 10, Double(density.down) / 10)
        default: return false
        }
        return true
    }

    /// Takes the values of Exif; returns whether they are certain.
    private mutating func read(_ directory: ExifDirectory) -> Bool {
        switch directory.short(0x0112) {
        case .absent: break
        case .value(let value) where (1...8).contains(value): orientation = UInt32(clamping: value)
        default: return false
        }
        switch (directory.rational(0x011A), directory.rational(0x011B), directory.short(0x0128)) {
        case (.absent, .absent, _): return true
        case (.value(let x), .value(let y), .value(2)): (across, down) = (x / 25.4, y / 25.4)
        case (.value(let x), .value(let y), .value(3)): (across, down) = (x / 10, y / 10)
        default: return false
        }
        return true
    }
}

/// The first directory of Exif's data, which is one of TIFF (6.0, section 2).
private struct ExifDirectory {
    enum Entry<Value> {
        case absent
        case value(Value)
        /// Of another type, or outside the data.
        case uncertain
    }

    private let data: [UInt8]
    private let isBig: Bool
    private var entries: Range<Int>

    init?(_ data: [UInt8]) {
        self.data = data
        guard data.count >= 14 else { return nil }
        switch Array(data[..<4]) {
        case [0x49, 0x49, 0x2A, 0]: isBig = false
        case [0x4D, 0x4D, 0, 0x2A]: isBig = true
        default: return nil
        }
        entries = 0..<0
        let start = number(4, 4)
        guard start >= 8, start <= data.count - 2 else { return nil }
        let count = number(start, 2)
        guard start + 2 + 12 * count <= data.count else { return nil }
        entries = start + 2..<start + 2 + 12 * count
        // As TIFF wants it. A reader may give up at a bad entry, and does not get to what follows.
        let tags = places.map { number($0, 2) }
        guard zip(tags, tags.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    }

    /// A number of 16 bits.
    func short(_ tag: Int) -> Entry<Int> {
        entry(tag, type: 3) { number($0, 2) }
    }

    /// A fraction of two numbers of 32 bits.
    func rational(_ tag: Int) -> Entry<Double> {
        entry(tag, type: 5) { place in
            let start = number(place, 4)
            guard start <= data.count - 8, number(start + 4, 4) > 0 else { return nil }
            return Double(number(start, 4)) / Double(number(start + 4, 4))
        }
    }

    private func entry<Value>(_ tag: Int, type: Int, _ value: (Int) -> Value?) -> Entry<Value> {
        guard let place = places.first(where: { number($0, 2) == tag }) else { return .absent }
        guard number(place + 2, 2) == type, number(place + 4, 4) == 1,
            let value = value(place + 8)
        else { return .uncertain }
        return .value(value)
    }

    private var places: StrideTo<Int> {
        stride(from: entries.lowerBound, to: entries.upperBound, by: 12)
    }

    private func number(_ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { sum, index in
            sum << 8 | Int(data[place + (isBig ? index : count - 1 - index)])
        }
    }
}
