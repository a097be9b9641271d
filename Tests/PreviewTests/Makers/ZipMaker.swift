/// Writes zip archives for tests, byte by byte, so that they can lie.
struct ZipMaker {
    /// An entry and what its headers say about it.
    struct Entry {
        var name: [UInt8]
        var contents: [UInt8]
        var method: UInt16 = 0
        var flags: UInt16 = 0
        /// What stands behind the name in the central directory.
        var extra: [UInt8] = []
        /// What the headers say, where it is not the truth.
        var size: UInt32?
        var compressedSize: UInt32?
        var offset: UInt32?
        var checksum: UInt32?

        init(_ name: String, _ contents: String = "") {
            self.name = Array(name.utf8)
            self.contents = Array(contents.utf8)
        }
    }

    var entries: [Entry] = []
    /// What stands before the archive, such as a program that unpacks it.
    var prefix: [UInt8] = []
    var comment: [UInt8] = []
    /// What the end record says, where it is not the truth.
    var count: UInt16?
    var directorySize: UInt32?
    var directoryOffset: UInt32?

    init(_ entries: [Entry] = []) { self.entries = entries }

    init(_ files: KeyValuePairs<String, String>) {
        self.entries = files.map { Entry($0.key, $0.value) }
    }

    var bytes: [UInt8] {
        var bytes = prefix
        var directory: [UInt8] = []
        for entry in entries {
            let offset = UInt32(bytes.count - prefix.count)
            let checksum = entry.checksum ?? Self.checksum(entry.contents)
            let compressed = entry.compressedSize ?? UInt32(entry.contents.count)
            let common =
                Self.numbers16(20, entry.flags, entry.method, 0, 0)
                + Self.numbers32(checksum, compressed, entry.size ?? UInt32(entry.contents.count))
                + Self.numbers16(UInt16(entry.name.count), 0)
            bytes += Self.numbers32(0x0403_4B50) + common + entry.name + entry.contents
            directory +=
                Self.numbers32(0x0201_4B50) + Self.numbers16(20) + common.dropLast(2)
                + Self.numbers16(UInt16(entry.extra.count), 0, 0, 0)
                + Self.numbers32(0, entry.offset ?? offset) + entry.name + entry.extra
        }
        let offset = UInt32(bytes.count - prefix.count)
        let count = count ?? UInt16(truncatingIfNeeded: entries.count)
        return bytes + directory + Self.numbers32(0x0605_4B50)
            + Self.numbers16(0, 0, count, count)
            + Self.numbers32(directorySize ?? UInt32(directory.count), directoryOffset ?? offset)
            + Self.numbers16(UInt16(comment.count)) + comment
    }

    private static func numbers16(_ numbers: UInt16...) -> [UInt8] {
        numbers.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    private static func numbers32(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) } }
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in
                rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
            }
        }
    }
}
