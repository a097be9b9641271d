/// The checksums of the chunks of a PNG file (PNG 5.5): they tell a whole file from a damaged one.
enum PNGChecksums {
    /// Whether bytes are the chunks of one PNG, each with its checksum, up to its end.
    static func hold(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: PNGTexts.signature) else { return false }
        var place = PNGTexts.signature.count
        while place + 12 <= bytes.count {
            let length = number(bytes, place)
            guard length <= bytes.count - place - 12 else { return false }
            let end = place + 8 + length
            guard checksum(bytes[(place + 4)..<end]) == UInt32(number(bytes, end)) else {
                return false
            }
            if bytes[(place + 4)..<(place + 8)].elementsEqual("IEND".utf8) { return true }
            place = end + 4
        }
        return false
    }

    /// A chunk of a kind, with its length and its checksum.
    static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let contents = Array(kind.utf8) + body
        return bytes(of: UInt32(body.count)) + contents + bytes(of: checksum(contents[...]))
    }

    private static func bytes(of number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The CRC of a chunk, four bytes at a step.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe tables.withUnsafeBufferPointer { table in
                var place = 0
                while place + 4 <= bytes.count {
                    let word =
                        unsafe UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
                        | UInt32(bytes[place + 2]) << 16 | UInt32(bytes[place + 3]) << 24
                    sum ^= word
                    sum =
                        unsafe table[768 + Int(sum & 0xFF)] ^ table[512 + Int(sum >> 8 & 0xFF)]
                        ^ table[256 + Int(sum >> 16 & 0xFF)] ^ table[Int(sum >> 24)]
                    place += 4
                }
                while place < bytes.count {
                    sum = unsafe table[Int((sum ^ UInt32(bytes[place])) & 0xFF)] ^ (sum >> 8)
                    place += 1
                }
            }
        }
        return sum ^ 0xFFFF_FFFF
    }

    /// Four tables of 256 values.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 1024)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            tables[index] = value
        }
        for index in 256..<1024 {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()
}
