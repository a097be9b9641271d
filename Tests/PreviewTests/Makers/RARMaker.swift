/// Writes RAR archives for tests, in which nothing is compressed: no free program writes any.
struct RARMaker {
    /// A file of the archive.
    struct Entry {
        var name: String
        var contents: [UInt8]
        var isEncrypted = false
    }

    var entries: [Entry]
    /// Whether the archive says that each entry builds on those before it.
    var isSolid = false

    init(_ entries: [Entry]) { self.entries = entries }

    /// As of version 2.9 to 4.
    var four: [UInt8] {
        func header(_ kind: UInt8, _ flags: UInt16, _ body: [UInt8]) -> [UInt8] {
            let rest =
                [kind] + Self.two(flags) + Self.two(UInt16(7 + body.count)) + body
            return Self.two(UInt16(truncatingIfNeeded: Self.checksum(rest))) + rest
        }
        var bytes: [UInt8] = Array("Rar!\u{1A}\u{7}\0".utf8)
        bytes += header(0x73, isSolid ? 8 : 0, [0, 0, 0, 0, 0, 0])
        for entry in entries {
            let size = Self.four(UInt32(entry.contents.count))
            let name = Array(entry.name.utf8)
            // Unix, stored, by version 2.0, an ordinary file.
            let body =
                size + size + [3] + Self.four(Self.checksum(entry.contents)) + [
                    0, 0, 0, 0, 20, 0x30,
                ]
                + Self.two(UInt16(name.count)) + Self.four(0o100644) + name
            bytes += header(0x74, entry.isEncrypted ? 0x8004 : 0x8000, body) + entry.contents
        }
        return bytes + header(0x7B, 0x4000, [])
    }

    /// As of version 5.
    var five: [UInt8] {
        func header(_ body: [UInt8]) -> [UInt8] {
            let rest = Self.number(body.count) + body
            return Self.four(Self.checksum(rest)) + rest
        }
        var bytes: [UInt8] = Array("Rar!\u{1A}\u{7}\u{1}\0".utf8)
        bytes += header([1, 0, isSolid ? 4 : 0])
        for entry in entries {
            let name = Array(entry.name.utf8)
            let size = Self.number(entry.contents.count)
            // A checksum follows, nothing is compressed, by Unix.
            let body =
                [2, 2] + size + [4] + size + Self.number(0o100644)
                + Self.four(Self.checksum(entry.contents)) + [0, 1] + Self.number(name.count) + name
            bytes += header(body) + entry.contents
        }
        return bytes + header([5, 0, 0])
    }

    private static func two(_ value: UInt16) -> [UInt8] {
        [UInt8(value & 0xFF), UInt8(value >> 8)]
    }

    private static func four(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) }
    }

    /// Seven bits in each byte, the lowest first.
    private static func number(_ value: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }

    /// CRC-32 as zip and PNG have it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~value
    }
}
