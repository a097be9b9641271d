/// The header of a SPIDER image.
package enum SpiderHeader {
    /// What a header says, or `nil` where it is none: it has no mark, but numbers that must agree.
    package static func facts(
        of header: [UInt8]
    ) -> (width: Int, height: Int, start: Int, isLittleEndian: Bool)? {
        guard header.count >= 92 else { return nil }
        for isLittleEndian in [true, false] {
            // Its words are floats, and counted from 1.
            func word(_ number: Int) -> Int? {
                let place = (number - 1) * 4
                let bits = isLittleEndian ? header.number32(place) : header.big32(place)
                let value = Float(bitPattern: bits)
                return value.magnitude < 16_777_216 ? Int(exactly: value) : nil
            }
            guard let height = word(2), let form = word(5), let width = word(12),
                let records = word(13), let size = word(22), let record = word(23),
                [1, 3].contains(form), width > 0, height > 0, record > 0, records > 0,
                records * record == size, record == width * 4, size >= 1024
            else { continue }
            return (width, height, size, isLittleEndian)
        }
        return nil
    }
}

/// The header of an IMT image.
package enum IMToolsHeader {
    /// How many bytes it has at most.
    package static let limit = 1024

    /// What a header says, or `nil` where it is none.
    package static func facts(of bytes: [UInt8]) -> (width: Int, height: Int, start: Int)? {
        guard let end = bytes.prefix(limit).firstIndex(of: 12) else { return nil }
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
}
