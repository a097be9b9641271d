import FileAccess

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
            guard
                CRC32.checksum(of: bytes[(place + 4)..<end]) == UInt32(clamping: number(bytes, end))
            else {
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
        return bytes(of: UInt32(clamping: body.count)) + contents
            + bytes(of: CRC32.checksum(of: contents[...]))
    }

    private static func bytes(of number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
