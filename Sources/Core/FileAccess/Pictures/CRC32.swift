/// The checksum of PNG (PNG 5.5) and of zip archives (APPNOTE 4.4.7).
package enum CRC32 {
    /// The checksum of bytes, four at a step.
    package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
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
            var value = UInt32(clamping: index)
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
