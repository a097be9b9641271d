/// Metafiles of Windows for tests: 200 x 100, with a red area on the left and words on the right.
enum MetafileMaker {
    /// In 32 bits; a unit is a hundredth of a millimeter.
    static func enhanced(_ words: String, records: [[UInt8]] = []) -> [UInt8] {
        var maker = BytesMaker()
        maker.add32(1, 88, 0, 0, 200, 100, 0, 0, 2_000, 1_000, 0x464D_4520, 0x1_0000)
        maker.add32(0, 0, 0, 0, 0, 0, 100, 100, 10, 10)
        // A brush, which is selected, then no line, an area, and words with the place of each letter.
        maker.add(record(39, [1, 0, 0x0000FF, 0]))
        maker.add(record(37, [1]))
        maker.add(record(37, [0x8000_0008]))
        maker.add(record(43, [10, 10, 90, 90]))
        maker.add(record(24, [0xFF0000]))
        for other in records { maker.add(other) }
        var text = BytesMaker()
        let count = words.utf16.count
        let size = (count * 2 + 3) / 4 * 4
        text.add32(84, 76 + size + count * 4, 0, 0, 0, 0, 1, 0, 0)
        text.add32(100, 40, count, 76, 0, 0, 0, 0, 0, 76 + size)
        text.add(.wide(words))
        text.fill(to: 76 + size)
        for _ in 0..<count { text.add32(8) }
        maker.add(text.bytes)
        maker.add(record(14, [0, 0, 20]))
        maker.set32(maker.bytes.count, at: 48)
        return maker.bytes
    }

    /// A record with parameters.
    static func record(_ code: Int, _ numbers: [Int]) -> [UInt8] {
        var maker = BytesMaker()
        maker.add32(code, 8 + numbers.count * 4)
        for number in numbers { maker.add32(number) }
        return maker.bytes
    }

    /// In 16 bits, with a header in front that says how large it is.
    static func windows(_ words: String) -> [UInt8] {
        var maker = BytesMaker([0xD7, 0xCD, 0xC6, 0x9A])
        maker.add16(0, 0, 0, 200, 100, 100, 0, 0, 0)
        maker.add16(1, 9, 0x300, 0, 0, 2, 0, 0, 0)
        maker.add(short(0x20B, [0, 0]))
        maker.add(short(0x20C, [100, 200]))
        maker.add(short(0x2FC, [0, 0x00FF, 0, 0]))
        maker.add(short(0x12D, [0]))
        maker.add(short(0x2FA, [5, 0, 0, 0, 0]))
        maker.add(short(0x12D, [1]))
        maker.add(short(0x41B, [90, 90, 10, 10]))
        maker.add(short(0x209, [0, 0x00FF]))
        let bytes = Array(words.utf8) + (words.utf8.count % 2 == 1 ? [0] : [])
        var text = BytesMaker()
        text.add32(3 + 4 + bytes.count / 2 + words.utf8.count)
        text.add16(0xA32, 40, 100, words.utf8.count, 0)
        text.add(bytes)
        for _ in words.utf8 { text.add16(8) }
        maker.add(text.bytes)
        maker.add(short(0, []))
        return maker.bytes
    }

    private static func short(_ code: Int, _ words: [Int]) -> [UInt8] {
        var maker = BytesMaker()
        maker.add32(3 + words.count)
        maker.add16(code)
        for word in words { maker.add16(word) }
        return maker.bytes
    }
}
