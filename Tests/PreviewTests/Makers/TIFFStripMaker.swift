/// Writes a TIFF of one strip: eight bars across, one row down, with any samples (TIFF 6.0).
struct TIFFStripMaker {
    var width = 8
    var height = 1
    var bits = 8
    /// 1: unsigned, 2: signed, 3: float.
    var format = 1
    var photometric = 2
    var compression = 1
    /// The kinds of the channels after the colors.
    var extras: [Int] = []
    var channels = 3
    var profile: [UInt8] = []
    var isDaylight = false
    var data: [UInt8]

    var bytes: [UInt8] {
        var entries: [(tag: Int, kind: Int, count: Int, value: Int)] = [
            (256, 4, 1, width), (257, 4, 1, height), (259, 3, 1, compression),
            (262, 3, 1, photometric), (277, 3, 1, channels), (278, 4, 1, height),
            (279, 4, 1, data.count), (284, 3, 1, 1),
        ]
        var beside: [UInt8] = []
        func place(_ content: [UInt8]) -> Int {
            defer { beside += content + (content.count % 2 == 1 ? [0] : []) }
            return 1024 + beside.count
        }
        func shorts(_ tag: Int, _ values: [Int]) {
            guard values.count > 1 else {
                entries.append((tag, 3, values.count, values[0]))
                return
            }
            let content = values.flatMap { Self.little($0, 2) }
            // Two fit into the entry.
            entries.append(
                (
                    tag, 3, values.count,
                    values.count == 2 ? values[0] | values[1] << 16 : place(content)
                )
            )
        }
        shorts(258, [Int](repeating: bits, count: channels))
        shorts(339, [Int](repeating: format, count: channels))
        if !extras.isEmpty { shorts(338, extras) }
        if isDaylight {
            let white = [3127, 10000, 3290, 10000].flatMap { Self.little($0, 4) }
            entries.append((318, 5, 2, place(white)))
        }
        if !profile.isEmpty { entries.append((34675, 7, profile.count, place(profile))) }
        entries.append((273, 4, 1, 1024 + beside.count))
        entries.sort { $0.tag < $1.tag }
        var table = Self.little(entries.count, 2)
        for entry in entries {
            table += Self.little(entry.tag, 2) + Self.little(entry.kind, 2)
            table += Self.little(entry.count, 4) + Self.little(entry.value, 4)
        }
        let head: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + table + [0, 0, 0, 0]
        let gap = [UInt8](repeating: 0, count: 1024 - head.count)
        return head + gap + beside + data
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// Floats of 32 bits.
    static func floats(_ values: [Double]) -> [UInt8] {
        values.flatMap { little(Int(Float($0).bitPattern), 4) }
    }

    /// Numbers of so many bytes.
    static func numbers(_ values: [Int], _ count: Int) -> [UInt8] {
        values.flatMap { little($0, count) }
    }
}

/// Profiles of the International Color Consortium, made by hand (ICC.1:2001-04).
enum ProfileMaker {
    /// A profile of gray with a gamma of 2.2.
    static let gray = bytes(
        "GRAY",
        [("wtpt", xyz(0.9642, 1, 0.8249)), ("kTRC", gamma)]
    )

    private static let gamma = Array("curv".utf8) + big(0) + big(1) + [0x02, 0x33]

    private static func big(_ value: Int) -> [UInt8] {
        TIFFStripMaker.little(value, 4).reversed()
    }

    private static func xyz(_ values: Double...) -> [UInt8] {
        Array("XYZ ".utf8) + big(0) + values.flatMap { big(Int($0 * 65536)) }
    }

    private static func bytes(_ space: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
        let words =
            Array("desc".utf8) + big(0) + big(2) + [120, 0] + [UInt8](repeating: 0, count: 78)
        let tags = [("desc", words)] + tags
        let start = 132 + 12 * tags.count
        var (table, data) = (big(tags.count), [UInt8]())
        for (name, content) in tags {
            table += Array(name.utf8) + big(start + data.count) + big(content.count)
            data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
        }
        var header = big(start + data.count) + Array("none".utf8) + [2, 0x40, 0, 0]
        header += Array("mntr".utf8) + Array(space.utf8) + Array("XYZ ".utf8)
        header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 68 - header.count)
        header += big(0xF6D6) + big(0x10000) + big(0xD32D)
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
    }
}
